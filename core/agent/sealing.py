"""The inbox holds what people wrote under seal until it is handled (DESIGN 4.1)."""

from dataclasses import replace

from pydantic import TypeAdapter

from core.domain.conversation import Command, Inbound, Press, Text
from core.domain.masking import masked_text
from core.domain.records import InboxItem
from core.ports import Sealer

_INBOUND: TypeAdapter[Inbound] = TypeAdapter(Inbound)


def sealed(sealer: Sealer, item_id: str, inbound: Inbound) -> str:
    """The inbound as its row keeps it, bound to that row."""
    return sealer.seal(_INBOUND.dump_json(inbound).decode(), inbox_place(item_id))


def unsealed(sealer: Sealer, item: InboxItem) -> Inbound:
    """What a row holds; ValueError when it was sealed for another place or key."""
    return _INBOUND.validate_json(sealer.open(item.payload, inbox_place(item.id)))


def without_secrets(inbound: Inbound) -> Inbound:
    """What was typed, with whatever looks like a key replaced: only the seal ever holds it (I8)."""
    match inbound.body:
        case Text(text=text) as body:
            return replace(inbound, body=replace(body, text=masked_text(text)))
        case Command(name="cancel"):
            return inbound  # A run's id looks like a key. What is written here is kept nowhere.
        case Command(argument=argument) as body:
            return replace(inbound, body=replace(body, argument=masked_text(argument)))
        case Press():
            return inbound


def inbox_place(item_id: str) -> str:
    """Where the row with this id is sealed for."""
    return f"inbox:{item_id}:payload"
