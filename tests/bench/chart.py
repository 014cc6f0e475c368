"""What a picture costs: seconds each once the process is up, and the process's peak memory.

Beside it a bare line plot of matplotlib, as large and as many points, in a process of its own.
"""

import io
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence

Row = dict[str, object]
KINDS = ("candles", "equity", "calendar", "allocation", "card")
FLOOR = "plain line plot"
_KIB = 1024


def run(times: int = 5, kinds: Sequence[str] = KINDS) -> Iterator[Row]:
    """A row for each kind of picture."""
    floor = _measured(FLOOR, times)
    for kind in kinds:
        found = _measured(kind, times)
        yield {
            "bench": "chart",
            "flow": kind,
            "concurrency": 1,
            "engine": "matplotlib",
            "picture_s": round(found["seconds"], 3),
            "first_s": round(found["first"], 2),
            "peak_mb": round(found["peak_mb"], 1),
            "kilobytes": round(found["bytes"] / _KIB, 1),
            "floor_picture_s": round(floor["seconds"], 3),
            "floor_peak_mb": round(floor["peak_mb"], 1),
            "vs_floor": round(found["seconds"] / floor["seconds"], 2),
        }


def _measured(kind: str, times: int) -> dict[str, float]:
    """What a process of its own measures of itself."""
    command = (sys.executable, "-m", "tests.bench.chart", kind, str(times))
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _measure(kind: str, times: int) -> dict[str, float]:
    began = time.perf_counter()
    draw = _plain() if kind == FLOOR else _picture(kind)
    content = draw()
    first = time.perf_counter() - began
    seconds = []
    for _ in range(times):
        began = time.perf_counter()
        content = draw()
        seconds.append(time.perf_counter() - began)
    return {
        "seconds": statistics.median(seconds),
        "first": first,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _KIB,
        "bytes": len(content),
    }


def _picture(kind: str) -> Callable[[], bytes]:
    from adapters.charts.drawing import draw
    from tests.doubles import pictures

    spec = getattr(pictures, kind)()
    return lambda: draw(spec)


def _plain() -> Callable[[], bytes]:
    """The least that matplotlib does for a picture of this size."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    def draw() -> bytes:
        figure = Figure(figsize=(6.0, 5.2), dpi=180)
        FigureCanvasAgg(figure)
        figure.add_subplot().plot(range(120), [number % 17 for number in range(120)])
        out = io.BytesIO()
        figure.savefig(out, format="png")
        return out.getvalue()

    return draw


if __name__ == "__main__":
    print(json.dumps(_measure(sys.argv[1], int(sys.argv[2]))))
