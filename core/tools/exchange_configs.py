"""get_exchange_configs: a person's exchange accounts, how they are told and found."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from core.credentials import Credentials
from core.domain.conversation import Lang
from core.domain.naming import folded
from core.domain.outbound import Block
from core.domain.records import ExchangeAccount, Query
from core.domain.references import Reference
from core.domain.venue_names import venue_names
from core.ports import Clock, Records, VenueKeys
from core.tools.arguments import NoArguments
from core.tools.configs import which
from core.tools.pending import with_pending
from core.tools.reading import PersonalReadingTool
from core.tools.registry import ToolContext, ToolResult
from core.trading.accounts import default_account
from core.views.config_view import exchange_configs_view


async def exchange_accounts(records: Records, context: ToolContext) -> list[ExchangeAccount]:
    """The person's, in the order they were made, with what this run has changed."""
    query = Query(kind=ExchangeAccount, where={"account_id": context.account.id})
    rows = with_pending(ExchangeAccount, await records.find(query), context.pending)
    return sorted(rows, key=lambda row: (row.created_at, row.id))


def shown(
    row: ExchangeAccount, rows: Sequence[ExchangeAccount], hints: Mapping[str, str]
) -> dict[str, Any]:
    """An account as it may be told: of its secrets only the last characters."""
    return {
        "id": row.id,
        "name": row.name,
        "venue": row.venue,
        "mode": row.mode,
        "testnet": row.testnet,
        "enabled": row.enabled,
        "default": row.id == default_account(rows).id,
        "trading_state": row.trading_state,
        "settings": {name: str(value) for name, value in sorted(row.settings.items())},
        "secrets": dict(sorted(hints.items())),
    }


def reference(row: ExchangeAccount, context: ToolContext) -> Reference:
    """What "this account" means from now on."""
    return Reference(kind="exchange", id=row.id, name=row.name, at=context.now)


def meant(
    rows: Sequence[ExchangeAccount], said: str | None, context: ToolContext, doing: str
) -> ExchangeAccount:
    """The account that `said` names: by id or name, else by its exchange; PersonError otherwise."""
    words = folded(said or "")
    named = any(words in (folded(one.name), folded(one.id)) for one in rows)
    if words and not named:
        at_venue = [one for one in rows if words in _places(one)]
        if at_venue:
            return which(at_venue, None, context, "exchange", doing)
    return which(rows, said, context, "exchange", doing)


def _places(row: ExchangeAccount) -> frozenset[str]:
    """What its exchange is called: `binance`, `binance testnet`, `paper`."""
    names = venue_names(row.venue, row.venue)
    return frozenset({*names, *(f"{one} testnet" for one in names if row.testnet)})


class ExchangeConfigsTool(PersonalReadingTool):
    """Lists them."""

    name = "get_exchange_configs"
    description = (
        "The person's exchange accounts: paper and live, default, enabled, which secrets are set."
    )
    arguments: type[BaseModel] = NoArguments

    def __init__(
        self, records: Records, credentials: Credentials, keys: VenueKeys, clock: Clock
    ) -> None:
        self._records = records
        self._credentials = credentials
        self._keys = keys
        self._clock = clock

    async def run(self, args: BaseModel, context: ToolContext) -> ToolResult:  # noqa: ARG002  none
        """All of them, the oldest first, and which exchanges may be added."""
        rows = await exchange_accounts(self._records, context)
        told = [shown(row, rows, await self._credentials.hints(row.id)) for row in rows]
        return ToolResult(
            data={
                "exchanges": told,
                "supported": [one.title for one in self._keys.forms() if one.allowed],
            },
            as_of=self._clock.now(),
            listed=tuple(reference(row, context) for row in rows),
        )

    def view(self, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
        """A table."""
        return exchange_configs_view(data, lang)
