"""Every case and invariant of the design has a test that carries its number in its name."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
OPEN = Path(__file__).with_name("cases_open.txt")
CONVERSATIONS = Path(__file__).with_name("original_h.txt")
REPORTS = Path(__file__).with_name("original_g2.txt")


def lines_of(path: Path) -> list[str]:
    """The lines of a list, without its comments."""
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def conversations() -> dict[str, str]:
    """The state of each conversation of original_h.txt, by its number as a test carries it."""
    rows = [line.split(" | ") for line in lines_of(CONVERSATIONS)]
    return {f"original_h_{number}": state for number, _, state in rows}


CASES = {
    *(f"peers_{n}" for n in range(1, 35)),
    *(f"original_g1_{n}" for n in range(1, 28)),
    *(f"I{n}" for n in range(1, 16)),
    *conversations(),
    *(f"original_g2_{line.split(' | ')[0].strip()}" for line in lines_of(REPORTS)),
}
NUMBER = re.compile(r"(?:^|_)(peers_\d+|original_g[12]_\d+|original_h_\d+|I\d+)(?=_|$)")


def numbers_in(name: str) -> set[str]:
    """The case numbers that a test's name carries, as whole words of it."""
    return set(NUMBER.findall(name))


def covered() -> set[str]:
    functions = (
        node.name
        for path in TESTS.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return {n for name in functions if name.startswith("test_") for n in numbers_in(name)}


def still_open() -> list[str]:
    return lines_of(OPEN)


def test_a_number_counts_only_as_a_whole_word_of_the_name():
    assert numbers_in("test_peers_12_and_I3") == {"peers_12", "I3"}
    assert numbers_in("test_original_g1_1_I3_I5_hold") == {"original_g1_1", "I3", "I5"}
    assert numbers_in("test_peers_12b_mapping_II3_xI3") == set()
    assert numbers_in("test_original_h_12_original_g1_4_original_hx") == {
        "original_h_12",
        "original_g1_4",
    }


def test_the_conversations_are_numbered_in_order_and_their_states_are_true():
    known = conversations()
    assert list(known) == [f"original_h_{number}" for number in range(1, len(known) + 1)]
    assert set(known.values()) <= {"tested", "open"}
    waiting = {number for number, state in known.items() if state == "open"}
    assert sorted(waiting ^ {line for line in still_open() if line in known}) == [], (
        "original_h.txt and cases_open.txt disagree about these"
    )


def test_every_case_is_tested_or_listed_as_open(capsys):
    has_test, listed = covered(), still_open()
    with capsys.disabled():
        print(f"\n{len(listed)} of {len(CASES)} cases without a test: {' '.join(listed) or 'none'}")

    assert sorted(has_test - CASES) == [], "a test carries the number of no case"
    assert sorted(set(listed) - CASES) == [], "cases_open.txt lists what is no case"
    assert len(listed) == len(set(listed)), "cases_open.txt lists a case twice"
    assert sorted(has_test & set(listed)) == [], "has a test: remove it from cases_open.txt"
    assert sorted(CASES - has_test - set(listed)) == [], "has neither a test nor a line"
