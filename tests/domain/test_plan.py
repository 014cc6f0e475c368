"""What a plan must be before anything of it runs: its label fits its steps (DESIGN 5)."""

import pytest
from pydantic import ValidationError

from core.domain.plan import MAX_STEPS, Plan, Revision


def tool(name="get_balance", step_id="s1", **arguments):
    return {"type": "tool", "id": step_id, "tool_name": name, "tool_args": arguments}


SAYS = {"type": "respond", "id": "r", "text": "Fine."}
SHOWS = {"type": "respond", "id": "r", "show": ["s1"]}
ASKS = {"type": "ask_user", "id": "q", "question": "Which one?"}
THINKS = {"type": "reason", "id": "t", "instruction": "Compare."}


def plan(intent, *steps):
    return Plan.model_validate({"goal": "g", "intent": intent, "steps": steps})


SOUND = {
    "chat is words": ("chat", SAYS),
    "chat may ask": ("chat", ASKS),
    "a refusal is one sentence": ("reject", SAYS),
    "a tool call has a tool": ("tool_call", tool(), SHOWS),
    "or asks on the way to one": ("tool_call", ASKS),
    "what is kept is written": ("memory_write", tool("memory_write"), SAYS),
    "or set among the preferences": ("memory_write", tool("manage_preferences"), SAYS),
    "what to keep may be asked": ("memory_write", ASKS),
    "what is kept is forgotten": ("memory_forget", tool("memory_forget"), SAYS),
    "or deleted from the preferences": ("memory_forget", tool("manage_preferences"), SAYS),
    "what to forget may be asked": ("memory_forget", ASKS),
    "a memory label outranks a tool call": (
        "memory_write",
        tool("get_balance"),
        tool("memory_write", "s2"),
        SHOWS,
    ),
}


@pytest.mark.parametrize("case", SOUND)
def test_a_label_that_fits_its_steps_is_taken(case):
    intent, *steps = SOUND[case]
    assert plan(intent, *steps).intent == intent


WRONG = {
    "chat with a tool": ("intent chat", "chat", tool(), SHOWS),
    "a refusal with a tool": ("intent reject", "reject", tool(), SHOWS),
    "a refusal with two answers": ("exactly one respond", "reject", SAYS, SAYS | {"id": "r2"}),
    "a refusal that asks": ("exactly one respond", "reject", ASKS),
    "a refusal that thinks first": ("exactly one respond", "reject", THINKS, SAYS),
    "a tool call of words": ("needs a tool", "tool_call", SAYS),
    "a tool call of thoughts": ("needs a tool", "tool_call", THINKS, SAYS),
    "keeping without a tool for it": ("memory_write", "memory_write", tool(), SAYS),
    "keeping by forgetting": ("memory_write", "memory_write", tool("memory_forget"), SAYS),
    "keeping by words": ("memory_write", "memory_write", SAYS),
    "forgetting by keeping": ("memory_forget", "memory_forget", tool("memory_write"), SAYS),
    "forgetting by words": ("memory_forget", "memory_forget", SAYS),
    "an unknown label": ("intent", "help", SAYS),
    "no step": ("steps", "chat"),
    "too many steps": (
        str(MAX_STEPS),
        "tool_call",
        *(tool(step_id=f"s{number}") for number in range(MAX_STEPS + 1)),
    ),
    "two steps of one id": ("unique", "tool_call", tool(), tool(), SHOWS),
    "showing what is no earlier step": ("no earlier", "tool_call", SHOWS, tool()),
    "showing an answer": ("no earlier", "chat", SAYS, SHOWS | {"id": "r2", "show": ["r"]}),
    "using a later result": (
        "no earlier",
        "tool_call",
        tool(symbol={"from": "s2", "path": "a"}),
        tool(step_id="s2"),
    ),
    "an answer that says nothing": ("respond needs", "chat", {"type": "respond", "id": "r"}),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_label_that_does_not_fit_is_refused_and_why_is_said(case):
    why, intent, *steps = WRONG[case]
    with pytest.raises(ValidationError, match=why):
        plan(intent, *steps)


@pytest.mark.parametrize(
    ("action", "more", "why"),
    [
        ("replace_remaining", {}, "needs steps"),
        ("ask_user", {}, "needs a question"),
        ("start_over", {}, "action"),
    ],
)
def test_a_revision_that_lacks_what_it_decides_is_refused(action, more, why):
    with pytest.raises(ValidationError, match=why):
        Revision.model_validate({"action": action, "reason": "seen", **more})


@pytest.mark.parametrize("action", ["continue", "finish"])
def test_a_revision_may_go_on_or_end(action):
    assert Revision.model_validate({"action": action, "reason": "seen"}).action == action
