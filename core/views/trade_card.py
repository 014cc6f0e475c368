"""The approval card: everything a person must know before an order."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import CardBlock
from core.views.badge import badge
from core.views.money_text import (
    UNKNOWN,
    amount_text,
    cash_text,
    clock_text,
    minute_text,
    percent_text,
    price_text,
    seconds_between,
)
from core.views.words import say

Facts = Mapping[str, Any]
Rows = list[tuple[str, str]]


def trade_card(data: Facts, facts: Facts, lang: Lang) -> CardBlock:
    """The card of an order.

    `data` is the card's data as the HTTP API has it (DESIGN 11); `facts` are what it leaves out:
    base, quote, kind, tick, taker, source, now, opens, total (cost, or what is received), pnl,
    liquidation_known, adjusted, large, simulated.
    """
    rows = [
        (say(lang, "card_exchange"), data["venue"]),
        (say(lang, "card_market"), f"{data['symbol']} ({say(lang, facts['kind'])})"),
        (say(lang, "card_side"), say(lang, f"do_{data['side']}")),
        (say(lang, "card_amount"), _amount(data, facts, lang)),
        (say(lang, "card_price"), _price(data, facts, lang)),
        (say(lang, "card_fee"), _fee(data, facts, lang)),
        *_money(facts, lang),
        *_margin(data, facts, lang),
    ]
    title = say(
        lang,
        "card_title",
        action=say(lang, f"do_{data['side']}"),
        quantity=amount_text(data["quantity"], lang),
        coin=facts["base"],
    )
    mark = badge({**data, "simulated": facts["simulated"]}, lang)
    return CardBlock(title=title, badge=mark, rows=tuple(rows), note=_note(data, facts, lang))


def _amount(data: Facts, facts: Facts, lang: Lang) -> str:
    quantity, value = amount_text(data["quantity"], lang), cash_text(data["value"], lang)
    worth = f"{value} {facts['quote']}"
    if data["unit"] == "base":
        return say(lang, "card_quantity_is", quantity=quantity, coin=facts["base"], value=worth)
    asked = f"{amount_text(data['amount'], lang)} {facts['quote']}"
    return say(
        lang, "card_amount_is", amount=asked, quantity=quantity, coin=facts["base"], value=worth
    )


def _price(data: Facts, facts: Facts, lang: Lang) -> str:
    return say(
        lang,
        "card_price_is",
        price=f"{price_text(data['price'], lang, facts['tick'])} {facts['quote']}",
        time=clock_text(data["price_at"], lang),
        age=seconds_between(data["price_at"], facts["now"]),
        source=facts["source"],
    )


def _fee(data: Facts, facts: Facts, lang: Lang) -> str:
    fee = cash_text(data["fee"], lang, facts["quote"])
    rate = percent_text(facts["taker"], lang, sign=False)
    return say(lang, "card_fee_is", fee=fee, rate=rate)


def _money(facts: Facts, lang: Lang) -> Rows:
    """What it costs, or brings in."""
    spot = facts["kind"] == "spot"
    if facts["opens"]:
        return [(say(lang, "card_cost"), cash_text(facts["total"], lang, facts["quote"]))]
    rows: Rows = []
    if spot:
        rows.append((say(lang, "card_proceeds"), cash_text(facts["total"], lang, facts["quote"])))
    rows.append((say(lang, "card_pnl"), cash_text(facts["pnl"], lang, facts["quote"], sign=True)))
    return rows


def _margin(data: Facts, facts: Facts, lang: Lang) -> Rows:
    """Leverage, margin and liquidation of a perpetual; then stop and target of what opens."""
    rows: Rows = []
    if data["leverage"] is not None:
        leverage = say(lang, "card_leverage_is", leverage=data["leverage"])
        rows.append((say(lang, "card_leverage"), leverage))
    if data["margin"] is not None:
        margin = cash_text(data["margin"], lang, facts["quote"])
        rows.append((say(lang, "card_margin"), margin))
        rows.append((say(lang, "card_liquidation"), _liquidation(data, facts, lang)))
    if facts["opens"]:
        rows += [(say(lang, f"card_{name}"), say(lang, "none")) for name in ("stop", "target")]
    return rows


def _liquidation(data: Facts, facts: Facts, lang: Lang) -> str:
    if not facts["liquidation_known"]:
        return UNKNOWN[lang]
    if data["liquidation_price"] is None:
        return say(lang, "none")
    return f"{price_text(data['liquidation_price'], lang, facts['tick'])} {facts['quote']}"


def _note(data: Facts, facts: Facts, lang: Lang) -> str:
    notes = []
    if facts["adjusted"]:
        quantity = amount_text(data["quantity"], lang)
        notes.append(say(lang, f"card_{facts['adjusted']}", quantity=quantity, coin=facts["base"]))
    if facts["large"]:
        notes.append(say(lang, "card_large"))
    notes.append(say(lang, "card_if_nobody", time=minute_text(data["expires_at"])))
    return "\n".join(notes)
