"""The HTTP server inside our process: sockets bound first, so that a busy port is said plainly."""

import contextlib
import os
import socket
from collections.abc import Generator
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from core.errors import SetupError


class Server(uvicorn.Server):
    """uvicorn without its own signal handling: the app decides when to stop."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave the signals to the app."""
        yield


def server(app: FastAPI) -> Server:
    """A server for `app`; open streams get a second to end when it stops."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=1,
        server_header=False,
    )
    return Server(config)


def tcp_socket(host: str, port: int) -> socket.socket:
    """A listening socket; SetupError when the port is taken or the address is not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(128)
    except OSError as error:
        sock.close()
        raise SetupError(
            f"Cannot listen on {host}:{port} ({os.strerror(error.errno or 0)}). "
            "Set PORT to a free port, or HOST to an address of this machine."
        ) from error
    return sock


def local_socket(path: Path) -> socket.socket:
    """A unix socket that only this user can open; one left by an ended process is replaced."""
    path.unlink(missing_ok=True)
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        sock.bind(str(path))
    finally:
        os.umask(before)
    sock.listen(64)
    return sock
