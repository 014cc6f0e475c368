"""The drawing process: reads specs from its input, writes pictures to its output, one at a time.

A frame is four bytes of length, then the content: a spec as JSON in, and out either `P` and a PNG
or `E` and why there is none. It ends when its input does, so it never outlives who started it.
"""

import os
import struct
import sys
from typing import BinaryIO

from adapters.charts.drawing import draw
from core.domain.charts import CHART

LENGTH = struct.Struct(">I")
PICTURE, ERROR = b"P", b"E"
_NICE = 5
"""Answers come first where there is little computing power."""


def serve(source: BinaryIO, out: BinaryIO) -> None:
    """Draw until the input ends. What cannot be drawn is an answer too."""
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        spec = source.read(LENGTH.unpack(head)[0])
        try:
            answer = PICTURE + draw(CHART.validate_json(spec))
        except Exception as error:  # noqa: BLE001  whatever it is, it is told to who asked
            answer = ERROR + f"{type(error).__name__}: {error}".encode()[:500]
        out.write(LENGTH.pack(len(answer)) + answer)
        out.flush()


def main() -> None:
    """The process: its own output is the answers' alone, whatever a library may print."""
    os.nice(_NICE)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, out)


if __name__ == "__main__":
    main()
