"""Reads the corpus: YAML files of a category each, with errors that name the file and the case."""

from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import yaml
from pydantic import ValidationError

from bot.evaluation.cases import Case
from core.errors import SetupError

_FORM = "expected `category: NAME` and `cases:` with a list"


def shipped() -> tuple[Case, ...]:
    """The cases that come with the program, in the order of files and lines."""
    return load(files("bot.evaluation").joinpath("corpus"))


def load(folder: Traversable) -> tuple[Case, ...]:
    """Every case of the folder's `*.yaml`; SetupError names the file and case that is wrong."""
    found = [entry for entry in folder.iterdir() if entry.name.endswith(".yaml")]
    if not found:
        raise SetupError(f"{folder} holds no *.yaml")
    cases: list[Case] = []
    places: dict[str, str] = {}
    for entry in sorted(found, key=lambda entry: entry.name):
        for case in _cases(entry.name, entry.read_text(encoding="utf-8")):
            if case.id in places:
                other = places[case.id]
                raise SetupError(f"{entry.name}, case {case.id}: the id is taken in {other}")
            places[case.id] = entry.name
            cases.append(case)
    return tuple(cases)


def chosen(
    cases: Iterable[Case], categories: Iterable[str] = (), ids: Iterable[str] = ()
) -> tuple[Case, ...]:
    """The cases of these categories with these ids, all where none is named.

    SetupError for a category or id that is not there.
    """
    every = tuple(cases)
    wanted, named = frozenset(categories), frozenset(ids)
    there = sorted({case.category for case in every})
    if unknown := sorted(wanted - set(there)):
        raise SetupError(f"there is no category {unknown[0]!r}; there are: {', '.join(there)}")
    if unknown := sorted(named - {case.id for case in every}):
        raise SetupError(f"there is no case {unknown[0]!r} in the corpus")
    left = tuple(
        case
        for case in every
        if (not wanted or case.category in wanted) and (not named or case.id in named)
    )
    if not left:
        raise SetupError("no case is both in that category and has that id")
    return left


def _cases(name: str, text: str) -> list[Case]:
    try:
        document = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark else ""
        raise SetupError(f"{name}{where}: {getattr(error, 'problem', error)}") from error
    match document:
        case {"category": str(category), "cases": list(entries), **more} if not more:
            return [_case(name, number, category, each) for number, each in enumerate(entries, 1)]
    raise SetupError(f"{name}: {_FORM}, and nothing else")


def _case(file: str, number: int, category: str, entry: Any) -> Case:
    named = isinstance(entry, dict) and isinstance(entry.get("id"), str)
    label = f"{file}, case {entry['id'] if named else number}"
    if not isinstance(entry, dict) or "category" in entry:
        raise SetupError(f"{label}: expected a mapping without a category of its own")
    try:
        return Case.model_validate({**entry, "category": category})
    except ValidationError as error:
        raise SetupError(f"{label}: {_first(error)}") from error


def _first(error: ValidationError) -> str:
    """The first thing that is wrong: where, what, and the value that was found there."""
    problem = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in problem["loc"])
    text = problem["msg"].removeprefix("Value error, ")
    found = problem["input"]
    shown = "" if isinstance(found, dict | list) else f" (found {found!r})"
    return f"{where}: {text}{shown}" if where else text
