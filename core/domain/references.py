"""CurrentReferences: what "it", "this one" and "the second" mean."""

from datetime import datetime
from typing import Literal

from core.domain.outbound import Value

ReferenceKind = Literal["symbol", "position", "order", "strategy", "trader", "model", "exchange"]


class Reference(Value):
    """One thing that was named or shown: its id (for a symbol or position the unified symbol)."""

    kind: ReferenceKind
    id: str
    name: str
    at: datetime


class References(Value):
    """The newest reference of each kind, and the last list shown, in the order shown."""

    current: tuple[Reference, ...] = ()
    last_list: tuple[Reference, ...] = ()

    def of(self, kind: ReferenceKind) -> Reference | None:
        """The current reference of this kind."""
        return next((item for item in self.current if item.kind == kind), None)

    def with_(self, *items: Reference) -> "References":
        """These references replacing those of the same kind; the newest comes first."""
        kinds = {item.kind for item in items}
        kept = tuple(item for item in self.current if item.kind not in kinds)
        return self.model_copy(update={"current": tuple(items) + kept})
