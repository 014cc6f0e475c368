"""Pictures in a terminal: files in a folder, whose paths are printed."""

import asyncio
import os
from pathlib import Path

from adapters.chat.terminal.api import Api, Message, Refused


class Pictures:
    """Saves what messages show, each picture once, readable by this user only."""

    def __init__(self, api: Api, folder: Path) -> None:
        self._api = api
        self._folder = folder

    async def saved(self, message: Message) -> list[str]:
        """The files of a message's pictures; one that cannot be had is left out: its words stay."""
        files = []
        for image in message.get("images", ()):
            name = image["url"].rpartition("/")[2]
            path = self._folder / f"{name}.png"
            if not name.isalnum():
                continue
            try:
                content = await self._api.picture(image["url"])
                await asyncio.to_thread(_write, path, content)
            except (Refused, OSError):
                continue
            files.append(str(path))
        return files


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
