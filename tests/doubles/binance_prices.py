"""What Binance's public addresses say of Bitcoin, at one price for all the time of a test."""

import json
from datetime import UTC, datetime
from typing import Any

from core.domain.candles import before, opened_at
from core.ports import Clock
from tests.doubles.public_venue import market

MARK, BID, ASK = "100.3", "100.2", "100.4"
MARKETS = [market("BTC/USDT", "BTCUSDT"), market("BTC/USDT:USDT", "BTCUSDT")]


def prices(clock: Clock) -> dict[str, Any]:
    """The bodies by path, at the clock's time."""

    def now() -> int:
        return int(clock.now().timestamp() * 1000)

    def day(query: dict[str, str]) -> Any:
        said = {
            "symbol": "BTCUSDT",
            "priceChangePercent": "-2.500",
            "lastPrice": MARK,
            "highPrice": "104.0",
            "lowPrice": "99.5",
            "volume": "5000",
            "quoteVolume": "510000.5",
            "closeTime": now(),
            "bidPrice": BID,
            "askPrice": ASK,
            "bidQty": "1",
            "askQty": "1",
        }
        return said if "symbol" in query else [said for _ in json.loads(query["symbols"])]

    def klines(query: dict[str, str]) -> list[list[Any]]:
        interval: Any = query["interval"]
        opened = opened_at(interval, datetime.fromtimestamp(now() / 1000, UTC))
        rows: list[list[Any]] = []
        for _ in range(int(query["limit"])):
            at = int(opened.timestamp() * 1000)
            rows.append([at, "100", "103", "99", MARK, "12.5", 0, "0", 1, "0", "0", "0"])
            opened = before(interval, opened)
        return rows[::-1]

    def premium(_: dict[str, str]) -> dict[str, Any]:
        return {
            "symbol": "BTCUSDT",
            "markPrice": MARK,
            "indexPrice": "100.20",
            "lastFundingRate": "0.00038246",
            "nextFundingTime": now() + 3_600_000,
            "time": now(),
        }

    def futures_day(query: dict[str, str]) -> Any:
        said = day(query)
        return {key: one for key, one in said.items() if not key.startswith(("bid", "ask"))}

    def depth(_: dict[str, str]) -> dict[str, Any]:
        return {"lastUpdateId": 1, "T": now(), "bids": [[BID, "3"]], "asks": [[ASK, "2"]]}

    def interest(_: dict[str, str]) -> dict[str, Any]:
        return {"symbol": "BTCUSDT", "openInterest": "10659.5", "time": now()}

    return {
        "/api/v3/ticker/24hr": day,
        "/api/v3/klines": klines,
        "/fapi/v1/ticker/24hr": futures_day,
        "/fapi/v1/depth": depth,
        "/fapi/v1/premiumIndex": premium,
        "/fapi/v1/openInterest": interest,
        "/fapi/v1/klines": klines,
    }
