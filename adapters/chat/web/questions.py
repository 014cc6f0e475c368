"""Open questions, and their answers: a choice is a press, a text is words in the conversation."""

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict
from starlette.responses import JSONResponse, Response

from adapters.chat.web import turns
from adapters.chat.web.auth import Caller
from adapters.chat.web.door import Door, IdempotencyKey, fingerprint
from adapters.chat.web.problems import Problem
from adapters.chat.web.readable import Readable
from adapters.chat.web.schemas import (
    BODY,
    MessagesReply,
    QuestionsReply,
    StillRunning,
    problems,
)
from core.assistant import Accepted, RunView
from core.domain.conversation import Body, ConversationKey, Lang, Press, Text
from core.domain.records import Account, Waiting
from core.views.words import say

CLOSED = ("answered", "replaced", "cancelled")


class AnswerRequest(BaseModel):
    """One of the question's choices, or words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    choice: Readable | None = None
    text: Readable | None = None


def add_routes(router: APIRouter, door: Door) -> None:
    """The list, and the way to answer."""

    @router.get("/api/v1/questions", responses={200: {"model": QuestionsReply}, **problems(401)})
    async def questions(account: Caller) -> Response:
        """The caller's open questions, wherever they were asked."""
        return JSONResponse({"questions": await door.assistant.questions(account)})

    @router.post(
        "/api/v1/questions/{question_id}/answer",
        responses={
            200: {"model": MessagesReply},
            202: {"model": StillRunning},
            **problems(401, 403, 404, 409, 410, 429, *BODY),
        },
    )
    async def answer(
        question_id: Readable,
        body: AnswerRequest,
        account: Caller,
        request: Request,
        key: IdempotencyKey = None,
    ) -> Response:
        """Answer a question of the caller's and wait for what comes of it, at most 55 s."""
        answering = Answering(door, account, language(request, account))
        turn = await answering.accepted(question_id, body, key)
        last = await turns.ended(door, turn)
        view = await door.assistant.run(turn.run_id) if last is not None else None
        if view is None:
            return JSONResponse({"run_id": turn.run_id}, 202)
        return await answering.told(question_id, view)


class Answering:
    """One answer on its way: what is plainly refused costs no turn, the rest the engine decides."""

    def __init__(self, door: Door, account: Account, lang: Lang) -> None:
        self.door = door
        self.account = account
        self.lang = lang

    async def accepted(self, question_id: str, body: AnswerRequest, key: str | None) -> Accepted:
        """The turn of this answer; a Problem when there can be none."""
        if (body.choice is None) == (body.text is None):
            raise Problem(422, "choice_or_text", "Send either choice or text.")
        waiting = await self.door.assistant.question(question_id)
        if waiting is None:
            raise self._unknown()
        dedupe_key = self.door.dedupe_key(self.account, key)
        if waiting.account_id != self.account.id:
            await self._record_foreign(waiting, body, dedupe_key)
            raise self._not_yours()
        if key is None or not await self.door.used(dedupe_key):
            await self._check(waiting, body)
        said, conversation = self._inbound(waiting, body)
        return await self.door.accept(
            self.account,
            said,
            conversation=conversation,
            dedupe_key=dedupe_key,
            fingerprint=fingerprint(
                {"question": question_id, "choice": body.choice, "text": body.text}
            ),
        )

    def _inbound(self, waiting: Waiting, body: AnswerRequest) -> tuple[Body, ConversationKey]:
        if body.choice is not None:
            pressed = Press(question_id=waiting.id, choice=body.choice)
            return pressed, self.door.conversation(self.account)
        said = Text(text=body.text or "", question_id=waiting.id)
        return said, ConversationKey.parse(waiting.conversation_id)

    async def _check(self, waiting: Waiting, body: AnswerRequest) -> None:
        """What needs no turn to be refused."""
        if waiting.status in CLOSED:
            raise await self._already(waiting)
        if body.choice is not None:
            if all(item["id"] != body.choice for item in waiting.choices):
                raise self._unknown_choice()
        elif waiting.status == "expired":
            # Words find open questions only; a press on the old card is offered a fresh one.
            raise self._expired([])

    async def _record_foreign(self, waiting: Waiting, body: AnswerRequest, dedupe_key: str) -> None:
        """A press on somebody else's card goes on record; nobody waits for that."""
        if body.choice is not None:
            await self.door.accept(
                self.account,
                Press(question_id=waiting.id, choice=body.choice),
                conversation=self.door.conversation(self.account),
                dedupe_key=dedupe_key,
                fingerprint=fingerprint({"question": waiting.id, "choice": body.choice}),
            )

    async def told(self, question_id: str, view: RunView) -> Response:
        """The end of the turn as the contract's statuses."""
        match view.outcome:
            case "already_answered":
                waiting = await self.door.assistant.question(question_id)
                raise self._unknown() if waiting is None else await self._already(waiting)
            case "expired":
                raise self._expired(view.messages)
            case "not_yours":
                raise self._not_yours()
            case "unknown_question":
                raise self._unknown()
            case "unknown_choice":
                raise self._unknown_choice()
            case _:
                return JSONResponse({"messages": view.messages})

    async def _already(self, waiting: Waiting) -> Problem:
        press = Press(question_id=waiting.id, choice=waiting.answered_choice)
        key = self.door.conversation(self.account)
        check = await self.door.assistant.check_press(key, press, self.lang)
        at = waiting.answered_at
        more = {
            "answered_by": self.account.name,
            "answered_where": waiting.answered_where,
            "answered_choice": waiting.answered_choice,
            "answered_at": at.isoformat().replace("+00:00", "Z") if at else None,
        }
        return Problem(409, "already_answered", check.text, more=more)

    def _expired(self, messages: list[dict[str, Any]]) -> Problem:
        key = "approval.expired" if any(one["kind"] == "question" for one in messages) else ""
        text = say(self.lang, key or "ask.expired")
        return Problem(410, "expired", text, more={"messages": messages})

    def _not_yours(self) -> Problem:
        return Problem(403, "not_yours", say(self.lang, "press.not_yours"))

    def _unknown(self) -> Problem:
        return Problem(404, "unknown_question", say(self.lang, "press.unknown"))

    def _unknown_choice(self) -> Problem:
        return Problem(422, "unknown_choice", say(self.lang, "press.unknown_choice"))


def language(request: Request, account: Account) -> Lang:
    """The language of a refusal: the request's first wish, else the account's."""
    wish = request.headers.get("accept-language") or account.lang
    return "zh" if wish.strip().casefold().startswith("zh") else "en"
