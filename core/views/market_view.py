"""Candles and a market at a glance, as blocks. Unknown is said, never a number."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import Block, CardBlock, TableBlock
from core.views.badge import badge, badged
from core.views.money_text import amount_text, cash_text, day_text, percent_text, price_text
from core.views.price_view import when_text
from core.views.source import source_text
from core.views.words import say

MOST_ROWS = 12
"""Candles shown to a person; the figures above them are of all."""
_RATE_PLACES = 4


def kline_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """What the candles come to, and the newest of them, newest last."""
    interval = interval_text(data["interval"], lang)
    title = badged(say(lang, "kline_title", symbol=data["symbol"], interval=interval), data, lang)
    candles = data["candles"]
    if not candles:
        return (CardBlock(title=title, note=say(lang, "no_candles")),)
    shown = candles[-MOST_ROWS:]
    notes = [_period_text(data, lang)]
    if len(shown) < len(candles):
        notes.append(say(lang, "candles_shown", shown=len(shown), count=len(candles)))
    if not candles[-1]["closed"]:
        notes.append(say(lang, "candle_forming"))
    notes.append(
        say(
            lang,
            "price_source",
            source=source_text(data["source"], lang),
            time=day_text(data["at"]),
        )
    )
    return (
        TableBlock(
            title=title,
            columns=tuple(say(lang, head) for head in ("time", "open", "high", "low", "close")),
            rows=tuple(
                (
                    _opened_text(one["at"], data["interval"]),
                    *(
                        price_text(one[name], lang, data["tick"])
                        for name in ("open", "high", "low", "close")
                    ),
                )
                for one in shown
            ),
            note="\n".join(notes),
        ),
    )


def snapshot_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """One card: price, day, perpetual, and what the candles come to."""
    money = data["currency"]
    price, tick = data["price"], data["tick"]
    spread = " / ".join(price_text(price[side], lang, tick) for side in ("bid", "ask"))
    rows = [
        (say(lang, "price"), f"{price_text(price['price'], lang, tick)} {money}"),
        (say(lang, "bid_ask"), spread),
        *_day_rows(data, lang),
        *_perpetual_rows(data, lang),
    ]
    if data["period"]:
        label = say(lang, "last_candles", count=data["period"]["count"])
        rows.append((f"{label} {interval_text(data['interval'], lang)}", _period_text(data, lang)))
    source = say(
        lang, "price_source", source=source_text(data["source"], lang), time=when_text(price, lang)
    )
    rows.append((say(lang, "source"), source))
    missing = [say(lang, f"snapshot_{one}") for one in data["missing"]]
    return (
        CardBlock(
            title=data["symbol"],
            badge=badge(data, lang),
            rows=tuple(rows),
            note=say(lang, "snapshot_missing", what=missing) if missing else "",
        ),
    )


def interval_text(interval: str, lang: Lang) -> str:
    """The interval in words, so that a month is never taken for a minute."""
    return say(lang, f"interval_{interval[-1]}", count=interval[:-1])


def _day_rows(data: Mapping[str, Any], lang: Lang) -> list[tuple[str, str]]:
    day, tick = data["day"], data["tick"]
    if day is None:
        return []
    span = f"{price_text(day['low'], lang, tick)} – {price_text(day['high'], lang, tick)}"
    return [
        (say(lang, "change_24h"), percent_text(day["change"], lang)),
        (say(lang, "range_24h"), span),
        (say(lang, "volume_24h"), cash_text(day["turnover"], lang, data["currency"])),
    ]


def _perpetual_rows(data: Mapping[str, Any], lang: Lang) -> list[tuple[str, str]]:
    one = data["perpetual"]
    if one is None:
        return []
    marks = " / ".join(price_text(one[name], lang, one["tick"]) for name in ("mark", "index"))
    rate = percent_text(one["funding_rate"], lang, places=_RATE_PLACES)
    due = one["next_funding_at"]
    funding = say(lang, "funding_due", rate=rate, time=day_text(due)) if due else rate
    return [
        (say(lang, "mark_index", symbol=one["symbol"]), marks),
        (say(lang, "funding"), funding),
        (say(lang, "open_interest"), f"{amount_text(one['open_interest'], lang)} {data['base']}"),
    ]


def _period_text(data: Mapping[str, Any], lang: Lang) -> str:
    of, tick = data["period"], data["tick"]
    return say(
        lang,
        "period",
        change=percent_text(of["change"], lang),
        low=price_text(of["low"], lang, tick),
        high=price_text(of["high"], lang, tick),
        volume=cash_text(of["average_volume"], lang, data["base"]),
    )


def _opened_text(at: str, interval: str) -> str:
    """When a candle opened, as far as its length tells candles apart."""
    return day_text(at)[:10] if interval[-1] in "dwM" else day_text(at)[5:16]
