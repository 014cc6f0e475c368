"""What every file of the project keeps to and no linter checks."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("core", "config", "adapters", "bot")
MOST_LINES = 400
# Each costs a second or more to import, or belongs to one adapter only: `bot.wiring` loads that
# adapter by name when it is chosen.
SLOW = {
    "anthropic": ("adapters.llm.anthropic",),
    "ccxt": ("adapters.exchange.ccxt", "adapters.market.live"),
    "discord": ("adapters.chat.discord",),
    "matplotlib": ("adapters.charts",),
    "openai": ("adapters.llm.openai",),
    "telegram": ("adapters.chat.telegram",),
}
LEFT_FOR_LATER = re.compile(r"\b(?:NotImplementedError|TODO|FIXME)\b")


def files(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


def module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def owns(path: Path, package: str) -> bool:
    """Whether this file is, or is in, an adapter that may import the slow package."""
    return any(f"{module(path)}.".startswith(f"{owner}.") for owner in SLOW[package])


def imports(within: ast.AST) -> Iterator[tuple[int, set[str]]]:
    """Each import below a node: its line, and the top packages it names ("." is a relative one)."""
    for node in ast.walk(within):
        if isinstance(node, ast.Import):
            yield node.lineno, {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, {"." if node.level else (node.module or "").split(".")[0]}


def test_every_module_is_short_enough_to_hold_one_idea():
    long = [
        f"{shown(path)}: {lines}"
        for path in files(*PACKAGES, "tests")
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    ]
    assert long == []


def test_first_party_imports_stand_at_the_top_of_their_file():
    hidden = {
        f"{shown(path)}:{line}"
        for path in files(*PACKAGES)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for line, tops in imports(node)
        if tops & {".", *PACKAGES}
    }
    assert hidden == set()


def test_only_the_wiring_imports_by_name():
    """And the owner of a package that is loaded on first use."""
    by_name = [
        f"{shown(path)}:{node.lineno}"
        for path in files(*PACKAGES)
        if module(path) != "bot.wiring" and not any(owns(path, top) for top in SLOW)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        if ast.unparse(node.func).split(".")[-1] in {"import_module", "__import__"}
    ]
    assert by_name == []


def test_a_slow_package_is_imported_by_its_own_adapter_only():
    strays = [
        f"{shown(path)}:{line} {top}"
        for path in files(*PACKAGES)
        for line, tops in imports(tree(path))
        for top in tops & SLOW.keys()
        if not owns(path, top)
    ]
    assert strays == []


def test_importing_everything_in_bot_loads_no_slow_package():
    names = " ".join(module(path) for path in files("bot"))
    code = (
        "import importlib, sys\n"
        f"for name in '{names}'.split(): importlib.import_module(name)\n"
        f"print(*sorted(set('{' '.join(SLOW)}'.split()) & sys.modules.keys()))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout.strip()) == (0, ""), ran.stderr


def test_nothing_is_left_for_later():
    marked = [
        f"{shown(path)}:{number} {found.group()}"
        for path in files(*PACKAGES, "tests")
        if path != Path(__file__)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (found := LEFT_FOR_LATER.search(line))
    ]
    assert marked == []


def test_no_lock_records_an_address():
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    assert locks
    assert [shown(lock) for lock in locks if "://" in lock.read_text(encoding="utf-8")] == []


def test_a_lock_that_records_addresses_is_not_committed():
    names = ("uv.lock", "pylock.toml", "poetry.lock", "Pipfile.lock")
    listed = subprocess.run(
        ["git", "ls-files", *names], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert listed.stdout == ""
