"""Pictures from a process of their own: matplotlib is slow to load, large, and may fail.

The process starts with the first picture. It is given no environment, so it knows no key or token.
"""

import asyncio
import contextlib
import sys
from collections import OrderedDict
from pathlib import Path

import structlog

from core.domain.charts import CHART, ChartSpec
from core.errors import PictureError

log = structlog.get_logger(__name__)

ROOT = Path(__file__).parents[2]
WAITING = 8
"""Pictures that may wait for the one being drawn; more are refused at once."""
TIMEOUT_S = 14.0
"""From asking to having it, the process's start included: less than a read may take in a turn."""
KEPT = 24
_LENGTH = 4
_MOST = 8 * 1024 * 1024
"""Bytes of an answer; a longer one is none of ours."""


class DrawnCharts:
    """Charts in one worker process, one picture at a time; the newest are kept.

    `folder` holds what matplotlib keeps between starts (its list of fonts).
    """

    def __init__(
        self, folder: Path, *, command: tuple[str, ...] = (), timeout_s: float = TIMEOUT_S
    ) -> None:
        self._folder = folder
        self._command = command or (sys.executable, "-P", "-m", "adapters.charts.worker")
        self._timeout_s = timeout_s
        self._lock = asyncio.Lock()
        self._asked = 0
        self._process: asyncio.subprocess.Process | None = None
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The worker's process id; None while there is none."""
        return self._process.pid if self._process else None

    async def render(self, spec: ChartSpec) -> bytes:
        """The picture as PNG; PictureError when there is none, in time or at all."""
        key = CHART.dump_json(spec)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if self._closed or self._asked > WAITING:
            raise PictureError("closed" if self._closed else "too many pictures are asked for")
        self._asked += 1
        try:
            async with asyncio.timeout(self._timeout_s), self._lock:
                return self._kept.get(key) or await self._drawn(key)
        except TimeoutError:
            raise PictureError("took too long") from None
        finally:
            self._asked -= 1

    async def aclose(self) -> None:
        """End the process; a picture under way is given up."""
        self._closed = True
        await self._end()

    async def _drawn(self, key: bytes) -> bytes:
        """Ask the process, and end it wherever question and answer might have come apart."""
        if self._closed:
            raise PictureError("closed")
        waited = self._process is not None
        try:
            answer = await self._answered(key)
        except (OSError, EOFError, ValueError) as error:
            if not waited:
                log.warning("the drawing process failed", error=type(error).__name__)
                raise PictureError("the drawing process failed") from error
            # It may have died while nobody asked: a picture of that is due to a new one.
            return await self._drawn(key)
        kind, content = answer[:1], answer[1:]
        if kind != b"P":
            log.warning("no picture", error=content.decode(errors="replace"))
            raise PictureError("it could not be drawn")
        self._kept[key] = content
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return content

    async def _answered(self, key: bytes) -> bytes:
        whole = False
        try:
            answer = await self._asked_of_process(key)
            whole = True
        finally:
            if not whole:
                await self._end()
        return answer

    async def _asked_of_process(self, key: bytes) -> bytes:
        if self._process is None or self._process.returncode is not None:
            self._process = await self._started()
        source, out = self._process.stdin, self._process.stdout
        if source is None or out is None:
            raise EOFError
        source.write(len(key).to_bytes(_LENGTH) + key)
        await source.drain()
        length = int.from_bytes(await out.readexactly(_LENGTH))
        if not 0 < length <= _MOST:
            raise ValueError(f"an answer of {length} bytes")
        return await out.readexactly(length)

    async def _started(self) -> asyncio.subprocess.Process:
        self._folder.mkdir(parents=True, exist_ok=True)
        return await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={"PYTHONPATH": str(ROOT), "MPLCONFIGDIR": str(self._folder)},
            start_new_session=True,
        )

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()
