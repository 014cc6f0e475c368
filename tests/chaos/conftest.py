"""How many faults: 50 with all other tests, as many as `make chaos N=…` says by itself."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--faults", type=int, default=50, help="how many faults chaos injects")
