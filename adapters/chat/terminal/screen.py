"""What a terminal shows: messages as text, choices as numbered lines, each message once."""

from collections import OrderedDict
from collections.abc import Collection
from typing import TextIO

from adapters.chat.terminal.api import Message

PROMPT = "> "
HIDDEN = "🔑 "
"""The prompt while what is typed is not shown."""
_CLEAR_LINE = "\r\x1b[K"
_REMEMBERED = 1000
# Lines, columns, and what joins signs to an emoji or to a word.
_HARMLESS = "\n\t\u200c\u200d"


class Screen:
    """Writes to a terminal (`interactive`) or a pipe; knows which question was printed last."""

    def __init__(self, out: TextIO, *, interactive: bool) -> None:
        self._out = out
        self._interactive = interactive
        self._shown: OrderedDict[str, None] = OrderedDict()
        self._question: Message | None = None
        self._half_line = False
        self.secret = ""
        """The question whose secret is typed next; empty: none."""

    def show(self, message: Message, *, is_open: bool = True) -> bool:
        """Print a message; False when it was printed before."""
        if message["id"] in self._shown:
            return False
        self._shown[message["id"]] = None
        while len(self._shown) > _REMEMBERED:
            self._shown.popitem(last=False)
        self._question = None
        if message["role"] == "user":
            self._write(f"{PROMPT}{printable(message['text'])}")
            return True
        self._write(printable(message["text"]))
        if message.get("question_id") and is_open:
            self._question = message
            if (message.get("data") or {}).get("secret"):
                self.secret = message["question_id"]
            for number, choice in enumerate(message["choices"], 1):
                self._write(f"  {number}. {printable(choice['label'])}")
        self._write("")
        return True

    def choice(self, text: str) -> tuple[str, str] | None:
        """The choice that a line names: (question, choice), by its number or label.

        Only of the question that was printed last. One that can only be cancelled asks for words,
        which may be a number themselves, so there a number is no choice.
        """
        question, typed = self._question, text.strip().casefold()
        if question is None:
            return None
        choices = question["choices"]
        takes_numbers = any(choice["id"] != "cancel" for choice in choices)
        for number, choice in enumerate(choices, 1):
            if (takes_numbers and typed == str(number)) or typed in _names(choice["label"]):
                return question["question_id"], choice["id"]
        return None

    def forget_secret_unless(self, waiting: Collection[str]) -> None:
        """Nobody asks for the secret any more, unless its question is among those that wait."""
        if self.secret not in waiting:
            self.secret = ""

    def note(self, text: str) -> None:
        """A line of ours, not of the conversation."""
        self._write(text)

    def prompt(self) -> None:
        """Where to type, on a terminal."""
        self._half(HIDDEN if self.secret else PROMPT)

    def working(self) -> None:
        """A sign of life, on a terminal."""
        self._half("…")

    def _half(self, text: str) -> None:
        if self._interactive:
            self._out.write(f"{_CLEAR_LINE}{text}")
            self._out.flush()
            self._half_line = True

    def _write(self, text: str) -> None:
        if self._half_line:
            self._out.write(_CLEAR_LINE)
            self._half_line = False
        self._out.write(f"{text}\n")
        self._out.flush()


def _names(label: str) -> set[str]:
    """How a label may be typed: whole, and without its sign in front."""
    whole = label.casefold()
    start = next((place for place, char in enumerate(whole) if char.isalnum()), 0)
    return {whole, whole[start:]}


def printable(text: str) -> str:
    """The text without what would steer the terminal: quoted news may hold escape sequences."""
    return "".join(char if char in _HARMLESS or char.isprintable() else "\ufffd" for char in text)
