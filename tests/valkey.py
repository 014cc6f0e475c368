"""A Valkey or Redis server for the tests of one run, on a socket in a short folder."""

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def running_server(binary: str) -> Iterator[str]:
    """The URL of a server that keeps nothing, while it is needed."""
    folder = Path(tempfile.mkdtemp(prefix="valkey-", dir="/tmp"))
    path = folder / "sock"
    process = subprocess.Popen(
        [binary, "--port", "0", "--unixsocket", str(path), "--save", "", "--dir", str(folder)],
        stdout=subprocess.DEVNULL,
    )
    try:
        while not _answers(path):
            assert process.poll() is None, f"{binary} ended with {process.returncode}"
            time.sleep(0.005)
        yield f"unix://{path}"
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder)


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as sock:
        return sock.connect_ex(str(path)) == 0
