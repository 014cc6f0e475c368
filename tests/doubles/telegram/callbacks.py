"""Presses of inline buttons, each waiting a short while for its one answer."""

import itertools
from dataclasses import dataclass

from .clock import Clock
from .errors import bad_request
from .model import Message, User
from .text import Json
from .updates import Update

TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


@dataclass(frozen=True)
class Answer:
    """What the presser sees: a toast, or an alert to be closed by hand."""

    text: str = ""
    show_alert: bool = False
    url: str = ""


@dataclass(eq=False)
class Press:
    id: str
    user: User
    message: Message
    data: str
    pressed_at: float
    payload: Json
    update: Update
    answer: Answer | None = None

    @property
    def answered(self) -> bool:
        return self.answer is not None


class Presses:
    def __init__(self, clock: Clock, ttl: float) -> None:
        self._clock = clock
        self._ids = itertools.count(4_382_000_000_000_001)
        self.ttl = ttl
        self.all: list[Press] = []

    def next_id(self) -> str:
        return str(next(self._ids))

    def waiting(self, press: Press) -> bool:
        return not press.answered and self._clock.now() < press.pressed_at + self.ttl

    def answer(self, query_id: str, answer: Answer) -> None:
        """The first answer in time counts; everything else is refused alike."""
        press = next((press for press in self.all if press.id == query_id), None)
        if press is None or not self.waiting(press):
            raise bad_request(TOO_OLD)
        if len(answer.text) > 200:
            raise bad_request("MESSAGE_TOO_LONG")
        press.answer = answer
