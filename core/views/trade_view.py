"""The trades so far, as blocks."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import Block, TableBlock
from core.views.badge import badged, line
from core.views.money_text import amount_text, cash_text, moment_text, percent_text, price_text
from core.views.pages import page_notes
from core.views.words import say


def history_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """The newest trades and liquidations, and totals over all of them, whether shown or not."""
    trades, totals = data["trades"], data["totals"]
    if not trades:
        key = "no_trades_in" if data["symbol"] else "no_trades"
        if data["period"] != "all":
            key = "no_trades_then"
        return (
            line(
                say(lang, key, symbol=data["symbol"], period=say(lang, f"period.{data['period']}")),
                data,
                lang,
            ),
        )
    title = say(lang, "history_title", shown=len(trades), count=totals["count"])
    return (
        TableBlock(
            title=badged(title, data, lang),
            columns=tuple(
                say(lang, head) for head in ("trade", "size", "price", "fee", "pnl", "time")
            ),
            rows=tuple(
                _trade(number, one, data["zone"], lang)
                for number, one in enumerate(trades, data["first"])
            ),
            note="\n".join(
                [*page_notes(data, lang), _totals(totals, data["currency"], data["zone"], lang)]
            ),
        ),
    )


def _trade(number: int, one: Mapping[str, Any], zone: str, lang: Lang) -> tuple[str, ...]:
    did = say(lang, f"did_{one['action']}")
    if one["leg"] in ("stop", "target"):
        leg = say(lang, f"leg_filled_{one['leg']}")
        did = f"{leg} · {did}"
    pnl, at = one["realized_pnl"], moment_text(one["at"], zone)
    if one["kind"] == "liquidation":
        lost = cash_text(pnl, lang, sign=True)
        return (f"{number}. {did} {one['symbol']}", "", "", "", lost, at)
    return (
        f"{number}. {did} {one['symbol']}",
        amount_text(one["quantity"], lang),
        price_text(one["price"], lang),
        cash_text(one["fee"], lang),
        "" if pnl is None and not one["pnl_unknown"] else cash_text(pnl, lang, sign=True),
        at,
    )


def _totals(totals: Mapping[str, Any], money: str, zone: str, lang: Lang) -> str:
    text = say(
        lang,
        "history_totals",
        count=totals["count"],
        first=moment_text(totals["from"], zone),
        last=moment_text(totals["to"], zone),
        realized=cash_text(totals["realized_pnl"], lang, money, sign=True),
        fees=cash_text(totals["fees"], lang, money),
        net=cash_text(totals["net"], lang, money, sign=True),
    )
    for line_of in unknown_lines(totals, money, lang):
        text = f"{text}\n{line_of}"
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


def unknown_lines(totals: Mapping[str, Any], money: str, lang: Lang) -> list[str]:
    """What a total does not hold: results and fees that are not known; and what is known."""
    lines = []
    if totals["closed_unknown"]:
        known = cash_text(totals["realized_known"], lang, money, sign=True)
        count = totals["closed_unknown"]
        lines.append(say(lang, "results_unknown", count=count, known=known))
    if totals["fees_unknown"]:
        known = cash_text(totals["fees_known"], lang, money)
        lines.append(say(lang, "fees_unknown", count=totals["fees_unknown"], known=known))
    return lines
