"""What has become of an order since its turn, as blocks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import Block, TextBlock
from core.domain.records import OrderRow
from core.views.badge import badged, line
from core.views.money_text import amount_text, cash_text, price_text
from core.views.order_view import order_view
from core.views.words import say


@dataclass(frozen=True, kw_only=True, slots=True)
class News:
    """What happened to which order; `with_it` are orders that were taken back for it."""

    kind: str
    order: OrderRow
    with_it: tuple[OrderRow, ...] = ()


def order_news_view(news: News, data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """What happened in a line, and the fill as a card where there is one."""
    order = news.order
    lead = say(lang, f"news.{news.kind}", order=order_text(order, lang), symbol=order.symbol)
    if news.with_it:
        also = [leg_text(one, lang) for one in news.with_it]
        lead = f"{lead} {say(lang, 'news.with_it', orders=also)}"
    badge = {"mode": order.mode, "simulated": order.simulated}
    filled = data.get("quantity")
    if "error" in data or filled is None or not Decimal(filled):
        reason = say(lang, data["error"], **data["params"]) if _has_reason(news, data) else ""
        return (line(f"{lead} {reason}".strip(), badge, lang),)
    return (TextBlock(text=badged(lead, badge, lang)), *order_view(data, lang))


def legs_view(kind: str, orders: Sequence[OrderRow], lang: Lang) -> tuple[Block, ...]:
    """Stops and targets that rest no more, and why."""
    first = orders[0]
    texts = [leg_text(one, lang) for one in orders]
    text = say(lang, f"news.legs_{kind}", orders=texts, symbol=first.symbol)
    return (line(text, {"mode": first.mode, "simulated": first.simulated}, lang),)


def absent_view(order: OrderRow, lang: Lang) -> tuple[Block, ...]:
    """An order that never arrived, or is there no more."""
    text = say(lang, "news.absent", order=order_text(order, lang))
    return (line(text, {"mode": order.mode, "simulated": order.simulated}, lang),)


def day_view(day: Mapping[str, Any], lang: Lang) -> TextBlock:
    """The day so far in one line; what is not known says so."""
    return TextBlock(
        text=say(
            lang,
            "news.day",
            fills=day["fills"],
            realized=cash_text(day["realized"], lang, day["quote"], sign=True),
            fees=cash_text(day["fees"], lang, day["quote"]),
            zone=day["zone"],
        )
    )


def order_text(order: OrderRow, lang: Lang) -> str:
    """The order in a few words: what it does, how much, and its price where it has one."""
    coin = order.symbol.partition("/")[0]
    words = say(
        lang,
        "news.order",
        action=say(lang, f"do_{order.action}"),
        quantity=amount_text(order.quantity, lang),
        coin=coin,
    )
    price = order.price if order.price is not None else order.trigger
    return words if price is None else f"{words} @ {price_text(price, lang)}"


def leg_text(order: OrderRow, lang: Lang) -> str:
    """A stop or target with its trigger; what is left of an entry in its own words."""
    if order.leg == "entry":
        return order_text(order, lang)
    price = order.trigger if order.trigger is not None else order.price
    return say(lang, f"news.leg_{order.leg}", price=price_text(price, lang))


def _has_reason(news: News, data: Mapping[str, Any]) -> bool:
    return news.kind == "rejected" and data.get("error", "order_refused") != "order_refused"
