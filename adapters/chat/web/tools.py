"""POST /api/v1/tools/{tool}: a read tool's figures, under the same policy as a turn's."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from starlette.responses import JSONResponse, Response

from adapters.chat.web.auth import Caller
from adapters.chat.web.door import Door
from adapters.chat.web.problems import Problem
from adapters.chat.web.questions import language
from adapters.chat.web.readable import readable
from adapters.chat.web.schemas import BODY, ToolReply, problems
from core.agent.turn import zone_of
from core.domain.conversation import Lang
from core.domain.records import Account, ExchangeAccount, Insert, Preference, Query
from core.domain.references import References
from core.errors import ModelMistake, PersonError, VenueError
from core.tools.arguments import parse_arguments
from core.tools.policy import audit_refusal, check, effective
from core.tools.registry import Tool, ToolContext
from core.trading.accounts import default_account
from core.views.errors import error_text
from core.views.words import say

Arguments = Annotated[dict[str, Any] | None, Body(description="The tool's arguments.")]


def add_routes(router: APIRouter, door: Door) -> None:
    """The one route for all read tools."""

    @router.post(
        "/api/v1/tools/{tool_name}",
        responses={
            200: {"model": ToolReply},
            **problems(401, 403, 404, 503, *BODY),
        },
    )
    async def read_tool(
        tool_name: str, account: Caller, request: Request, arguments: Arguments = None
    ) -> Response:
        """Run a tool that only reads; its arguments are the body."""
        parts = door.assistant.parts
        tool = parts.registry.get(tool_name)
        if tool is None:
            raise Problem(404, "unknown_tool", f"There is no tool {tool_name}.")
        lang = language(request, account)
        given: dict[str, Any] = readable(arguments or {})
        context = await _context(door, account, lang)
        await _allowed(door, tool, given, context)
        try:
            result = await tool.run(parse_arguments(tool, given), context)
        except ModelMistake as mistake:
            raise Problem(422, "invalid", str(mistake)) from mistake
        except PersonError as error:
            raise Problem(422, error.key, error_text(error, lang)) from error
        except VenueError as error:
            at = f"{door.clock.now():%H:%M:%S}"
            text = say(lang, "venue.unreadable", at=at)
            raise Problem(503, "venue_unreadable", text) from error
        if result.pictures:
            await parts.records.commit(*(Insert(record=one) for one in result.pictures))
        as_of = result.as_of.isoformat().replace("+00:00", "Z")
        return JSONResponse({"data": result.data, "as_of": as_of, "mode": result.mode})


async def _allowed(door: Door, tool: Tool, arguments: dict[str, Any], context: ToolContext) -> None:
    """Refuse what is no read, or not allowed to this account; a refusal goes on record."""
    parts = door.assistant.parts
    role = context.account.role
    refusal = check(
        parts.registry,
        tool.name,
        allowed=effective(
            parts.registry,
            profile_allow=None,
            system_allow=parts.system_tools,
            role=role,
            private=True,
        ),
        role=role,
        private=True,
        arguments=arguments,
    )
    reason = refusal.reason if refusal is not None else _no_read(tool, arguments)
    if reason is None:
        return
    entry = audit_refusal(parts.ids.new(), context, tool.name, arguments, reason)
    await parts.records.commit(Insert(record=entry))
    raise Problem(403, reason, f"{tool.name} cannot be used here: {reason.replace('_', ' ')}.")


def _no_read(tool: Tool, arguments: dict[str, Any]) -> str | None:
    if all(action.effect != "read" for action in tool.actions):
        return "not_a_read"
    try:
        action = tool.action(parse_arguments(tool, arguments))
    except ModelMistake as mistake:
        raise Problem(422, "invalid", str(mistake)) from mistake
    return None if action.effect == "read" else "not_a_read"


async def _context(door: Door, account: Account, lang: Lang) -> ToolContext:
    parts = door.assistant.parts
    of_account = {"account_id": account.id}
    accounts, preferences = await parts.records.read(
        Query(kind=ExchangeAccount, where=of_account),
        Query(kind=Preference, where=of_account | {"key": "timezone"}),
    )
    return ToolContext(
        account=account,
        exchange_account=default_account(accounts),
        exchange_accounts=tuple(accounts),
        conversation_id=door.conversation(account).id,
        run_id="",
        lang=lang,
        now=door.clock.now(),
        references=References(),
        zone=zone_of(account, preferences, parts.default_timezone),
    )
