"""How each venue is asked: what ccxt leaves different behind its one interface.

Read in ccxt 4.5.90; the three that may trade without being named in a setting come first.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

from core.domain.market import Kind
from core.domain.orders import OrderType

Params = Mapping[str, Any]
Lookup = tuple[str, Params]
"""A method that lists or fetches orders, with its parameters; `CLIENT_ID` stands for the id."""
CLIENT_ID = "<client id>"

_PLAIN = re.compile(r"[a-z0-9]{1,28}")
_SHORT = re.compile(r"[a-z0-9]{1,26}")
_TRIGGER: Params = {"trigger": True}


def plain_id(ours: str) -> str:
    """Our id where the venue takes it (up to 28 lower-case alphanumerics), else a digest of it."""
    return ours if _PLAIN.fullmatch(ours) else hashlib.sha256(ours.encode()).hexdigest()[:28]


def gate_id(ours: str) -> str:
    """With the prefix that Gate wants; ccxt lets 28 characters pass, the prefix included.

    Without it ccxt would add one, except to an id that happens to begin with a `t`.
    """
    return f"t-{ours if _SHORT.fullmatch(ours) else hashlib.sha256(ours.encode()).hexdigest()[:26]}"


def hex_id(ours: str) -> str:
    """128 bits in hexadecimal: a digest, since our ids hold more."""
    return f"0x{hashlib.sha256(ours.encode()).hexdigest()[:32]}"


@dataclass(frozen=True, kw_only=True)
class Expires:
    """A `header` that tells until when (ms) the venue may take an order, sent to these `paths`.

    It is not among what is signed. `within_s` after its signature the order is refused.
    """

    header: str
    paths: frozenset[str]
    within_s: float = 5


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """A venue's ways.

    `expiry_s` is how long after it was signed the venue may still take a request. `wallets`,
    `positions` and `open_orders` are the parameters of the reads that together show an account,
    `streams` those of the streams of its orders. `lookups` find an order by its client id.
    `perpetual` goes with every order of a perpetual, `mark` makes a trigger look at the mark price,
    `stop_id` names the client id of a trigger order where it has a name of its own. `margin` says
    where isolated margin is asked for: per `symbol`, with each `order`, with the `leverage`, or of
    the whole `account`, which we never change. `hedge` says how hedge mode shows. `total_has_pnl`:
    a wallet's total counts what open positions gained. `cap` is the slippage that a market order
    may have where it needs a price. `spot_market_buys`: they are counted in coins, not in money.
    `whole`: a perpetual's amounts are whole contracts, and ccxt wants them as numbers. `amends` are
    the orders that can be changed in place. `pnl` names what a position gained by a trade,
    `trade_client_id` the client id of its order. `expires` says how a request is made to expire,
    `tiers` whether margin tiers are asked for of all markets or of one; empty: they are not.
    """

    expiry_s: float
    lookups: Mapping[Kind, tuple[Lookup, ...]]
    client_id: Callable[[str], str] = plain_id
    quote: str = "USDT"
    wallets: tuple[Params, ...] = ({},)
    positions: Params = field(default_factory=dict)
    open_orders: tuple[Params, ...] = ({},)
    streams: tuple[Params, ...] = ({},)
    perpetual: Params = field(default_factory=dict)
    mark: Params = field(default_factory=dict)
    spot_market_buys: bool = True
    whole: bool = False
    stop_id: str = ""
    margin: Literal["symbol", "order", "leverage", "account"] = "symbol"
    leverage: Params = field(default_factory=dict)
    hedge: Literal["fetch", "positions", "config", "none"] = "none"
    total_has_pnl: bool = False
    cap: Decimal | None = None
    amends: frozenset[tuple[Kind, OrderType]] = frozenset()
    trade_filter: str = ""
    trade_client_id: str = ""
    expires: Expires | None = None
    tiers: Literal["all", "market", ""] = ""
    pnl: str = ""


def _both(*lookups: Lookup) -> dict[Kind, tuple[Lookup, ...]]:
    return {"spot": lookups, "perpetual": lookups}


_SPOT_AND_SWAP: tuple[Params, ...] = ({"type": "spot"}, {"type": "swap", "subType": "linear"})
_BY_ID: Lookup = ("fetch_order", {"clientOrderId": CLIENT_ID})
_TRIGGER_BY_ID: Lookup = ("fetch_order", {"clientOrderId": CLIENT_ID, **_TRIGGER})

DIALECTS: Mapping[str, Dialect] = {
    "binance": Dialect(
        expiry_s=3,
        lookups={"spot": (_BY_ID,), "perpetual": (_BY_ID, _TRIGGER_BY_ID)},
        wallets=_SPOT_AND_SWAP,
        positions={"type": "swap", "subType": "linear"},
        open_orders=(
            *_SPOT_AND_SWAP,
            {"type": "swap", "subType": "linear", **_TRIGGER},
        ),
        streams=_SPOT_AND_SWAP,
        mark={"workingType": "MARK_PRICE"},
        hedge="fetch",
        total_has_pnl=True,
        amends=frozenset({("perpetual", "limit")}),
        trade_filter="orderId",
        tiers="all",
        pnl="realizedPnl",
    ),
    "bybit": Dialect(
        expiry_s=5,
        lookups=_both(
            ("fetch_open_orders", {"orderLinkId": CLIENT_ID}),
            ("fetch_open_orders", {"orderLinkId": CLIENT_ID, **_TRIGGER}),
            ("fetch_canceled_and_closed_orders", {"orderLinkId": CLIENT_ID}),
        ),
        positions={"type": "swap", "subType": "linear", "settleCoin": "USDT"},
        open_orders=(
            {"type": "spot"},
            {"type": "spot", **_TRIGGER},
            {"type": "swap", "subType": "linear", "settleCoin": "USDT"},
            {"type": "swap", "subType": "linear", "settleCoin": "USDT", **_TRIGGER},
        ),
        perpetual={"positionIdx": 0},
        mark={"triggerBy": "MarkPrice"},
        margin="account",
        hedge="positions",
        amends=frozenset({("perpetual", "limit"), ("spot", "limit")}),
        trade_filter="orderId",
        trade_client_id="orderLinkId",
        tiers="market",
        pnl="execPnl",
    ),
    "okx": Dialect(
        # OKX takes a request up to 30 s after its timestamp.
        expiry_s=30,
        lookups=_both(_BY_ID, _TRIGGER_BY_ID),
        open_orders=({}, {"ordType": "conditional", **_TRIGGER}),
        perpetual={"marginMode": "isolated"},
        mark={"slTriggerPxType": "mark", "tpTriggerPxType": "mark"},
        stop_id="algoClOrdId",
        margin="order",
        leverage={"mgnMode": "isolated"},
        hedge="config",
        total_has_pnl=True,
        amends=frozenset({("perpetual", "limit"), ("spot", "limit")}),
        trade_filter="ordId",
        trade_client_id="clOrdId",
        # Not for trigger orders, which it is no header of.
        expires=Expires(header="expTime", paths=frozenset({"trade/order", "trade/amend-order"})),
        pnl="fillPnl",
    ),
    "bitget": Dialect(
        expiry_s=30,
        lookups=_both(_BY_ID),
        wallets=_SPOT_AND_SWAP,
        streams=_SPOT_AND_SWAP,
        positions={"productType": "USDT-FUTURES"},
        open_orders=(
            *_SPOT_AND_SWAP,
            {"type": "swap", "subType": "linear", "planType": "profit_loss", **_TRIGGER},
            {"type": "swap", "subType": "linear", **_TRIGGER},
        ),
        perpetual={"marginMode": "isolated", "oneWayMode": True},
        mark={"triggerType": "mark_price"},
        spot_market_buys=False,
        hedge="positions",
        trade_filter="orderId",
        pnl="profit",
    ),
    "gate": Dialect(
        expiry_s=60,
        client_id=gate_id,
        lookups=_both(("fetch_order", {}), ("fetch_order", _TRIGGER)),
        wallets=({"type": "spot"}, {"type": "swap"}),
        streams=({"type": "spot"}, {"type": "swap"}),
        positions={"type": "swap", "settle": "usdt"},
        open_orders=(
            {"type": "spot"},
            {"type": "swap", "settle": "usdt"},
            {"type": "swap", "settle": "usdt", **_TRIGGER},
        ),
        mark={"price_type": 1},
        spot_market_buys=False,
        margin="leverage",
        leverage={"marginMode": "isolated"},
        hedge="positions",
        trade_client_id="text",
        expires=Expires(header="X-Gate-Exptime", paths=frozenset({"orders", "{settle}/orders"})),
    ),
    "kucoin": Dialect(
        expiry_s=5,
        lookups=_both(_BY_ID),
        wallets=({"type": "spot"}, {"type": "swap"}),
        streams=({"type": "spot"}, {"type": "swap"}),
        positions={"type": "swap"},
        open_orders=({"type": "spot"}, {"type": "swap"}, {"type": "swap", **_TRIGGER}),
        perpetual={"marginMode": "isolated"},
        mark={"stopPriceType": "MP"},
        whole=True,
        hedge="fetch",
        total_has_pnl=True,
        trade_filter="orderId",
    ),
    "hyperliquid": Dialect(
        expiry_s=60,
        client_id=hex_id,
        lookups=_both(_BY_ID),
        quote="USDC",
        wallets=({"type": "swap"}, {"type": "spot"}),
        margin="leverage",
        leverage={"marginMode": "isolated"},
        total_has_pnl=True,
        cap=Decimal("0.05"),
        trade_client_id="cloid",
        pnl="closedPnl",
    ),
    "aster": Dialect(
        expiry_s=10,
        lookups=_both(_BY_ID),
        wallets=_SPOT_AND_SWAP,
        streams=_SPOT_AND_SWAP,
        positions={"type": "swap", "subType": "linear"},
        open_orders=_SPOT_AND_SWAP,
        mark={"workingType": "MARK_PRICE"},
        hedge="fetch",
        trade_filter="orderId",
        pnl="realizedPnl",
    ),
}
