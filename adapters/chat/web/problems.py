"""Every error of the API as problem+json (RFC 9457): one shape, no stack trace, no input echoed."""

import http
import json
from collections.abc import Mapping, Sequence
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from core.errors import PersonError
from core.views.errors import error_text

log = structlog.get_logger(__name__)

MEDIA_TYPE = "application/problem+json"
_MOST_ERRORS = 10


class Problem(HTTPException):
    """A refusal with a reason for people (`detail`) and one for programs (`code`).

    `more` are further members of the body, e.g. `messages`.
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(status, detail, dict(headers) if headers else None)
        self.code = code
        self.more = more or {}


def problem_response(
    status: int,
    code: str,
    detail: str,
    *,
    headers: Mapping[str, str] | None = None,
    more: Mapping[str, Any] | None = None,
) -> Response:
    """The body of RFC 9457 with `code`, a stable name of what happened."""
    body = {
        "type": "about:blank",
        "title": http.HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        **(more or {}),
    }
    return Response(
        json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(errors="replace"),
        status,
        dict(headers) if headers else None,
        MEDIA_TYPE,
    )


def install(app: FastAPI) -> None:
    """Let every way of failing end in a problem."""
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(PersonError, _person)
    app.add_exception_handler(Exception, _unexpected)


async def _http(request: Request, error: Exception) -> Response:
    if isinstance(error, Problem):
        return problem_response(
            error.status_code, error.code, error.detail, headers=error.headers, more=error.more
        )
    if isinstance(error, HTTPException):
        code = http.HTTPStatus(error.status_code).name.lower()
        detail = {
            404: f"There is nothing at {request.url.path}.",
            405: f"{request.method} is not allowed here.",
        }.get(error.status_code, error.detail)
        return problem_response(error.status_code, code, detail, headers=error.headers)
    raise error


async def _invalid(request: Request, error: Exception) -> Response:
    found: Sequence[Any] = error.errors() if isinstance(error, RequestValidationError) else ()
    is_json = "json" in request.headers.get("content-type", "")
    if not is_json and any(tuple(one["loc"]) == ("body",) for one in found):
        return problem_response(
            415,
            "not_json",
            "Send a JSON body with the header Content-Type: application/json.",
        )
    errors = [
        {"at": ".".join(str(part) for part in one["loc"]), "problem": one["msg"]}
        for one in found[:_MOST_ERRORS]
    ]
    detail = "; ".join(f"{one['at']}: {one['problem']}" for one in errors)
    return problem_response(422, "invalid", detail, more={"errors": errors})


async def _person(request: Request, error: Exception) -> Response:  # noqa: ARG001  its place
    if not isinstance(error, PersonError):
        raise error
    return problem_response(409, error.key.replace(".", "_"), error_text(error, "en"))


async def _unexpected(request: Request, error: Exception) -> Response:
    log.error("request failed", path=request.url.path, error=type(error).__name__)
    return problem_response(
        500, "internal", "Something broke on our side. What you sent is kept if it was accepted."
    )
