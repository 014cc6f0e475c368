"""Resting orders: the list, what became of them, and the cards of changes."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import Block, CardBlock, TableBlock
from core.views.badge import badge, badged, line
from core.views.exchange_name import exchange_name
from core.views.money_text import amount_text, clock_text, day_text, minute_text, price_text
from core.views.pages import page_notes
from core.views.words import say

Facts = Mapping[str, Any]


def orders_view(data: Facts, lang: Lang) -> tuple[Block, ...]:
    """The result of manage_order."""
    match data["action"]:
        case "list":
            return _listed(data, lang)
        case "cancel":
            return (line("\n".join(_cancelled(data, lang)), data, lang),)
        case "amend":
            return (line(_changed(data, lang), data, lang),)
        case _:
            quantity = amount_text(data["quantity"], lang)
            marked = say(
                lang, "marked_closed", symbol=data["symbol"], quantity=quantity, coin=data["base"]
            )
            return (line(marked, data, lang),)


def change_card(data: Facts, lang: Lang) -> CardBlock:
    """The card of a change: each value as it is and as it would be."""
    order, asked = data["order"], data["asked"]
    rows = [
        (say(lang, "card_exchange"), exchange_name(data)),
        (say(lang, "order"), order_text(order, lang)),
    ]
    for name, label in (("price", "card_limit"), ("trigger", "trigger"), ("quantity", "size")):
        if asked[name] is not None:
            change = say(
                lang,
                "change_old_new",
                old=amount_text(order[name], lang),
                new=amount_text(asked[name], lang),
            )
            rows.append((say(lang, label), change))
    now = say(
        lang,
        "change_mark_is",
        price=price_text(data["mark"], lang),
        time=clock_text(data["price_at"], lang),
    )
    rows.append((say(lang, "mark"), now))
    return CardBlock(
        title=say(lang, "change_title"),
        badge=badge(data, lang),
        rows=tuple(rows),
        note=say(lang, "change_if_nobody", time=minute_text(data["expires_at"])),
    )


def removal_card(data: Facts, lang: Lang) -> CardBlock:
    """The card of orders that would be taken back together; of many, the first and how many more.

    What protects is warned about, since the position stays without it.
    """
    rows = [
        (say(lang, "card_exchange"), exchange_name(data)),
        *((say(lang, "order"), order_text(one, lang)) for one in data["orders"]),
    ]
    notes = []
    if more := data["count"] - len(data["orders"]):
        notes.append(say(lang, "orders_more", count=more))
    if data["protecting"]:
        key = "removal_warning_some" if data["everything"] else "removal_warning"
        notes.append(say(lang, key, count=data["protecting"]))
    notes.append(say(lang, "change_if_nobody", time=minute_text(data["expires_at"])))
    title = "cancel_everything_title" if data["everything"] else "removal_title"
    return CardBlock(
        title=say(lang, title, count=data["count"]),
        badge=badge(data, lang),
        rows=tuple(rows),
        note="\n".join(notes),
    )


def order_text(order: Facts, lang: Lang) -> str:
    """A resting order in a line: `Buy 0.1 ETH/USDT, limit 3,000`."""
    side = say(lang, "do_buy" if order["side"] == "BUY" else "do_sell")
    price = price_text(order["price"] or order["trigger"], lang)
    kind = say(lang, f"type_{order['type']}")
    return say(
        lang,
        "order_line",
        side=side,
        quantity=amount_text(order["quantity"], lang),
        symbol=order["symbol"],
        kind=kind,
        price=price,
    )


def _listed(data: Facts, lang: Lang) -> tuple[Block, ...]:
    orders = data["orders"]
    if not orders:
        return (line(say(lang, "no_orders"), data, lang),)
    title = say(lang, "orders_title", count=data["count"])
    notes = page_notes(data, lang)
    if not all(one["ours"] for one in orders):
        notes.append(say(lang, "orders_foreign"))
    return (
        TableBlock(
            title=badged(title, data, lang),
            columns=tuple(say(lang, head) for head in ("order", "size", "price", "filled", "time")),
            rows=tuple(_row(place, one, lang) for place, one in enumerate(orders, data["first"])),
            note="\n".join(notes),
        ),
    )


def _row(number: int, order: Facts, lang: Lang) -> tuple[str, ...]:
    side = say(lang, "do_buy" if order["side"] == "BUY" else "do_sell")
    kind = say(lang, f"type_{order['type']}")
    foreign = "" if order["ours"] else " *"
    return (
        f"{number}. {side} {order['symbol']}, {kind}{foreign}",
        amount_text(order["quantity"], lang),
        price_text(order["price"] or order["trigger"], lang),
        amount_text(order["filled"], lang),
        day_text(order["created_at"]),
    )


def _cancelled(data: Facts, lang: Lang) -> list[str]:
    """A line for each order, or that there was none."""
    lines = []
    for one in data["orders"]:
        reason = say(lang, one["error"], **one["params"]) if one["outcome"] == "refused" else ""
        filled = amount_text(one["filled"], lang)
        partly = one["outcome"] == "cancelled" and one["filled"] not in ("0", None)
        key = "cancelled_partly" if partly else f"cancel_{one['outcome']}"
        lines.append(say(lang, key, order=order_text(one, lang), reason=reason, filled=filled))
    for outcome, count in data["more"].items():
        lines.append(say(lang, f"cancel_more_{outcome}", count=count))
    if data["gone"]:
        lines.append(say(lang, "cancel_gone", count=data["gone"]))
    lines = lines or [say(lang, "cancel_none")]
    if not data["kept"]:
        return lines
    kept = [order_text(one, lang) for one in data["kept"]]
    if more := data["kept_count"] - len(kept):
        kept.append(say(lang, "orders_more", count=more))
    return [
        *lines,
        say(lang, "cancel_keeps", count=data["kept_count"]),
        *(f"• {one}" for one in kept),
    ]


def _changed(data: Facts, lang: Lang) -> str:
    if "error" in data:
        return say(lang, "change_refused", reason=say(lang, data["error"], **data["params"]))
    if data.get("unknown"):
        return say(lang, "change_unknown", order=data["asked"]["id"])
    if data["order"] is None:
        return say(lang, "change_gone")
    return say(lang, "change_done", order=order_text(data["order"], lang))
