"""What an account holds, as blocks: balance and positions. Unknown is said, never a number."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import Block, CardBlock, TableBlock, TextBlock
from core.views.badge import badge, badged, line
from core.views.money_text import (
    UNKNOWN,
    amount_text,
    cash_text,
    clock_text,
    percent_text,
    price_text,
)
from core.views.pages import page_notes
from core.views.words import say


def holding_text(symbol: str, kind: str, side: str, quantity: Decimal) -> str:
    """A holding in a line: `LONG 0.05 BTC/USDT:USDT`, or `0.2 BTC` for coins held on spot."""
    if kind == "spot":
        return f"{amount_text(quantity)} {symbol.partition('/')[0]}"
    return f"{side} {amount_text(quantity)} {symbol}"


def balance_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """Each currency with what is free and locked, and the equity or what is missing from it."""
    money = data["currency"]
    rows = [(one["currency"], _balance(one, money, lang)) for one in data["balances"]]
    rows.append((say(lang, "equity"), cash_text(data["equity"], lang, money)))
    notes = [say(lang, "as_of", time=clock_text(data["at"], lang))]
    if data["equity"] is None:
        notes.insert(0, say(lang, "equity_without", symbols=data["missing"]))
    return (
        CardBlock(
            title=say(lang, "balance_title", venue=data["venue"]),
            badge=badge(data, lang),
            rows=tuple(rows),
            note="\n".join(notes),
        ),
    )


def _balance(one: Mapping[str, Any], money: str, lang: Lang) -> str:
    show = cash_text if one["currency"] == money else amount_text
    figures = {name: show(one[name], lang) for name in ("total", "free", "locked")}
    key = "balance_row" if Decimal(one["locked"]) else "balance_row_free"
    return say(lang, key, **figures)


def accounts_view(
    data: Mapping[str, Any],
    lang: Lang,
    view: Callable[[Mapping[str, Any], Lang], tuple[Block, ...]],
    total: str,
) -> tuple[Block, ...]:
    """`view` of a reading of one account; of several, of each under its name, then the totals.

    `total` is the text of a mode's total, which is never one of paper and live together.
    """
    if "accounts" not in data:
        return view(data, lang)
    shown: list[Block] = []
    for one in data["accounts"]:
        name = say(lang, "account_named", name=one["account"], venue=one["venue"])
        if one["unread"]:
            shown.append(line(say(lang, "account_unread", name=name), one, lang))
        elif one.get("page", 1) < data["page"]:
            shown.append(line(say(lang, "account_shown_before", name=name), one, lang))
        else:
            shown += [line(name, one, lang), *view(one, lang)]
    for mode in data["totals"]:
        amount = cash_text(mode["amount"], lang, data["currency"])
        text = say(lang, total, amount=amount)
        if mode["without"]:
            text = f"{text} {say(lang, 'accounts_without', names=mode['without'])}"
        shown.append(line(text, mode, lang))
    if data["same"]:
        shown.append(TextBlock(text=say(lang, "performance_same", names=data["same"])))
    return tuple(shown)


def positions_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """Every position and spot holding, numbered in the order shown, and their total."""
    positions = data["positions"]
    if not positions:
        key = "no_position_in" if data["symbol"] else "no_positions"
        return (line(say(lang, key, symbol=data["symbol"]), data, lang),)
    heads = (
        *("position", "size", "entry", "mark", "value", "pnl", "margin", "liquidation"),
        *("stop_at", "target_at"),
    )
    title = say(lang, "positions_title", count=data["count"])
    coin = str(positions[0]["symbol"]).partition("/")[0]
    chart = say(lang, "positions_chart", coin=coin)
    as_of = say(lang, "as_of", time=clock_text(data["at"], lang))
    return (
        TableBlock(
            title=badged(title, data, lang),
            columns=tuple(say(lang, head) for head in heads),
            rows=tuple(
                _position(number, one, lang, computed=data.get("mode") == "paper")
                for number, one in enumerate(positions, data["first"])
            ),
            note="\n".join([*page_notes(data, lang), _total(data, lang), as_of, chart]),
        ),
    )


def _position(
    number: int, one: Mapping[str, Any], lang: Lang, *, computed: bool
) -> tuple[str, ...]:
    name = f"{number}. {one['symbol']} "
    if one["kind"] == "spot":
        name += say(lang, "spot")
    else:
        name += f"{one['side']} {one['leverage']}x"
    return (
        name,
        amount_text(one["quantity"], lang),
        price_text(one["entry_price"], lang, one["tick"]),
        price_text(one["mark"], lang, one["tick"]),
        cash_text(one["value"], lang),
        _pnl(one, lang),
        "" if one["kind"] == "spot" else cash_text(one["margin"], lang),
        "" if one["kind"] == "spot" else _liquidation(one, lang, computed=computed),
        _resting("stops", one, lang),
        _resting("targets", one, lang),
    )


def _resting(which: str, one: Mapping[str, Any], lang: Lang) -> str:
    """At what prices it is closed; for less than all of it, of how much.

    That a perpetual has no stop is said; for coins held it is the usual thing.
    """
    if one["protection"] is None:
        return UNKNOWN[lang]
    orders = one["protection"][which]
    if not orders:
        return say(lang, "none") if which == "stops" and one["kind"] != "spot" else ""
    return "; ".join(
        price_text(each["trigger"], lang, one["tick"])
        + (
            ""
            if each["quantity"] == one["quantity"]
            else f" ({amount_text(each['quantity'], lang)})"
        )
        for each in orders
    )


def _pnl(one: Mapping[str, Any], lang: Lang) -> str:
    pnl = cash_text(one["unrealized_pnl"], lang, sign=True)
    if one["pnl_fraction"] is None:
        return pnl
    return f"{pnl} ({percent_text(one['pnl_fraction'], lang)})"


def _liquidation(one: Mapping[str, Any], lang: Lang, *, computed: bool) -> str:
    """Where we compute it, a position without such a price is never liquidated above zero.

    A live venue that tells none may only not have told it.
    """
    if computed and one["liquidation_price"] is None and one["margin"] is not None:
        return say(lang, "none")
    return price_text(one["liquidation_price"], lang, one["tick"])


def _total(data: Mapping[str, Any], lang: Lang) -> str:
    total, missing = data["total_unrealized_pnl"], data["missing"]
    if total is None:
        return say(lang, "total_unknown", symbols=missing)
    key = "total_without" if missing else "total_pnl"
    return say(lang, key, pnl=cash_text(total, lang, data["currency"], sign=True), symbols=missing)
