"""A process that has the product imported and forks itself for each program asked of it.

    python -m tests.processes.forking SOCKET

A fresh interpreter spends most of its life importing. Here a program begins imported, and from then
on is a process like any other: its own environment, folder, arguments and streams, and the ordinary
end of an interpreter. Read from SOCKET (its number): one JSON object {module, arguments, env, cwd},
with four descriptors: stdin, stdout, stderr, and where to write the process's id and then its exit
code, a line each. Ends when the other end of SOCKET is closed.
"""

import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import sys
from typing import Any

PROGRAMS = ("bot.__main__", "tests.processes.killed")


class Forks:
    """The children that run, each with the descriptor that waits for its end."""

    def __init__(self, requests: socket.socket) -> None:
        self._requests = requests
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        self._told: dict[int, int] = {}

    def serve(self) -> dict[str, Any] | None:
        """Fork at each request: returns what to be in the children, and None here at the end."""
        signal.set_wakeup_fd(self._wake)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        while True:
            ready, _, _ = select.select([self._requests.fileno(), self._woken], [], [])
            if self._woken in ready:
                os.read(self._woken, 4096)
                self._reap()
            if self._requests.fileno() in ready:
                text, given, _, _ = socket.recv_fds(self._requests, 1 << 20, 4)
                if not text:
                    return None
                *streams, told = given
                if not (pid := os.fork()):
                    self._leave(streams, told)
                    return dict(json.loads(text))
                for stream in streams:
                    os.close(stream)
                self._told[pid] = told
                os.write(told, b"%d\n" % pid)

    def _reap(self) -> None:
        for pid, told in list(self._told.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                del self._told[pid]
                os.write(told, b"%d\n" % os.waitstatus_to_exitcode(status))
                os.close(told)

    def _leave(self, streams: list[int], told: int) -> None:
        """In a child: its streams in their places, and nothing left of what served."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for place, stream in enumerate(streams):
            os.dup2(stream, place)
            os.close(stream)
        self._requests.close()
        for one in (told, self._woken, self._wake, *self._told.values()):
            os.close(one)


def main() -> None:
    for name in PROGRAMS:
        importlib.import_module(name)
        # The program itself is run anew in each child, over all that it imported.
        del sys.modules[name]
    # A collection in a child would otherwise write to, and so copy, every page of these.
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as requests:
        asked = Forks(requests).serve()
    if asked is None:
        return
    os.environ.clear()
    os.environ.update(asked["env"])
    os.chdir(asked["cwd"])
    sys.path[0] = asked["cwd"]
    sys.argv[1:] = asked["arguments"]
    runpy.run_module(asked["module"], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
