"""Plays one case against a provider, and collects what came of it."""

from typing import Any

from bot.evaluation.cases import Case, Outcome, Turn
from bot.evaluation.desk import EvaluationDesk
from bot.evaluation.metered import SERVICE, Metered
from bot.evaluation.seen import SeenCall, SeenEnd, SeenQuestion, SeenTurn
from core.assistant import RunView
from core.domain.conversation import Press, Text
from core.domain.records import AuditEntry, OrderRow, Preference, StepRow, Waiting
from core.errors import BellwetherError


class NoSuchButton(BellwetherError):
    """The case presses what was not offered."""


class ServiceFailed(BellwetherError):
    """The model's service failed, so that the case says nothing about the model."""


class Play:
    """One case on its desk."""

    def __init__(self, case: Case, desk: EvaluationDesk, provider: Metered) -> None:
        self._case = case
        self._desk = desk
        self._provider = provider
        self._known: set[str] = set()
        self._asked: list[SeenQuestion] = []
        self.turns: list[SeenTurn] = []

    async def to_the_end(self) -> SeenEnd:
        """Every turn in order; ServiceFailed or NoSuchButton where it cannot go on."""
        before = {row.client_order_id for row in await self._desk.rows(OrderRow)}
        for turn in self._case.turns:
            self.turns.append(await self._turn(turn))
            if failed := [kind for kind in self._provider.failures if kind in SERVICE]:
                raise ServiceFailed(failed[0])
        return await self._end(before)

    async def _turn(self, turn: Turn) -> SeenTurn:
        self._desk.clock.advance(turn.advance)
        await self._desk.market.change(turn.prices, turn.outage)
        body: Text | Press
        if turn.say is not None:
            body, did = Text(text=turn.say), f"say {turn.say!r}"
        else:
            body, did = self._press(turn), f"press {turn.press!r}"
        calls = self._provider.usage.calls
        view = await self._desk.send(body)
        questions = await self._questions(view)
        self._asked += questions
        return SeenTurn(
            did=did,
            text="\n".join(_read(message) for message in view.messages),
            calls=await self._calls(),
            questions=questions,
            model_calls=self._provider.usage.calls - calls,
            broke=view.status == "failed",
        )

    def _press(self, turn: Turn) -> Press:
        place = turn.question or len(self._asked)
        if not 1 <= place <= len(self._asked):
            raise NoSuchButton(f"press {turn.press!r}: there is no question {turn.question or ''}")
        question = self._asked[place - 1]
        wanted = (turn.press or "").casefold()
        named = [one for one, _ in question.choices if one == turn.press]
        named += [one for one, label in question.choices if wanted in label.casefold()]
        if not named:
            offered = ", ".join(f"{one} {label!r}" for one, label in question.choices)
            raise NoSuchButton(f"press {turn.press!r}: the question offers only {offered}")
        return Press(question_id=question.id, choice=named[0])

    async def _questions(self, view: RunView) -> tuple[SeenQuestion, ...]:
        found = []
        for message in view.messages:
            waiting = await self._desk.desk.assistant.question(message.get("question_id", ""))
            if waiting is not None:
                choices = tuple((item["id"], item["label"]) for item in message["choices"])
                found.append(
                    SeenQuestion(
                        id=waiting.id,
                        kind=waiting.kind,
                        choices=choices,
                        card=message.get("data") or {},
                    )
                )
        return tuple(found)

    async def _calls(self) -> tuple[SeenCall, ...]:
        """The calls of plans made since the last turn, and those that policy refused."""
        steps = [row for row in await self._desk.rows(StepRow) if row.step_id not in self._known]
        self._known |= {row.step_id for row in steps}
        results = {row.parent_ids[0]: row for row in steps if row.step_type == "tool_result"}
        found = [
            SeenCall(
                tool=row.data["tool_name"],
                arguments=row.data["arguments"],
                outcome=_outcome(row, results.get(row.step_id)),
            )
            for row in steps
            if row.step_type == "tool_call" and row.status != "dropped"
        ]
        refused = [
            row
            for row in await self._desk.rows(AuditEntry, event="tool_refused")
            if row.id not in self._known
        ]
        self._known |= {row.id for row in refused}
        found += [
            SeenCall(tool=row.tool, arguments=row.detail["arguments"], outcome="refused")
            for row in refused
        ]
        return tuple(found)

    async def _end(self, before: set[str]) -> SeenEnd:
        desk = self._desk
        view = await desk.desk.parts.venues.exchanges["paper"].account(desk.exchange_account.id)
        orders = await desk.rows(OrderRow)
        now = desk.clock.now()
        return SeenEnd(
            orders=tuple(row for row in orders if row.client_order_id not in before),
            positions=view.positions,
            preferences=tuple(await desk.rows(Preference, account_id=desk.account.id)),
            open_questions=sum(
                row.expires_at > now for row in await desk.rows(Waiting, status="open")
            ),
        )


def _read(message: dict[str, Any]) -> str:
    """A message as it is read, its buttons included."""
    return "\n".join((message["text"], *(one["label"] for one in message.get("choices", ()))))


def _outcome(step: StepRow, result: StepRow | None) -> Outcome:
    if result is not None:
        return "done" if result.data.get("ok") else "failed"
    if step.status == "failed":
        return "failed"
    return "done" if step.status == "done" else "asked"
