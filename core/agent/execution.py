"""Carries out a plan: reads together, writes with their result, money through an approval.

The plan's steps are rows only when something must outlive the turn (a pause, an effect); a read
turn writes them together with its answer (DESIGN 13).
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from pydantic import BaseModel

from core.agent import approvals, menus, secrets
from core.agent.calls import called, drafted, prepared
from core.agent.context import revise_request, text_request
from core.agent.cross_check import disagreement
from core.agent.fair_options import fair_options
from core.agent.guard import Guard
from core.agent.kept_secrets import settled
from core.agent.observations import Observation, labels, plan_event
from core.agent.open_questions import close_oldest, reminder
from core.agent.planner import revise
from core.agent.providers import own_model
from core.agent.questions import SUGGESTION, ask_user, offer_choices
from core.agent.run import Run
from core.agent.snapshots import after_write, renew
from core.agent.step_log import StepLog
from core.agent.titles import titled
from core.agent.vouching import learn
from core.agent.writing import written
from core.domain.llm import OFFLINE, ChatRequest
from core.domain.outbound import Block, TextBlock
from core.domain.plan import AskUserStep, ReasonStep, Step, ToolStep, links
from core.domain.records import StepRow, Workflow, WorkflowStatus
from core.domain.snapshots import SnapshotKind
from core.errors import ModelError, ModelMistake, NotAllowed, PersonError, VenueError
from core.tools.registry import EffectTool, SecretRequest, Tool
from core.trading.request import TradeArguments
from core.views.errors import error_text, model_error_text, unreadable_text
from core.views.words import say


class Execution:
    """One plan on its way. `rows` are the steps already stored, by their plan id."""

    def __init__(
        self,
        run: Run,
        workflow: Workflow,
        steps: Sequence[Step],
        *,
        request: ChatRequest,
        guard: Guard,
        done: dict[str, Observation] | None = None,
        rows: dict[str, StepRow] | None = None,
        notice: str = "",
    ) -> None:
        self.run = run
        self.workflow = workflow
        self.steps = list(steps)
        self.request = request
        self.guard = guard
        self.seen = dict(done or {})
        self.log = StepLog(run, workflow, rows or {})
        self.notice = notice
        self.rounds = 0
        self._told_before = frozenset(self.seen)
        for observation in self.seen.values():
            learn(guard, run.parts.registry, observation, acted_before=True)

    def fresh(self) -> list[Observation]:
        """What the tools found or did in this turn: earlier results were shown then."""
        return [
            seen
            for key, seen in self.seen.items()
            if key not in self._told_before and seen.step.type == "tool"
        ]

    def has_more(self) -> bool:
        """Whether steps are left besides the answer."""
        return any(step.type != "respond" for step in self.steps)

    # -- the loop -------------------------------------------------------------------------------

    async def go(self) -> bool:
        """Carry out what is left; True when the turn's last commit went through."""
        while self.steps:
            self.rounds += 1
            if self.rounds > self.run.parts.limits.iterations:
                raise ModelError("budget", "too many steps in one turn")
            step = self.steps[0]
            if step.type == "tool":
                ended = await self._tool(step)
                if ended is not None:
                    return ended
            elif step.type == "reason":
                await self._reason(step)
            elif step.type == "ask_user":
                return await self._ask(step)
            else:
                shown = self._named(step.show)
                return await self._respond(step.text, shown, step.instruction, step)
        return await self._respond(None, self.fresh(), None, None)

    async def after_effect(self, step: ToolStep, observation: Observation) -> bool:
        """Go on after an approved effect: done, it is a change like any other; refused, the end."""
        self._observe(observation)
        if not observation.ok:
            return await self._refused()
        ended = await self._after([step], mutated=True)
        return await self.go() if ended is None else ended

    async def _tool(self, step: ToolStep) -> bool | None:
        """Run a tool step, or all reads that stand together with it. A bool ends the turn."""
        try:
            tool, args, action = prepared(self.run, step, self.seen)
            request = await secrets.wanted(self.run, self.workflow, step, tool, args)
        except (ModelMistake, PersonError, VenueError) as error:
            self._observe(Observation(step, {}, ok=False, error=error))
            self.steps.pop(0)
            return await self._after([step], mutated=False)
        if action.effect in ("money", "destructive") and isinstance(tool, EffectTool):
            return await self._approval(step, tool, args)
        if request is not None:
            return await self._secret(step, request)
        batch = [(step, tool, args)]
        if action.effect == "read":
            batch += self._reads_beside(step)
        for each, _, _ in batch:
            self._progress("step_start", each, "running")
        for observation in await self.run.abort.guard(self._together(batch)):
            self._observe(observation)
        for each, _, _ in batch:
            self._progress("step_complete", each, "done" if self.seen[each.id].ok else "failed")
        del self.steps[: len(batch)]
        if action.effect != "read":
            after_write(self.run, tool)
        return await self._after([each for each, _, _ in batch], mutated=action.effect != "read")

    async def _together(self, batch: list[tuple[ToolStep, Tool, BaseModel]]) -> list[Observation]:
        return await asyncio.gather(*(called(self.run, self.log, *each) for each in batch))

    def _reads_beside(self, last: ToolStep) -> list[tuple[ToolStep, Tool, BaseModel]]:
        """The reads that directly follow and depend on nothing, a wished revision included."""
        found = []
        for step in self.steps[1:]:
            if last.replan_after or step.type != "tool" or links(step.tool_args):
                break
            try:
                tool, args, action = prepared(self.run, step, self.seen)
            except (ModelMistake, NotAllowed):
                break
            if action.effect != "read":
                break
            found.append((step, tool, args))
            last = step
        return found

    async def _after(self, steps: list[ToolStep], *, mutated: bool) -> bool | None:
        """After a batch: what a person must correct is asked; else perhaps one revision."""
        failed = [self.seen[step.id] for step in steps if not self.seen[step.id].ok]
        for observation in failed:
            if isinstance(observation.error, PersonError) and observation.error.choices:
                return await self._offer(observation.error)
        wants = any(step.replan_after for step in steps) or any(
            isinstance(observation.error, ModelMistake) for observation in failed
        )
        if wants or ((mutated or failed) and self.has_more()):
            return await self.revise()
        return None

    async def revise(self, changed: frozenset[SnapshotKind] = frozenset()) -> bool | None:
        """Ask once what to do with the rest; only what has not run can change.

        `changed` are facts that are not as the planner saw them. A bool ends the turn.
        """
        await renew(self.run)
        request = revise_request(self.run, self.request, self._for_model(), changed)
        revision = await revise(self.run.parts, self.run, request, frozenset(self.seen))
        if revision.action == "continue":
            return None
        self._planned_by(self.run.provider.name)
        if revision.action == "replace_remaining":
            self.log.drop(self.steps)
            self.steps = list(titled(revision.steps, self.guard))
            self.workflow = replace(self.workflow, plan_rev=self.workflow.plan_rev + 1)
            self.log.workflow = self.workflow
            self.run.emit("replan", plan_event(self.workflow.goal, self.steps))
            return None
        if revision.action == "ask_user":
            question = self._question(revision.question or "")
            rows = self.log.pending(self.steps)
            self._before_question()
            options = fair_options(revision.options, self.guard)
            return await ask_user(self.run, self.workflow, question, options, (), rows)
        return await self._respond(None, self.fresh(), revision.instruction, None)

    def _planned_by(self, planner: str) -> None:
        """Whose words the rest is: code vouches for its own alone."""
        self.guard.trusted = planner == OFFLINE
        self.workflow = replace(self.workflow, notes={**self.workflow.notes, "planner": planner})
        self.log.workflow = self.workflow

    # -- the kinds of step ----------------------------------------------------------------------

    async def _approval(self, step: ToolStep, tool: EffectTool, args: BaseModel) -> bool:
        """Money waits for a press: the card, the plan's rows and the question in one commit."""
        run = self.run
        try:
            await self._check_words(args)
            draft = await run.abort.guard(drafted(run, tool, args.model_dump()))
        except (PersonError, VenueError) as error:
            self.steps.pop(0)
            self._observe(Observation(step, {}, ok=False, error=error))
            if isinstance(error, PersonError) and error.choices:
                return await self._offer(error)
            return await self._refused()
        rows = self.log.pending(self.steps)
        self._before_question()
        self.workflow = approvals.ask(run, self.workflow, rows[step.id].step_id, tool.name, draft)
        return await run.finish()

    async def _secret(self, step: ToolStep, request: SecretRequest) -> bool:
        """What must be typed before the call can run is asked for, and the turn ends."""
        row = self.log.pending(self.steps)[step.id]
        self._before_question()
        self.workflow = secrets.ask(self.run, self.workflow, step, row.step_id, request)
        return await self.run.finish()

    async def _check_words(self, args: BaseModel) -> None:
        """PersonError where a model's order is not the one that the person's words say."""
        if isinstance(args, TradeArguments) and not self.guard.trusted:
            asked = await disagreement(self.run, self.request, args)
            if asked is not None:
                raise asked

    async def _reason(self, step: ReasonStep) -> None:
        request = await self._text_request("reason", step.instruction)
        note = await written(self.run, request, self.guard, stream=False)
        self._observe(Observation(step, {"note": note}))
        self.steps.pop(0)

    async def _ask(self, step: AskUserStep) -> bool:
        question = self._question(step.question)
        rows = self.log.pending(self.steps)
        self._before_question(step.intent)
        return await ask_user(
            self.run,
            self.workflow,
            question,
            fair_options(step.options, self.guard),
            step.pending_fields,
            rows,
            step.id,
            step.intent,
            step.confirmation_target or "",
        )

    def _question(self, text: str) -> str:
        """A question in the model's words, less what the guard withholds."""
        said = self.guard.check(text).strip()
        if self.guard.passed or (said and self.guard.trusted):
            return said
        return f"{said} {say(self.run.turn.lang, 'ask.unclear')}".strip()

    def _before_question(self, intent: str = "") -> None:
        """What was found or done before the question is said first; the oldest may make room.

        What only suggests other requests lapses with the next one, and takes no room.
        """
        if intent != SUGGESTION:
            close_oldest(self.run, self.workflow.id)
        shown = self.fresh()
        blocks = [block for seen in shown for block in self.view(seen)]
        if blocks or self.notice:
            lead: list[Block] = [TextBlock(text=self.notice)] if self.notice else []
            rings = any(seen.acted for seen in shown)
            self.run.say([*lead, *blocks], rings=rings, **labels(shown))

    async def _refused(self) -> bool:
        """An order cannot be: said why, after what was found, and that the rest is not done."""
        shown = self.fresh()
        blocks = [block for seen in shown for block in self.view(seen)]
        if self.has_more():
            blocks.append(TextBlock(text=say(self.run.turn.lang, "failed.rest")))
        return await self._tell(blocks, "failed", shown)

    def _named(self, ids: Sequence[str]) -> list[Observation]:
        """The observations with these ids."""
        return [self.seen[key] for key in ids if key in self.seen]

    async def _respond(
        self,
        text: str | None,
        shown: Sequence[Observation],
        instruction: str | None,
        step: Step | None,
    ) -> bool:
        """The answer: checked words, the tools' own views, and how the turn ended."""
        blocks: list[Block] = []
        if self.notice:
            blocks.append(TextBlock(text=self.notice))
        if text:
            checked = self.guard.check(text).strip()
            if checked:
                blocks.append(TextBlock(text=checked))
        for seen in shown:
            blocks.extend(self.view(seen))
        if instruction:
            blocks.extend(await self._written(instruction, shown))
        if self.guard.withheld:
            blocks.append(TextBlock(text=say(self.run.turn.lang, "guard.withheld")))
        if step is not None:
            self.log.store(step, "done")
        if not blocks:
            blocks.append(TextBlock(text=say(self.run.turn.lang, "answer.empty")))
        return await self._tell(blocks, "completed", shown)

    async def _written(self, instruction: str, shown: Sequence[Observation]) -> list[Block]:
        """Words by the model from the observations; the views themselves when it cannot."""
        request = await self._text_request("respond", instruction)
        try:
            text = (await written(self.run, request, self.guard, stream=True)).strip()
        except ModelError as error:
            lang = self.run.turn.lang
            rest = [seen for seen in self.seen.values() if seen not in shown]
            views = [block for seen in rest for block in self.view(seen)]
            return [
                *views,
                TextBlock(text=model_error_text(error.kind, lang, own_model(self.run.turn))),
            ]
        return [TextBlock(text=text)] if text else []

    async def _offer(self, error: PersonError) -> bool:
        """Tell what was wrong and offer what would work, as buttons that restate the request."""
        shown = [seen for seen in self.seen.values() if seen.ok and seen.result]
        blocks = [block for seen in shown for block in self.view(seen)]
        return await offer_choices(self.run, self.workflow, error, blocks)

    async def _tell(
        self, blocks: list[Block], status: WorkflowStatus, shown: Sequence[Observation] = ()
    ) -> bool:
        run = self.run
        acted = any(seen.acted for seen in shown)
        blocks.extend(reminder(run, self.workflow.id))
        offers = [offer for seen in shown if seen.result for offer in seen.result.offers]
        if offers:
            moves = menus.moves_of(offers, run.turn.lang)
            said = menus.offer(run, blocks, moves, rings=acted, **labels(shown))
        else:
            said = run.say(blocks, rings=acted, **labels(shown))
        approvals.close_workflow(
            run, self.workflow, status, "" if status == "completed" else said.text
        )
        return await run.finish()

    # -- bookkeeping ----------------------------------------------------------------------------

    async def _text_request(
        self, purpose: Literal["reason", "respond"], instruction: str
    ) -> ChatRequest:
        await renew(self.run)
        return text_request(self.run, self.request, purpose, instruction, self._for_model())

    def _for_model(self) -> list[dict[str, Any]]:
        return [item.for_model() for item in self.seen.values()]

    def view(self, seen: Observation) -> list[Block]:
        """A step's result as blocks; a failure says what is unknown."""
        lang = self.run.turn.lang
        if seen.step.type != "tool":
            return []
        if seen.result is not None or seen.ok:
            tool = self.run.parts.registry.get(seen.step.tool_name)
            return list(tool.view(seen.data, lang)) if tool else []
        if isinstance(seen.error, PersonError):
            return [TextBlock(text=error_text(seen.error, lang))]
        if isinstance(seen.error, VenueError):
            return [TextBlock(text=unreadable_text(seen.error, self.run.turn.now, lang))]
        return [TextBlock(text=say(lang, "plan.failed"))]

    def _observe(self, observation: Observation) -> None:
        self.seen[observation.step.id] = observation
        self.workflow = self.log.workflow = settled(self.run, self.workflow, observation)
        learn(self.guard, self.run.parts.registry, observation)

    def _progress(self, type_: str, step: ToolStep, status: str) -> None:
        self.run.emit(
            type_,
            {"id": step.id, "status": status, "tool_name": step.tool_name},
            step.title or step.tool_name,
        )
