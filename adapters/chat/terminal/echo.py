"""Whether a terminal shows what is typed; a pipe never does."""

import contextlib
import os
import termios

_LOCAL_MODES = 3


class Echo:
    """The echo of the terminal at a descriptor; does nothing where there is no terminal."""

    def __init__(self, fd: int = 0) -> None:
        self._fd = fd

    def hide(self) -> None:
        """Show nothing of what is typed from now on, but where a line ends."""
        self._set(termios.ECHONL, termios.ECHO)

    def show(self) -> None:
        """Show what is typed again."""
        self._set(termios.ECHO, termios.ECHONL)

    def _set(self, on: int, off: int) -> None:
        if not os.isatty(self._fd):
            return
        with contextlib.suppress(termios.error):  # the terminal was closed
            modes = termios.tcgetattr(self._fd)
            modes[_LOCAL_MODES] = (modes[_LOCAL_MODES] | on) & ~off
            termios.tcsetattr(self._fd, termios.TCSANOW, modes)
