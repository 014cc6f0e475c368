"""What a button carries: the id of its question and one of that question's choices."""

from dataclasses import dataclass

PREFIX = "w"
MOST_BYTES = 64
"""Telegram's limit for callback data; counted in bytes, not in characters."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CallbackData:
    """A press of a question's button, as `w:<question id>:<choice>`."""

    question_id: str
    choice: str

    def pack(self) -> str:
        """The text on the wire; ValueError when it does not fit or could not be read back."""
        if not self.question_id or not self.choice or ":" in self.question_id:
            raise ValueError(f"no callback data: {self!r}")
        packed = f"{PREFIX}:{self.question_id}:{self.choice}"
        if len(packed.encode()) > MOST_BYTES:
            raise ValueError(f"callback data is over {MOST_BYTES} bytes: {packed!r}")
        return packed

    @classmethod
    def unpack(cls, text: str) -> "CallbackData | None":
        """What `pack` wrote as `text`; None for anything else, an old screen's or a forgery."""
        prefix, _, rest = text.partition(":")
        question_id, _, choice = rest.partition(":")
        if prefix != PREFIX or not question_id or not choice:
            return None
        return cls(question_id=question_id, choice=choice)
