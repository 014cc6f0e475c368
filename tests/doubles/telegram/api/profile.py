"""Command lists, name and descriptions."""

from tests.doubles.telegram.backend import Backend, Request
from tests.doubles.telegram.text import Json


def set_my_commands(backend: Backend, request: Request) -> bool:
    scope, language = _of(backend, request)
    backend.profile.set_commands(scope, language, request.params["commands"])
    return True


def get_my_commands(backend: Backend, request: Request) -> list[Json]:
    return backend.profile.commands(*_of(backend, request))


def delete_my_commands(backend: Backend, request: Request) -> bool:
    backend.profile.delete_commands(*_of(backend, request))
    return True


def set_my_name(backend: Backend, request: Request) -> bool:
    return _set(backend, request, "name", 64, "BOT_TITLE_INVALID")


def get_my_name(backend: Backend, request: Request) -> Json:
    return {"name": _text(backend, request, "name") or backend.bot.first_name}


def set_my_description(backend: Backend, request: Request) -> bool:
    return _set(backend, request, "description", 512, "BOT_DESCRIPTION_TOO_LONG")


def get_my_description(backend: Backend, request: Request) -> Json:
    return {"description": _text(backend, request, "description")}


def set_my_short_description(backend: Backend, request: Request) -> bool:
    return _set(backend, request, "short_description", 120, "BOT_SHORT_DESCRIPTION_TOO_LONG")


def get_my_short_description(backend: Backend, request: Request) -> Json:
    return {"short_description": _text(backend, request, "short_description")}


def _of(backend: Backend, request: Request) -> tuple[Json | None, str]:
    scope = request.params.get("scope")
    if scope and "chat_id" in scope:
        scope = scope | {"chat_id": backend.store.find_chat(scope["chat_id"]).id}
    return scope, request.params.get("language_code") or ""


def _set(backend: Backend, request: Request, what: str, longest: int, error: str) -> bool:
    text = request.params.get(what) or ""
    language = request.params.get("language_code") or ""
    backend.profile.set_text(what, language, text, longest, error)
    return True


def _text(backend: Backend, request: Request, what: str) -> str:
    return backend.profile.text(what, request.params.get("language_code") or "")
