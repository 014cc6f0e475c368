"""An account at a live venue as we show it: balances, positions, spot holdings, equity.

What cannot be read is an error or a None, never a zero; an answer that is no account is an error.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from adapters.exchange.ccxt.client import CallFailed, Client
from adapters.exchange.ccxt.dialects import Dialect
from adapters.exchange.ccxt.markets import contract_size, exact, kind_of
from core.domain.money import ZERO
from core.domain.positions import AccountView, Balance, Position
from core.errors import VenueError

DUST = Decimal(1)
"""A holding worth less than this in the quote currency is no position to show."""
_PARTS = frozenset({"info", "free", "used", "total", "timestamp", "datetime", "debt"})


@dataclass(frozen=True, kw_only=True, slots=True)
class _Wallet:
    free: Decimal
    total: Decimal

    @property
    def usable(self) -> Decimal:
        """What is free, and no more than there is: a debt is below zero."""
        return min(self.free, self.total)


async def account_view(client: Client, dialect: Dialect, now: datetime) -> AccountView:
    """The account now. VenueError when a part of it could not be read."""
    wallets = await _wallets(client, dialect)
    perpetuals = await _perpetuals(client, dialect)
    missing = [one.symbol for one in perpetuals if one.unrealized_pnl is None]
    gains = _gains(perpetuals)
    # Some venues count what open positions gained in a wallet's total, some do not.
    paid_in, with_gains = dict[str, _Wallet](), dict[str, Decimal]()
    for code, one in wallets.items():
        gain = gains.get(code, ZERO)
        cash = one.total - gain if dialect.total_has_pnl else one.total
        paid_in[code] = _Wallet(free=one.free, total=cash)
        with_gains[code] = cash + gain
    holdings, worth, unpriced = await _holdings(client, dialect, with_gains)
    missing += unpriced
    equity = with_gains.get(dialect.quote, ZERO) + worth
    ordered = sorted(paid_in.items(), key=lambda item: item[0] != dialect.quote)
    return AccountView(
        balances=tuple(
            Balance(currency=code, free=one.usable, locked=one.total - one.usable)
            for code, one in ordered
        ),
        positions=(*perpetuals, *holdings),
        equity=None if missing else equity,
        missing=tuple(dict.fromkeys(missing)),
        at=now,
    )


def _gains(perpetuals: Sequence[Position]) -> dict[str, Decimal]:
    """What open positions gained so far, by the currency they are settled in."""
    found: dict[str, Decimal] = {}
    for one in perpetuals:
        currency = one.symbol.partition(":")[2]
        found[currency] = found.get(currency, ZERO) + (one.unrealized_pnl or ZERO)
    return found


async def _wallets(client: Client, dialect: Dialect) -> dict[str, _Wallet]:
    """Every currency over all wallets."""
    found: dict[str, _Wallet] = {}
    for params in dialect.wallets:
        balance = await client.read("fetch_balance", dict(params))
        if not isinstance(balance, Mapping) or not balance.get("info"):
            raise VenueError(f"{client.venue.id} gave no account")
        for code, part in balance.items():
            if code in _PARTS or not isinstance(part, Mapping):
                continue
            one = _wallet(part)
            if one is None:
                continue
            before = found.get(code, _Wallet(free=ZERO, total=ZERO))
            found[code] = _Wallet(free=before.free + one.free, total=before.total + one.total)
    return found


def _wallet(part: Mapping[str, Any]) -> _Wallet | None:
    """One currency, less what is owed of it; None where there is neither.

    What is not said to be free is not free.
    """
    free, used, whole = exact(part.get("free")), exact(part.get("used")), exact(part.get("total"))
    if whole is None:
        whole = None if free is None or used is None else free + used
    owed = exact(part.get("debt")) or ZERO
    if whole is None and owed:
        whole = ZERO
    if whole is None or (not whole and not free and not owed):
        return None
    if free is None:
        free = whole - used if used is not None else ZERO
    return _Wallet(free=max(free, ZERO), total=whole - owed)


async def _perpetuals(client: Client, dialect: Dialect) -> list[Position]:
    answer = await client.read("fetch_positions", None, dict(dialect.positions))
    if not isinstance(answer, Sequence):
        raise VenueError(f"{client.venue.id} gave no list of positions")
    found = (_perpetual(client.exchange, one) for one in answer)
    return sorted((one for one in found if one is not None), key=lambda one: one.symbol)


def _perpetual(exchange: Any, said: Mapping[str, Any]) -> Position | None:
    """A position in base units; None for an empty one, or one in a market that is not ours."""
    symbol = str(said.get("symbol") or "")
    market = (exchange.markets or {}).get(symbol)
    contracts = exact(said.get("contracts"))
    if market is None or kind_of(market) != "perpetual" or not contracts:
        return None
    quantity = abs(contracts) * contract_size(market)
    # Some venues say 0 for a price that they do not know.
    entry, mark = exact(said.get("entryPrice")) or None, exact(said.get("markPrice")) or None
    side: Literal["LONG", "SHORT"] = "SHORT" if said.get("side") == "short" else "LONG"
    gain = exact(said.get("unrealizedPnl")) if mark is not None else None
    initial = exact(said.get("initialMargin"))
    isolated = said.get("marginMode") != "cross"
    return Position(
        symbol=symbol,
        kind="perpetual",
        side=side,
        quantity=quantity,
        cost=quantity * entry if entry is not None else None,
        entry_price=entry,
        mark=mark,
        unrealized_pnl=gain,
        leverage=_leverage(said, quantity, mark, initial),
        margin=(_collateral(said, gain) if isolated else None) or initial,
        liquidation_price=exact(said.get("liquidationPrice")) or None,
    )


def _collateral(said: Mapping[str, Any], gain: Decimal | None) -> Decimal | None:
    """What was set aside for an isolated position, without what it gained since.

    Binance's `isolatedWallet` says it; ccxt's `collateral` may count the gain in.
    """
    info = said.get("info")
    wallet = exact(info.get("isolatedWallet")) if isinstance(info, Mapping) else None
    if wallet:
        return wallet
    collateral = exact(said.get("collateral"))
    return collateral if collateral and gain is not None else None


def _leverage(
    said: Mapping[str, Any], quantity: Decimal, mark: Decimal | None, initial: Decimal | None
) -> int | None:
    """As said; else the position's value over the margin that it needs at this mark."""
    leverage = exact(said.get("leverage"))
    if leverage is not None and leverage >= 1:
        return int(leverage.to_integral_value())
    if mark is None or not initial:
        return None
    return max(int((quantity * mark / initial).to_integral_value()), 1)


async def _holdings(
    client: Client, dialect: Dialect, amounts: Mapping[str, Decimal]
) -> tuple[list[Position], Decimal, list[str]]:
    """Spot holdings at the venue's prices, what all coins are worth, and what has no price."""
    coins = {code: one for code, one in amounts.items() if code != dialect.quote and one}
    symbols = {code: f"{code}/{dialect.quote}" for code in coins}
    markets = client.exchange.markets or {}
    prices = await _prices(client, [one for one in symbols.values() if one in markets])
    holdings: list[Position] = []
    worth = ZERO
    missing: list[str] = []
    for code, amount in coins.items():
        price = prices.get(symbols[code])
        if price is None:
            missing.append(symbols[code])
        else:
            worth += amount * price
        if amount > 0 and (price is None or amount * price >= DUST):
            holdings.append(_holding(symbols[code], amount, price))
    return holdings, worth, missing


def _holding(symbol: str, amount: Decimal, price: Decimal | None) -> Position:
    """What it was bought for is not the venue's to say."""
    return Position(
        symbol=symbol,
        kind="spot",
        side="LONG",
        quantity=amount,
        cost=None,
        entry_price=None,
        mark=price,
        unrealized_pnl=None,
        leverage=None,
        margin=None,
        liquidation_price=None,
    )


async def _prices(client: Client, symbols: Sequence[str]) -> dict[str, Decimal]:
    """The last price of each; without those that could not be read."""
    if not symbols:
        return {}
    try:
        tickers = await client.read("fetch_tickers", list(symbols))
    except CallFailed:
        return {}
    prices = {symbol: exact((tickers.get(symbol) or {}).get("last")) for symbol in symbols}
    return {symbol: price for symbol, price in prices.items() if price}
