"""What was understood, as the plan that any planner submits."""

from typing import Any

from adapters.llm.offline.reading import Ask, Call, Calls, Reading, Say
from core.domain.llm import PlanningContext
from core.views.words import say

ANSWER = "answer"
_LABEL = 60
_GOAL = 500
_TITLE = 120
_MOST_OPTIONS = 10

Input = dict[str, Any]


def plan_of(reading: Reading, context: PlanningContext) -> Input:
    """The arguments of submit_plan; only tools that the context allows are in it."""
    allowed = _allowed(reading, context)
    intro = say(context.lang, "offline_intro") if context.introduce else ""
    match allowed:
        case Calls():
            return _calls(allowed, intro)
        case Ask():
            return _ask(allowed.question, allowed.field, allowed.options, intro, "tool_call")
        case Say(text=text, options=options) if options:
            return _ask(text, "request", options, intro, "chat")
        case Say():
            return _say(allowed, intro)


def _allowed(reading: Reading, context: PlanningContext) -> Reading:
    match reading:
        case Calls(calls=calls):
            wanted = {call.tool for call in calls}
        case Ask(tool=tool) if tool:
            wanted = {tool}
        case _:
            wanted = set()
    return reading if wanted <= context.tools else Say(say(context.lang, "offline_not_here"))


def _calls(reading: Calls, intro: str) -> Input:
    tools = [_tool(f"s{number}", call) for number, call in enumerate(reading.calls, 1)]
    answer: Input = {"type": "respond", "id": ANSWER, "show": [tool["id"] for tool in tools]}
    if text := _paragraphs(intro, reading.text):
        answer["text"] = text
    goal = "; ".join(call.title for call in reading.calls)
    return {"goal": goal[:_GOAL], "intent": reading.intent, "steps": [*tools, answer]}


def _tool(step_id: str, call: Call) -> Input:
    return {
        "type": "tool",
        "id": step_id,
        "title": call.title[:_TITLE],
        "tool_name": call.tool,
        "tool_args": call.arguments,
        "requires_confirmation": call.tool == "execute_trade",
    }


def _ask(question: str, field: str, options: tuple[str, ...], intro: str, intent: str) -> Input:
    labels = list(dict.fromkeys(option.strip()[:_LABEL] for option in options if option.strip()))
    step = {
        "type": "ask_user",
        "id": "ask",
        "question": _paragraphs(intro, question),
        "intent": "rephrase" if field == "request" else "provide_missing_information",
        "pending_fields": [field],
        "options": [{"label": label, "value": label} for label in labels[:_MOST_OPTIONS]],
    }
    return {"goal": question.partition("\n")[0][:_GOAL], "intent": intent, "steps": [step]}


def _say(reading: Say, intro: str) -> Input:
    text = _paragraphs(intro, reading.text)
    step = {"type": "respond", "id": ANSWER, "text": text}
    return {"goal": reading.text.partition("\n")[0][:_GOAL], "intent": "chat", "steps": [step]}


def _paragraphs(*texts: str) -> str:
    return "\n\n".join(text for text in texts if text)
