"""Profit and loss of a period as cards: one for paper, one for live, never one for both."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import Block, CardBlock, TextBlock
from core.views.badge import badge
from core.views.money_text import amount_text, cash_text, moment_text, percent_text
from core.views.trade_view import unknown_lines
from core.views.words import say

_TWO = Decimal("0.01")


def performance_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """A card for each mode; below them what is counted how."""
    cards: list[Block] = [_card(one, data, lang) for one in data["groups"]]
    notes = [say(lang, "performance_days", zone=data["zone"])] if data["period"] != "all" else []
    if data["same"]:
        notes.append(say(lang, "performance_same", names=data["same"]))
    return (*cards, *([TextBlock(text="\n".join(notes))] if notes else []))


def _card(group: Mapping[str, Any], data: Mapping[str, Any], lang: Lang) -> CardBlock:
    money, zone = data["currency"], data["zone"]
    period = say(lang, f"period.{data['period']}")
    key = "performance_title_of" if data["symbol"] else "performance_title"
    rows: list[tuple[str, str]] = []

    def row(name: str, text: str) -> None:
        rows.append((say(lang, f"performance_{name}"), text))

    if len(group["accounts"]) > 1:
        row("accounts", ", ".join(group["accounts"]))
    if data["from"]:
        row("span", moment_text(data["from"], zone))
    row("net", cash_text(group["net"], lang, money, sign=True))
    row("realized", cash_text(group["realized_pnl"], lang, money, sign=True))
    row("fees", cash_text(group["fees"], lang, money))
    row("funding", cash_text(group["funding"], lang, money, sign=True))
    if group["whole"]:
        row("unrealized", cash_text(group["unrealized_pnl"], lang, money, sign=True))
        row("equity", cash_text(group["equity"], lang, money))
        row("change", _change(group, money, zone, lang))
    counts = {"trades": group["trades"], "closed": group["closed"]}
    row("trades", say(lang, "performance_trades_are", **counts))
    if group["closed"]:
        for name, text in _closed(group, money, lang):
            row(name, text)
    if group["whole"]:
        for name, text in _curve(group, money, lang):
            row(name, text)
    title = say(lang, key, symbol=data["symbol"], period=period)
    note = "\n".join(_notes(group, money, zone, lang))
    return CardBlock(title=title, badge=badge(group, lang), rows=tuple(rows), note=note)


def _change(group: Mapping[str, Any], money: str, zone: str, lang: Lang) -> str:
    change = cash_text(group["equity_change"], lang, money, sign=True)
    if group["equity_change"] is None:
        return change
    time = moment_text(group["equity_from"], zone)
    return say(lang, "performance_change_since", change=change, time=time)


def _closed(group: Mapping[str, Any], money: str, lang: Lang) -> list[tuple[str, str]]:
    """What the closed trades were like."""
    won = say(
        lang,
        "performance_wins_are",
        rate=percent_text(group["win_rate"], lang, sign=False),
        wins=group["wins"],
        losses=group["losses"],
        even=group["breakeven"],
    )
    factor = _ratio(group["profit_factor"], lang)
    if group["profit_factor"] is None and not group["losses"] and not group["closed_unknown"]:
        factor = say(lang, "performance_no_loss")
    nothing = say(lang, "none")
    wins = cash_text(group["average_win"], lang) if group["wins"] else nothing
    losses = cash_text(group["average_loss"], lang) if group["losses"] else nothing
    return [
        ("wins", won),
        ("factor", factor),
        ("average", f"{wins} / {losses}"),
        ("expectancy", cash_text(group["expectancy"], lang, money, sign=True)),
    ]


def _curve(group: Mapping[str, Any], money: str, lang: Lang) -> list[tuple[str, str]]:
    """What the equity went through."""
    fall = cash_text(group["max_drawdown"], lang, money)
    if group["max_drawdown"] is not None:
        fall = f"{fall} ({percent_text(group['max_drawdown_fraction'], lang, sign=False)})"
    sharpe = _ratio(group["sharpe"], lang)
    if group["sharpe"] is None:
        sharpe = say(lang, "performance_sharpe_short")
    return [("drawdown", fall), ("sharpe", sharpe)]


def _notes(group: Mapping[str, Any], money: str, zone: str, lang: Lang) -> list[str]:
    notes = [
        say(
            lang,
            "performance_reset",
            account=one["account"],
            time=moment_text(one["at"], zone),
        )
        for one in group["resets"]
    ]
    notes += unknown_lines(group, money, lang)
    if group["liquidations"]:
        lost = cash_text(group["margin_lost"], lang, money)
        count = group["liquidations"]
        notes.append(say(lang, "performance_liquidations", count=count, lost=lost))
    if group["funding"] is None:
        known = cash_text(group["funding_known"], lang, money, sign=True)
        notes.append(say(lang, "performance_funding_unknown", known=known))
        if group["realized_pnl"] is not None and group["fees"] is not None:
            before = Decimal(group["realized_pnl"]) - Decimal(group["fees"])
            net = cash_text(before, lang, money, sign=True)
            notes.append(say(lang, "performance_before_funding", net=net))
    if group["liquidations_unread"]:
        notes.append(say(lang, "performance_liquidations_unread"))
    if group["whole"] and group["equity_includes_transfers"]:
        notes.append(say(lang, "performance_transfers"))
    if group["unread"]:
        notes.append(say(lang, "performance_unread", names=group["unread"]))
    return notes


def _ratio(value: str | None, lang: Lang) -> str:
    """A ratio to two decimals."""
    return amount_text(None if value is None else Decimal(value).quantize(_TWO), lang)
