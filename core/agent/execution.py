"""Carries out a plan: reads together, writes with their result, money through an approval.

The plan's steps are rows only when something must outlive the turn (a pause, an effect); a read
turn writes them together with its answer (DESIGN 13).
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel

from core.agent import approvals
from core.agent.context import effective_tools, revise_request, text_request
from core.agent.guard import Guard
from core.agent.observations import Observation, labels, plan_event, resolved
from core.agent.planner import (
    budget,
    count,
    revise,
    trace_call,
    within,
)
from core.agent.questions import ask_user, offer_choices
from core.agent.run import Run
from core.agent.step_log import StepLog
from core.domain.llm import ChatRequest, Finished, LLMEvent, TextDelta
from core.domain.outbound import Block, TextBlock
from core.domain.plan import AskUserStep, ReasonStep, Step, ToolStep, links
from core.domain.records import (
    Insert,
    StepRow,
    Workflow,
    WorkflowStatus,
)
from core.errors import ModelError, ModelMistake, NotAllowed, PersonError, VenueError
from core.tools.arguments import parse_arguments
from core.tools.policy import audit_refusal, check
from core.tools.registry import Action, EffectTool, Tool, ToolResult
from core.views.errors import error_text, model_error_text
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
        for observation in self.seen.values():
            self.guard.learn(observation.data)

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
                return await self._respond(step.text, step.show, step.instruction, step)
        shown = tuple(key for key, seen in self.seen.items() if seen.step.type == "tool")
        return await self._respond(None, shown, None, None)

    async def _tool(self, step: ToolStep) -> bool | None:
        """Run a tool step, or all reads that stand together with it. A bool ends the turn."""
        try:
            tool, args, action = self._call(step)
        except (ModelMistake, NotAllowed) as error:
            self._observe(Observation(step, {}, ok=False, error=error))
            self.steps.pop(0)
            return await self._after([step], mutated=False)
        if isinstance(tool, EffectTool) and action.effect in ("money", "destructive"):
            return await self._approval(step, tool, args)
        batch = [(step, tool, args)]
        if action.effect == "read":
            batch += self._reads_beside()
        for each, _, _ in batch:
            self._progress("step_start", each, "running")
        for observation in await self.run.abort.guard(self._together(batch)):
            self._observe(observation)
        for each, _, _ in batch:
            self._progress("step_complete", each, "done" if self.seen[each.id].ok else "failed")
        del self.steps[: len(batch)]
        return await self._after([each for each, _, _ in batch], mutated=action.effect != "read")

    async def _together(self, batch: list[tuple[ToolStep, Tool, BaseModel]]) -> list[Observation]:
        return await asyncio.gather(*(self._run(*each) for each in batch))

    def _reads_beside(self) -> list[tuple[ToolStep, Tool, BaseModel]]:
        """The reads that directly follow and depend on nothing."""
        found = []
        for step in self.steps[1:]:
            if step.type != "tool" or links(step.tool_args):
                break
            try:
                tool, args, action = self._call(step)
            except (ModelMistake, NotAllowed):
                break
            if action.effect != "read":
                break
            found.append((step, tool, args))
        return found

    def _call(self, step: ToolStep) -> tuple[Tool, BaseModel, Action]:
        """The tool, its checked arguments and the action: policy is asked again at run time."""
        run = self.run
        arguments = resolved(step.tool_args, self.seen)
        tool = run.parts.registry.get(step.tool_name)
        refusal = check(
            run.parts.registry,
            step.tool_name,
            allowed=effective_tools(run.parts, run.turn),
            role=run.turn.account.role,
            private=run.turn.conversation.private,
            arguments=arguments,
        )
        if refusal is not None or tool is None:
            reason = refusal.reason if refusal else "unknown tool"
            entry = audit_refusal(
                run.parts.ids.new(), run.turn.context(), step.tool_name, arguments, reason
            )
            run.add(Insert(record=entry))
            raise NotAllowed("policy.refused", tool=step.tool_name)
        args = parse_arguments(tool, arguments)
        return tool, args, tool.action(args)

    async def _run(self, step: ToolStep, tool: Tool, args: BaseModel) -> Observation:
        """One call; what a person or the venue must put right becomes an observation."""
        started = time.perf_counter()
        parents = [self.log.rows[step.id].step_id] if step.id in self.log.rows else []
        if not parents:
            parents = [self.log.store(step, "done").step_id]
        self.run.emit(
            "tool", {"id": step.id, "status": "running", "tool_name": step.tool_name}, step.title
        )
        try:
            result = await _read_in_time(tool, args, self.run)
        except (PersonError, VenueError) as error:
            self.log.mark(step, "failed")
            self.run.step(
                "tool_result",
                {"error": str(error), "ok": False},
                parents=parents,
                workflow=self.workflow,
                plan_step=step.id,
            )
            return Observation(step, {}, ok=False, error=error)
        self.log.mark(step, "done")
        self.log.record(step, result, parents, time.perf_counter() - started)
        return Observation(step, result.data, ok=result.ok, result=result)

    async def _after(self, steps: list[ToolStep], *, mutated: bool) -> bool | None:
        """After a batch: what a person must correct is asked; else perhaps one revision."""
        failed = [self.seen[step.id] for step in steps if not self.seen[step.id].ok]
        for observation in failed:
            if isinstance(observation.error, PersonError) and observation.error.choices:
                return await self._offer(observation.error)
        wants = any(step.replan_after for step in steps) or any(
            isinstance(observation.error, ModelMistake) for observation in failed
        )
        remaining = [step for step in self.steps if step.type != "respond"]
        if wants or (mutated and remaining):
            return await self._revise()
        return None

    async def _revise(self) -> bool | None:
        """Ask once what to do with the rest; only what has not run can change."""
        request = revise_request(self.request, [item.for_model() for item in self.seen.values()])
        revision = await revise(self.run.parts, self.run, request, frozenset(self.seen))
        if revision.action == "continue":
            return None
        if revision.action == "replace_remaining":
            self.steps = list(revision.steps)
            self.workflow = replace(self.workflow, plan_rev=self.workflow.plan_rev + 1)
            self.log.workflow = self.workflow
            self.run.emit("replan", plan_event(self.workflow.goal, self.steps))
            return None
        if revision.action == "ask_user":
            question = self.guard.check(revision.question or "")
            return await ask_user(
                self.run,
                self.workflow,
                question,
                revision.options,
                (),
                self.log.pending(self.steps),
            )
        shown = tuple(key for key, seen in self.seen.items() if seen.step.type == "tool")
        return await self._respond(None, shown, revision.instruction, None)

    # -- the kinds of step ----------------------------------------------------------------------

    async def _approval(self, step: ToolStep, tool: EffectTool, args: BaseModel) -> bool:
        """Money waits for a press: the card, the plan's rows and the question in one commit."""
        run = self.run
        try:
            draft = await tool.draft(args, run.turn.context())
        except PersonError as error:
            self._observe(Observation(step, {}, ok=False, error=error))
            if error.choices:
                return await self._offer(error)
            return await self._tell([TextBlock(text=error_text(error, run.turn.lang))], "failed")
        except VenueError:
            text = say(run.turn.lang, "venue.unreadable", at=f"{run.turn.now:%H:%M:%S}")
            return await self._tell([TextBlock(text=text)], "failed")
        rows = self.log.pending(self.steps)
        self._before_question()
        self.workflow = approvals.ask(run, self.workflow, rows[step.id].step_id, tool.name, draft)
        return await run.finish()

    async def _reason(self, step: ReasonStep) -> None:
        request = text_request(
            self.request,
            "reason",
            step.instruction,
            [item.for_model() for item in self.seen.values()],
        )
        note = await self._words(request, stream=False)
        self._observe(Observation(step, {"note": note}))
        self.steps.pop(0)

    async def _ask(self, step: AskUserStep) -> bool:
        question = self.guard.check(step.question)
        if not question.strip():
            question = say(self.run.turn.lang, "ask.unclear")
        rows = self.log.pending(self.steps)
        self._before_question()
        return await ask_user(
            self.run, self.workflow, question, step.options, step.pending_fields, rows, step.id
        )

    def _before_question(self) -> None:
        """What was found before the question is said first."""
        shown = [seen for seen in self.seen.values() if seen.step.type == "tool"]
        blocks = [block for seen in shown for block in self.view(seen)]
        if blocks or self.notice:
            lead: list[Block] = [TextBlock(text=self.notice)] if self.notice else []
            self.run.say([*lead, *blocks], **labels(shown))

    async def _respond(
        self, text: str | None, show: Sequence[str], instruction: str | None, step: Step | None
    ) -> bool:
        """The answer: checked words, the tools' own views, and how the turn ended."""
        blocks: list[Block] = []
        if self.notice:
            blocks.append(TextBlock(text=self.notice))
        if text:
            checked = self.guard.check(text).strip()
            if checked:
                blocks.append(TextBlock(text=checked))
        shown = [self.seen[key] for key in show if key in self.seen]
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
        observations = [item.for_model() for item in self.seen.values()]
        request = text_request(self.request, "respond", instruction, observations)
        try:
            written = (await self._words(request, stream=True)).strip()
        except ModelError as error:
            lang = self.run.turn.lang
            rest = [seen for seen in self.seen.values() if seen not in shown]
            views = [block for seen in rest for block in self.view(seen)]
            return [*views, TextBlock(text=model_error_text(error.kind, lang))]
        return [TextBlock(text=written)] if written else []

    async def _words(self, request: ChatRequest, *, stream: bool) -> str:
        """A text call; what streams out has passed the guard, sentence by sentence."""
        budget(self.run)
        return await self.run.abort.guard(self._released(request, stream=stream))

    async def _released(self, request: ChatRequest, *, stream: bool) -> str:
        released: list[str] = []
        async with within(request.timeout_s):
            async for event in self.run.parts.provider.chat(request):
                piece = self._checked(event, request, released)
                released.append(piece)
                if stream and piece:
                    self.run.emit("delta", {"text": piece})
        return "".join(released)

    def _checked(self, event: LLMEvent, request: ChatRequest, before: Sequence[str]) -> str:
        """What of an event may be shown: sentences that passed the guard."""
        if isinstance(event, TextDelta):
            return self.guard.feed(event.text)
        if isinstance(event, Finished):
            rest = self.guard.rest()
            count(self.run, event)
            trace_call(self.run, request, event, "".join(before) + rest)
            return rest
        return ""

    async def _offer(self, error: PersonError) -> bool:
        """Tell what was wrong and offer what would work, as buttons that restate the request."""
        shown = [seen for seen in self.seen.values() if seen.ok and seen.result]
        blocks = [block for seen in shown for block in self.view(seen)]
        return await offer_choices(self.run, self.workflow, error, blocks)

    async def _tell(
        self, blocks: list[Block], status: WorkflowStatus, shown: Sequence[Observation] = ()
    ) -> bool:
        run = self.run
        acted = any(seen.result and seen.result.writes for seen in shown)
        blocks.extend(
            TextBlock(text=say(run.turn.lang, "waiting.reminder", title=waiting.question))
            for waiting in run.turn.open
            if waiting.workflow_id != self.workflow.id
        )
        said = run.say(blocks, rings=acted, **labels(shown))
        approvals.close_workflow(
            run, self.workflow, status, "" if status == "completed" else said.text
        )
        return await run.finish()

    # -- bookkeeping ----------------------------------------------------------------------------

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
            at = f"{self.run.turn.now:%H:%M:%S}"
            return [TextBlock(text=say(lang, "venue.unreadable", at=at))]
        return [TextBlock(text=say(lang, "plan.failed"))]

    def _observe(self, observation: Observation) -> None:
        self.seen[observation.step.id] = observation
        self.guard.learn(observation.data)
        if observation.result and observation.result.writes and observation.ok:
            self.guard.acted = True

    def _progress(self, type_: str, step: ToolStep, status: str) -> None:
        self.run.emit(
            type_,
            {"id": step.id, "status": status, "tool_name": step.tool_name},
            step.title or step.tool_name,
        )


async def _read_in_time(tool: Tool, args: BaseModel, run: Run) -> ToolResult:
    """A tool's result; a read that hangs is an unknown, not a turn that never ends."""
    try:
        async with asyncio.timeout(run.parts.limits.read_s):
            return await tool.run(args, run.turn.context())
    except TimeoutError as error:
        raise VenueError(f"{tool.name} took too long") from error
