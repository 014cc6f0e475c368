"""All that is used of simcord's insides: they are no public API, so pinned, and only here."""

from typing import Any

from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.backend.models.message import AllowedMentions
from simcord.http import router, routes
from simcord.intents import censor_message
from simcord.interactions import base_payload

NO_PING = AllowedMentions(replied_user=False)
"""How somebody replies without mentioning whom they reply to."""
ROUTES = routes
"""Imported so that its routes are known to the router."""


def user_payload(backend: Backend, user: Any) -> dict[str, Any]:
    return dict(serializers.user_payload(user))


def message_payload(backend: Backend, message: Any) -> dict[str, Any]:
    return dict(serializers.message_payload(backend, message))


def guild_payload(backend: Backend, guild: Any) -> dict[str, Any]:
    return dict(serializers.guild_create_payload(backend, guild))


def without_content(backend: Backend, payload: dict[str, Any]) -> None:
    """As a bot without the message-content intent gets it."""
    censor_message(payload, backend.bot_user.id, backend=backend)


def dispatch(backend: Backend, method: str, path: str, **call: Any) -> Any:
    """What the route answers; BackendError for what Discord refuses."""
    return router.dispatch(backend, method, path, **call)


def interaction(
    backend: Backend, type_: int, channel_id: int, guild_id: int | None, user_id: int, data: Any
) -> tuple[Any, dict[str, Any]]:
    """A new interaction and its payload."""
    return base_payload(
        backend,
        type=type_,
        channel_id=channel_id,
        guild_id=guild_id,
        user_id=user_id,
        data=data,
    )


__all__ = ["ROUTES", "Backend", "BackendError"]
