"""`python -m tests.bench [NAME]`: every benchmark, or one.

A benchmark is a module beside this one with `run() -> Iterator[dict]`. Each result is one JSON
object on a line of its own on stdout; progress goes to stderr.
"""

import importlib
import json
import sys

BENCHES = (
    "store",
    "turn",
    "start",
    "extraction",
    "tokens",
    "resume",
    "calls",
    "orders",
    "paper",
    "chart",
    "quotes",
    "surface",
)


def main(words: list[str]) -> int:
    """Run what was asked for; 2 for a name that there is not."""
    asked = [name for word in words if (name := word.removeprefix("B="))]
    unknown = next((name for name in asked if name not in BENCHES), None)
    if unknown is not None:
        print(f"no benchmark {unknown!r}; there are: {', '.join(BENCHES)}", file=sys.stderr)
        return 2
    for name in asked or BENCHES:
        print(f"{name} …", file=sys.stderr, flush=True)
        for row in importlib.import_module(f"tests.bench.{name}").run():
            print(json.dumps({"bench": name} | row), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
