"""How soon `bellwether run` serves, and what it takes while it idles, without platform tokens.

Beside it a bare process that imports the same libraries and serves one route.
"""

import http.client
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

Row = dict[str, object]
ROOT = Path(__file__).parents[2]
DESK = (sys.executable, "-m", "bot", "run")
FLOOR = (sys.executable, "-m", "tests.bench.bare_server")
PATIENCE_S = 60.0
_PAGE = re.compile(r"http://127\.0\.0\.1:(\d+)/")


@dataclass
class Measured:
    """Seconds, and where the system tells them seconds of processor time and megabytes."""

    ready: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    desk_mb: list[float] = field(default_factory=list)
    redis_mb: list[float] = field(default_factory=list)


def run(times: int = 3, idle_s: float = 3.0) -> Iterator[Row]:
    """A row for the first start on a folder and one for the next; medians of `times`."""
    first, again, floor = Measured(), Measured(), Measured()
    for _ in range(times):
        with tempfile.TemporaryDirectory() as place:
            for found in (first, again):
                _start(DESK, Path(place), found, idle_s)
            _start(FLOOR, Path(place), floor, 0)
    for found in (first, again):
        ready, floor_ready = statistics.median(found.ready), statistics.median(floor.ready)
        yield {
            "bench": "start",
            "flow": "first" if found is first else "again",
            "concurrency": 1,
            "engine": "sqlite",
            "first": found is first,
            "ready_s": round(ready, 2),
            "ready_cpu_s": _median(found.cpu, 2),
            "idle_rss_mb": _median(found.desk_mb, 1),
            "redis_rss_mb": _median(found.redis_mb, 1),
            "floor_ready_s": round(floor_ready, 2),
            "floor_cpu_s": _median(floor.cpu, 2),
            "vs_floor": round(ready / floor_ready, 2),
        }


def _start(command: Sequence[str], folder: Path, found: Measured, idle_s: float) -> None:
    with _serving(command, folder) as (pid, ready):
        found.ready.append(ready)
        found.cpu += _cpu_s(pid)
        time.sleep(idle_s)
        found.desk_mb += _resident_mb([pid])
        found.redis_mb += _resident_mb(_children(pid))
    line = f"{command[2]}: {ready:.2f} s, {found.cpu[-1:]} s of processor, {found.desk_mb[-1:]} MB"
    print(f"  {line}", file=sys.stderr, flush=True)


@contextmanager
def _serving(command: Sequence[str], folder: Path) -> Iterator[tuple[int, float]]:
    """A child until the block is left: its id, and the seconds from spawn to its first answer."""
    began = time.perf_counter()
    child = subprocess.Popen(
        command,
        cwd=folder,
        env=_environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        _ask_health(_port(child))
        yield child.pid, time.perf_counter() - began
    finally:
        child.send_signal(signal.SIGTERM)
        try:
            child.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            raise


def _environment(folder: Path) -> Mapping[str, str]:
    """Nothing of the caller's settings or tokens reaches the child."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "TMPDIR")}
    return kept | {
        "BELLWETHER_DATA": str(folder / "data"),
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
        "PORT": "0",
    }


def _port(child: subprocess.Popen[str]) -> int:
    """The port in the line that names the page; the child's words if it ends without one."""
    said = []
    for line in child.stdout or ():
        said.append(line)
        if found := _PAGE.search(line):
            return int(found.group(1))
    raise RuntimeError("it did not start: " + "".join(said))


def _ask_health(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    connection.request("GET", "/healthz")
    status = connection.getresponse().status
    connection.close()
    if status != http.client.OK:
        raise RuntimeError(f"/healthz answered {status}")


def _cpu_s(pid: int) -> list[float]:
    """The processor time that it has used so far; nothing where there is no /proc."""
    path = Path(f"/proc/{pid}/stat")
    if not path.exists():
        return []
    after_name = path.read_text().rpartition(")")[2].split()
    return [(int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")]


def _children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in listed.read_text().split()] if listed.exists() else []


def _resident_mb(pids: Sequence[int]) -> list[float]:
    """What these processes hold in memory; nothing where there is no /proc."""
    texts = [path.read_text() for pid in pids if (path := Path(f"/proc/{pid}/status")).exists()]
    found = [re.search(r"VmRSS:\s+(\d+) kB", text) for text in texts]
    return [int(one.group(1)) / 1024 for one in found if one]


def _median(values: Sequence[float], digits: int) -> float | None:
    return round(statistics.median(values), digits) if values else None
