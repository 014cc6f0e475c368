"""A refusal, whatever its shape on the wire."""

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


class Rejected(Exception):
    """The request is one that the real API answers with an error."""

    def __init__(self, message: str, *, status: int = 400, others: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.others = others
        """What else is wrong with it. The API names the first thing only."""
