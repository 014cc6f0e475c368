"""A desk that sums up: a written memory model, and the owner's talk with a short window."""

from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from typing import Any

from core.domain.llm import ChatRequest, Finished, LLMEvent, ToolCall
from core.domain.records import (
    Insert,
    MessageRow,
    ProfileChoice,
    TaskStateRow,
)
from core.domain.task_state import TaskState
from core.ports import LLMProvider
from tests.behaviour.seams import Entry, Model, plan, respond
from tests.desk import Person, TestDesk

HI = plan(respond(text="Hello."), intent="chat")
NO_CHANGES: Entry = {"tool": "update_task_state", "input": {}}
FACT = "Trades only on weekends"


class Summaries:
    """A memory model that has something to say to summaries only, by a script or by `behind`."""

    name = "memory"

    def __init__(self, *entries: Entry, behind: LLMProvider | None = None) -> None:
        self.asked: list[ChatRequest] = []
        self._behind = behind or Model(*entries)

    async def chat(self, request: ChatRequest) -> AsyncIterator[LLMEvent]:
        if request.tool is not None and request.tool.name != "update_task_state":
            yield ToolCall(name=request.tool.name, input={"calls": []})
            yield Finished(model=self.name, input_tokens=0, output_tokens=0, cost="0")
            return
        self.asked.append(request)
        async for event in self._behind.chat(request):
            yield event

    async def aclose(self) -> None:
        """Nothing is held."""


def changes(**fields: Any) -> Entry:
    return {"tool": "update_task_state", "input": fields}


def item(text: str, *messages: str, **more: Any) -> dict[str, Any]:
    return {"text": text, "messages": list(messages or ["m1"])} | more


async def short_window(desk: TestDesk, n: int = 3) -> None:
    """The owner's window reaches back n user messages."""
    choice = ProfileChoice(
        id="owner:chat", account_id="owner", task_type="chat", profile="chat_default", n=n
    )
    await desk.desk.parts.records.commit(Insert(record=choice))


async def talk(person: Person, *texts: str) -> None:
    for text in texts:
        await person.say(text)
    await person.desk.idle()


async def chat(desk: TestDesk, turns: int) -> Person:
    """The owner has said so many things, with a short window."""
    await short_window(desk)
    anna = desk.person()
    await talk(anna, *(f"remark number {number}" for number in range(turns)))
    return anna


async def state(desk: TestDesk, person: Person) -> TaskState:
    row = await stored(desk, person)
    return TaskState.model_validate(row.state) if row else TaskState()


async def stored(desk: TestDesk, person: Person) -> TaskStateRow | None:
    rows = await desk.rows(TaskStateRow, id=person.key.id)
    return rows[0] if rows else None


async def compress(desk: TestDesk, person: Person) -> bool:
    return await desk.desk.memory.run_once(person.key.id)


def facts(kept: TaskState) -> list[str]:
    return [each.text for each in kept.important_facts]


def backlog(desk: TestDesk, person: Person, turns: int) -> Sequence[Insert]:
    long = "which went on for a while " * 25
    return [
        Insert(
            record=MessageRow(
                id=desk.ids.new(),
                conversation_id=person.key.id,
                account_id="owner",
                run_id=f"run{number}",
                role=role,
                kind=None,
                text=f"remark {number:03}, {long}" if role == "user" else "Noted.",
                blocks=[],
                created_at=desk.clock.now() + timedelta(seconds=number),
            )
        )
        for number in range(turns)
        for role in ("user", "assistant")
    ]
