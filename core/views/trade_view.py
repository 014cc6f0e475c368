"""The trades so far, as blocks."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import Block, TableBlock
from core.views.badge import badged, line
from core.views.money_text import amount_text, cash_text, day_text, percent_text, price_text
from core.views.words import say


def history_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """The newest trades and liquidations, and totals over all of them, whether shown or not."""
    trades, totals = data["trades"], data["totals"]
    if not trades:
        key = "no_trades_in" if data["symbol"] else "no_trades"
        return (line(say(lang, key, symbol=data["symbol"]), data, lang),)
    title = say(lang, "history_title", shown=len(trades), count=totals["count"])
    return (
        TableBlock(
            title=badged(title, data, lang),
            columns=tuple(
                say(lang, head) for head in ("trade", "size", "price", "fee", "pnl", "time")
            ),
            rows=tuple(_trade(number, one, lang) for number, one in enumerate(trades, 1)),
            note=_totals(totals, data["currency"], lang),
        ),
    )


def _trade(number: int, one: Mapping[str, Any], lang: Lang) -> tuple[str, ...]:
    did = say(lang, f"did_{one['action']}")
    pnl = one["realized_pnl"]
    if one["kind"] == "liquidation":
        lost = cash_text(pnl, lang, sign=True)
        return (f"{number}. {did} {one['symbol']}", "", "", "", lost, day_text(one["at"]))
    return (
        f"{number}. {did} {one['symbol']}",
        amount_text(one["quantity"], lang),
        price_text(one["price"], lang),
        cash_text(one["fee"], lang),
        "" if pnl is None else cash_text(pnl, lang, sign=True),
        day_text(one["at"]),
    )


def _totals(totals: Mapping[str, Any], money: str, lang: Lang) -> str:
    text = say(
        lang,
        "history_totals",
        count=totals["count"],
        first=day_text(totals["from"]),
        last=day_text(totals["to"]),
        realized=cash_text(totals["realized_pnl"], lang, money, sign=True),
        fees=cash_text(totals["fees"], lang, money),
        net=cash_text(totals["net"], lang, money, sign=True),
    )
    if totals["liquidations"]:
        lost = cash_text(totals["margin_lost"], lang, money)
        told = say(lang, "history_liquidated", count=totals["liquidations"], lost=lost)
        text = f"{text}\n{told}"
    if not totals["closed"]:
        return text
    wins = say(
        lang,
        "history_wins",
        closed=totals["closed"],
        wins=totals["wins"],
        losses=totals["losses"],
        even=totals["breakeven"],
        rate=percent_text(totals["win_rate"], lang, sign=False),
    )
    return f"{text}\n{wins}"
