"""CurrentReferences: what "it", "this one" and "the second" mean."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Literal

from core.domain.outbound import Value

ReferenceKind = Literal[
    "symbol", "position", "order", "strategy", "trader", "model", "exchange", "memory"
]


class Reference(Value):
    """One thing that was named or shown: its id (for a symbol or position the unified symbol)."""

    kind: ReferenceKind
    id: str
    name: str
    at: datetime

    def is_same(self, other: "Reference") -> bool:
        """Whether both are of the same thing, whenever it was named."""
        return (self.kind, self.id) == (other.kind, other.id)


class References(Value):
    """The newest reference of each kind, and the last list shown, in the order shown."""

    current: tuple[Reference, ...] = ()
    last_list: tuple[Reference, ...] = ()

    def of(self, kind: ReferenceKind) -> Reference | None:
        """The current reference of this kind."""
        return next((item for item in self.current if item.kind == kind), None)

    def newest(self) -> Reference | None:
        """What "it" means: the newest named; a position rather than the coin that it is of."""
        if not self.current:
            return None
        newest = self.current[0]
        held = self.of("position")
        if held is not None and newest.kind in ("symbol", "order") and _coin(newest) == _coin(held):
            return held
        return newest

    def newest_traded(self) -> Reference | None:
        """What "it" means to an order or a price: the newest market or position."""
        kinds = ("symbol", "position")
        traded = tuple(item for item in self.current if item.kind in kinds)
        return References(current=traded).newest()

    def at(self, place: int) -> Reference | None:
        """The thing at this place of the last list: 1 is the first, -1 the last."""
        index = place - 1 if place > 0 else place
        is_there = place and -len(self.last_list) <= index < len(self.last_list)
        return self.last_list[index] if is_there else None

    def with_(self, *items: Reference) -> "References":
        """These references replacing those of the same kind; the newest comes first."""
        kinds = {item.kind for item in items}
        kept = tuple(item for item in self.current if item.kind not in kinds)
        return self.model_copy(update={"current": tuple(items) + kept})

    def listing(self, items: "tuple[Reference, ...]") -> "References":
        """This list was shown last. Of several things of a kind, none is "it" any more.

        Several positions shown leave no coin either: "close it" would else mean one named before.
        """
        kinds = {item.kind for item in items}
        if "position" in kinds:
            kinds.add("symbol")
        kept = self.without(kinds) if len(items) > 1 else self
        return kept.model_copy(update={"last_list": items})

    def without(self, kinds: Iterable[ReferenceKind]) -> "References":
        """Nothing of these kinds is spoken of any more; the list shown stays."""
        gone = frozenset(kinds)
        kept = tuple(item for item in self.current if item.kind not in gone)
        return self.model_copy(update={"current": kept})


def revived(
    references: References, existing: Mapping[ReferenceKind, Sequence[Reference]]
) -> tuple[References, tuple[Reference, ...]]:
    """The references as their things are now, and those whose thing is gone, which stay as is.

    An id that is gone falls back to its name, where one thing has it. `existing` has every kind
    that is known; of other kinds nothing is said.
    """
    gone: list[Reference] = []

    def present(item: Reference) -> Reference:
        things = existing.get(item.kind)
        if things is None:
            return item
        found = [one for one in things if one.id == item.id]
        found = found or [one for one in things if one.name == item.name]
        if len(found) != 1:
            gone.append(item)
            return item
        return found[0].model_copy(update={"at": item.at})

    current = tuple(present(item) for item in references.current)
    listed = tuple(present(item) for item in references.last_list)
    return References(current=current, last_list=listed), tuple(gone)


def _coin(reference: Reference) -> str:
    """The coin of a market, a position or an order, whose name is its market."""
    return reference.name.partition("/")[0]
