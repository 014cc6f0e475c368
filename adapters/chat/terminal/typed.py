"""Lines from standard input, without holding up everything else that runs."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator

_CHUNK = 65536


async def typed_lines(fd: int = 0) -> AsyncIterator[str]:
    """Each line that is typed or piped in, until the input ends; no more is read than is used."""
    loop = asyncio.get_running_loop()
    chunks: asyncio.Queue[bytes] = asyncio.Queue(1)

    def read() -> None:
        # Of the descriptor itself: a thread that waits inside sys.stdin breaks the exit of Python,
        # and a terminal made non-blocking for asyncio would be so for what is written, too.
        while True:
            try:
                chunk = os.read(fd, _CHUNK)
            except OSError:
                chunk = b""  # the terminal was closed
            try:
                asyncio.run_coroutine_threadsafe(chunks.put(chunk), loop).result()
            except (RuntimeError, asyncio.CancelledError):
                return  # nobody listens any more
            if not chunk:
                return

    threading.Thread(target=read, name="typed lines", daemon=True).start()
    rest = b""
    while chunk := await chunks.get():
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace")
    if rest:
        yield rest.decode(errors="replace")
