"""What differs between the venues before a single call: keys, test mode, and ccxt's settings.

ccxt's own ways that cost money are turned off here, for every venue at once: repeated requests
(`maxRetriesOnFailure` would send an order twice) and fees for its own address (`builderFee`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Trial = Literal["sandbox", "demo", ""]


@dataclass(frozen=True, kw_only=True, slots=True)
class Venue:
    """A venue as ccxt knows it by `id`.

    `secrets` and `settings` are what an account there needs, by our names, each with ccxt's name.
    `trial` says how its test network is reached; empty: it has none that ccxt can use.
    """

    id: str
    title: str
    secrets: Mapping[str, str]
    settings: Mapping[str, str] = field(default_factory=dict)
    trial: Trial = "sandbox"
    options: Mapping[str, Any] = field(default_factory=dict)
    tested: bool = False


KEY = {"api_key": "apiKey", "api_secret": "secret"}
KEY_AND_PASSPHRASE = {**KEY, "passphrase": "password"}

ALWAYS: Mapping[str, Any] = {
    "maxRetriesOnFailure": 0,
    # Asking for an approval of ccxt's own address, or paying it, is nobody's wish.
    "builderFee": False,
    "approvedBuilderFee": True,
    # Neither is naming ccxt as whoever brought the account (Hyperliquid: a signed action).
    "refSet": True,
}

_BINANCE: Mapping[str, Any] = {
    "fetchMarkets": {"types": ["spot", "linear"]},
    # Private calls that the list of markets does not need.
    "fetchCurrencies": False,
    "fetchMargins": False,
    "fetchOpenOrders": {"warnWithoutSymbol": False},
    # How long after it was signed a request may still be taken, in milliseconds.
    "recvWindow": 3000,
}

VENUES: Mapping[str, Venue] = {
    one.id: one
    for one in (
        # Its futures have no sandbox that ccxt may call (NotSupported), only demo trading.
        Venue(
            id="binance", title="Binance", secrets=KEY, trial="demo", options=_BINANCE, tested=True
        ),
        Venue(
            id="bybit",
            title="Bybit",
            secrets=KEY,
            options={"fetchMarkets": {"types": ["spot", "linear"]}},
            tested=True,
        ),
        Venue(
            id="okx",
            title="OKX",
            secrets=KEY_AND_PASSPHRASE,
            options={
                "fetchMarkets": {"types": ["spot", "swap"]},
                # One order in a request of its own: the batch's error says less.
                "createOrder": "privatePostTradeOrder",
            },
            tested=True,
        ),
        Venue(
            id="bitget",
            title="Bitget",
            secrets=KEY_AND_PASSPHRASE,
            options={"fetchMarkets": {"types": ["spot", "swap"]}},
        ),
        Venue(
            id="gate",
            title="Gate",
            secrets=KEY,
            options={
                "fetchMarkets": {"types": ["spot", "swap"]},
                "swap": {"fetchMarkets": {"settlementCurrencies": ["usdt"]}},
            },
        ),
        Venue(
            id="kucoin",
            title="KuCoin",
            secrets=KEY_AND_PASSPHRASE,
            trial="",
            options={"fetchMarkets": {"types": ["spot", "swap"], "fetchTickersFees": False}},
        ),
        Venue(
            id="hyperliquid",
            title="Hyperliquid",
            secrets={"private_key": "privateKey"},
            settings={"wallet_address": "walletAddress"},
            options={"fetchMarkets": {"types": ["spot", "swap"]}},
        ),
        Venue(
            id="aster",
            title="Aster",
            secrets={"private_key": "privateKey"},
            trial="",
            options={"fetchOpenOrders": {"warnIfNoSymbol": False}},
        ),
    )
}
