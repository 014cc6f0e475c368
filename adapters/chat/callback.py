"""What a button carries: its question and one of that question's choices, or the run to stop."""

from dataclasses import dataclass

PREFIX = "w"
STOP_PREFIX = "s"
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


@dataclass(frozen=True, kw_only=True, slots=True)
class StopData:
    """The Stop button of a running turn, as `s:<run id>`."""

    run_id: str

    def pack(self) -> str:
        """The text on the wire; ValueError when it does not fit or could not be read back."""
        packed = f"{STOP_PREFIX}:{self.run_id}"
        if not self.run_id or ":" in self.run_id or len(packed.encode()) > MOST_BYTES:
            raise ValueError(f"no callback data: {self!r}")
        return packed

    @classmethod
    def unpack(cls, text: str) -> "StopData | None":
        """What `pack` wrote as `text`; None for anything else."""
        prefix, _, run_id = text.partition(":")
        if prefix != STOP_PREFIX or not run_id or ":" in run_id:
            return None
        return cls(run_id=run_id)
