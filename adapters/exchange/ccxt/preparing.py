"""What must hold at the venue before an order that opens: one-way mode, isolated margin, leverage.

Asking for what holds already is a success. What changes more than the order's own market is never
changed for the person: they are told how to.
"""

from collections.abc import Mapping
from typing import Any

from adapters.exchange.ccxt.client import CallFailed, Client
from adapters.exchange.ccxt.dialects import Dialect
from adapters.exchange.ccxt.errors import HEDGE_MODE
from core.errors import OrderDenied, OutcomeUnknown, VenueError

_ISOLATED = "isolated"


async def prepare(client: Client, dialect: Dialect, symbol: str, leverage: int) -> None:
    """Make the venue ready for an opening order of this perpetual.

    OrderDenied where the account's own settings forbid it, CallFailed where the venue refuses;
    VenueError where it is not known whether it is ready. No order was sent in any case.
    """
    if await hedged(client, dialect, symbol):
        raise OrderDenied(HEDGE_MODE.words, venue=client.venue.title)
    try:
        if dialect.margin == "symbol":
            await _set(client, "set_margin_mode", _ISOLATED, symbol)
        elif dialect.margin == "account" and not await _isolated_account(client):
            raise OrderDenied("venue_cross_account", venue=client.venue.title)
        await _set(client, "set_leverage", leverage, symbol, dict(dialect.leverage))
    except OutcomeUnknown as error:
        # The order itself was not sent, and that is what the caller asks about.
        raise VenueError(f"{client.venue.id} did not say whether it is ready: {error}") from None


async def check_account(client: Client, dialect: Dialect) -> None:
    """OrderDenied for a kind of account where an amount would mean something else.

    In Bybit's classic accounts a spot buy at the market is counted in money.
    """
    if dialect.margin == "account" and not any(await client.read("is_unified_enabled")):
        raise OrderDenied("venue_classic_account", venue=client.venue.title)


async def hedged(client: Client, dialect: Dialect, symbol: str) -> bool:
    """Whether the account holds long and short side by side."""
    match dialect.hedge:
        case "fetch":
            return bool((await client.read("fetch_position_mode", symbol)).get("hedged"))
        case "config":
            answer = await client.read("private_get_account_config")
            return any(one.get("posMode") == "long_short_mode" for one in _data(answer))
        case "positions":
            positions = await client.read("fetch_positions", [symbol], dict(dialect.positions))
            return any(_is_hedged(one) for one in positions)
        case "none":
            return False


def _is_hedged(position: Mapping[str, Any]) -> bool:
    """By ccxt's word, or by Bybit's index of a side (1, 2) and Gate's mode (dual_long)."""
    info = position.get("info") or {}
    return (
        position.get("hedged") is True
        or str(info.get("positionIdx") or "0") in ("1", "2")
        or str(info.get("mode") or "").startswith("dual")
    )


async def _isolated_account(client: Client) -> bool:
    """Whether Bybit's unified account uses isolated margin; it is one setting for everything."""
    answer = await client.read("private_get_v5_account_info")
    return str((answer.get("result") or {}).get("marginMode")) == "ISOLATED_MARGIN"


async def _set(client: Client, method: str, *args: Any) -> None:
    try:
        await client.write(method, *args)
    except CallFailed as failed:
        if failed.verdict.meaning != "nothing":
            raise


def _data(answer: Any) -> list[Mapping[str, Any]]:
    found = answer.get("data") if isinstance(answer, Mapping) else None
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []
