"""GET /healthz: the process lives. GET /readyz: what it stands on answers."""

import asyncio
from collections.abc import Awaitable

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from adapters.chat.web.problems import Problem
from adapters.chat.web.schemas import problems
from core.assistant import Assistant
from core.domain.records import Query, Setting

_PATIENCE_S = 2.0


def health_router(assistant: Assistant) -> APIRouter:
    """Two routes without a bearer, which tell nothing that is anybody's."""
    router = APIRouter()
    parts = assistant.parts

    @router.get("/healthz")
    async def healthz() -> Response:
        """Whether this process answers."""
        return JSONResponse({"status": "alive"})

    @router.get("/readyz", responses=problems(503))
    async def readyz() -> Response:
        """Whether SQL and Redis answer; 503 names the part that does not."""
        sql, redis = await asyncio.gather(
            _answers(parts.records.find(Query(kind=Setting, limit=1))),
            _answers(parts.waiting.ping()),
        )
        named = {"sql": _word(sql), "redis": _word(redis)}
        if sql and redis:
            return JSONResponse({"status": "ready", "parts": named})
        silent = " and ".join(name for name, word in named.items() if word != "ok")
        raise Problem(503, "not_ready", f"No answer from {silent}.", more={"parts": named})

    return router


async def _answers(question: Awaitable[object]) -> bool:
    try:
        async with asyncio.timeout(_PATIENCE_S):
            return await question is not False
    except Exception:  # noqa: BLE001 - whatever way it fails, the answer is no
        return False


def _word(answers: bool) -> str:  # noqa: FBT001  it is the question
    return "ok" if answers else "no answer"
