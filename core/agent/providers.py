"""Which model a turn asks: the person's own default, else the profile's, else the worker's."""

from core.agent.parts import Parts
from core.agent.turn import Turn
from core.ports import LLMProvider


def provider_of(parts: Parts, turn: Turn) -> LLMProvider:
    """Who plans and writes in this turn."""
    if turn.model is not None:
        return parts.clients.of(turn.model)
    return parts.models.get(turn.profile.name, parts.provider)


def own_model(turn: Turn) -> str:
    """The name of the person's own model, where that is who plans; else nothing."""
    return turn.model.name if turn.model is not None else ""


def service_of(parts: Parts, turn: Turn) -> str:
    """What a failure of its service is noted under: one person's refused key is nobody else's.

    A config that was changed since is worth asking again at once.
    """
    if turn.model is not None:
        return f"{turn.model.id}@{turn.model.updated_at.isoformat()}"
    return provider_of(parts, turn).name
