"""The web surface: the HTTP API of DESIGN 11 and the page, over TCP or on the unix socket."""

import asyncio
from collections.abc import Collection
from pathlib import Path

from fastapi import FastAPI
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

from adapters.chat.web import (
    admin,
    chat,
    history,
    images,
    lists,
    questions,
    run_events,
    runs,
    tools,
)
from adapters.chat.web.admin import MoveMarket
from adapters.chat.web.auth import StartCodes, as_owner, by_bearer, guarded, session_router
from adapters.chat.web.door import Door
from adapters.chat.web.gate import Gate
from adapters.chat.web.health import health_router
from adapters.chat.web.problems import install
from core.assistant import Assistant
from core.ports import Clock, Ids

PAGE = Path(__file__).parent / "page"
WAIT_S = 55.0


def create_app(
    assistant: Assistant,
    *,
    clock: Clock,
    ids: Ids,
    web_token: str | None,
    allowed_hosts: Collection[str],
    start_codes: StartCodes,
    local: bool,
    move_market: MoveMarket | None = None,
    wait_s: float = WAIT_S,
    closing: asyncio.Event | None = None,
) -> FastAPI:
    """The app as uvicorn serves it.

    Over TCP every caller brings a bearer, and Host must be loopback or one of `allowed_hosts`.
    `local`: for a socket that only the owner can open; the caller is the owner, on the platform
    terminal, and /admin is there. `move_market` is given where the market is simulated. Set
    `closing` before the server stops: a page's stream would hold it up.
    """
    app = FastAPI(
        title="Bellwether",
        docs_url=None,  # they load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    install(app)
    app.add_middleware(Gate, hosts=None if local else allowed_hosts)
    door = Door(
        assistant=assistant,
        clock=clock,
        ids=ids,
        platform="terminal" if local else "web",
        wait_s=wait_s,
        closing=closing or asyncio.Event(),
    )
    people = assistant.people
    router = guarded(as_owner(people) if local else by_bearer(people, web_token))
    for part in (chat, questions, history, images, runs, run_events, tools, lists):
        part.add_routes(router, door)
    if local:
        admin.add_routes(router, door, move_market)
    else:
        app.include_router(session_router(people, start_codes, clock))
        _serve_page(app)
    app.include_router(router)
    app.include_router(health_router(assistant))
    return app


def _serve_page(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    async def page() -> Response:
        return FileResponse(PAGE / "index.html", headers={"Cache-Control": "no-cache"})

    app.mount("/page", StaticFiles(directory=PAGE))
