"""The approval card: everything a person must know before an order."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import CardBlock
from core.views.badge import badge
from core.views.exchange_name import exchange_name
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
from core.views.source import source_text
from core.views.words import say

Facts = Mapping[str, Any]
Rows = list[tuple[str, str]]


def trade_card(data: Facts, facts: Facts, lang: Lang) -> CardBlock:
    """The card of an order.

    `data` is the card's data as the HTTP API has it (DESIGN 11); `facts` are what it leaves out:
    base, quote, kind, tick, fee_rate, source, now, opens, total (cost, or what is received), pnl,
    liquidation_known, adjusted, large, far, stop_too_late, resting, simulated.
    """
    rows = [
        (say(lang, "card_exchange"), exchange_name(data)),
        (say(lang, "card_market"), f"{data['symbol']} ({say(lang, facts['kind'])})"),
        (say(lang, "card_side"), say(lang, f"do_{data['side']}")),
        *_type(data, facts, lang),
        (say(lang, "card_amount"), _amount(data, facts, lang)),
        (say(lang, "card_price"), _price(data, facts, lang)),
        (say(lang, "card_fee"), _fee(data, facts, lang)),
        *_money(facts, lang),
        *_margin(data, facts, lang),
        *_protection(data, facts, lang),
    ]
    title = say(
        lang,
        "card_title",
        action=_title_action(data, lang),
        quantity=amount_text(data["quantity"], lang),
        coin=facts["base"],
    )
    mark = badge({**data, "simulated": facts["simulated"]}, lang)
    return CardBlock(title=title, badge=mark, rows=tuple(rows), note=_note(data, facts, lang))


def _title_action(data: Facts, lang: Lang) -> str:
    """What is done, and how: `Buy limit`, `Stop: close long`."""
    action = say(lang, f"do_{data['side']}")
    if data["type"] == "market":
        return action
    return say(lang, f"title_{data['type']}", action=action)


def _type(data: Facts, facts: Facts, lang: Lang) -> Rows:
    """How a limit rests, or what a trigger does; a market order needs no word."""
    kind = data["type"]
    if kind == "market":
        return []
    price = _priced(data["limit_price"] or data["trigger"], facts, lang)
    if kind == "limit":
        how = "post_only" if data["post_only"] else "rests" if data["rests"] else "at_once"
        return [(say(lang, "card_limit"), say(lang, f"card_limit_{how}", price=price))]
    mark = _priced(data["mark"], facts, lang)
    text = say(lang, "card_trigger_is", price=price, mark=mark)
    return [(say(lang, f"card_{kind}"), text)]


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
        price=_priced(data["mark"] if data["type"] != "market" else data["price"], facts, lang),
        time=clock_text(data["price_at"], lang),
        age=seconds_between(data["price_at"], facts["now"]),
        source=source_text(facts["source"], lang),
    )


def _fee(data: Facts, facts: Facts, lang: Lang) -> str:
    fee = cash_text(data["fee"], lang, facts["quote"])
    rate = percent_text(facts["fee_rate"], lang, sign=False)
    return say(lang, "card_fee_maker" if data["rests"] else "card_fee_is", fee=fee, rate=rate)


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
    """Leverage, margin and liquidation of a perpetual."""
    rows: Rows = []
    if data["leverage"] is not None:
        leverage = say(lang, "card_leverage_is", leverage=data["leverage"])
        rows.append((say(lang, "card_leverage"), leverage))
    if data["margin"] is not None:
        margin = cash_text(data["margin"], lang, facts["quote"])
        rows.append((say(lang, "card_margin"), margin))
        rows.append((say(lang, "card_liquidation"), _liquidation(data, facts, lang)))
    return rows


def _protection(data: Facts, facts: Facts, lang: Lang) -> Rows:
    """Stop and target of what opens: how far away, and what each would lose or gain."""
    if not facts["opens"]:
        return []
    rows = [
        (say(lang, f"card_{name}"), _leg(name, data[name], data[amount], data, facts, lang))
        for name, amount in (("stop", "loss_at_stop"), ("target", "gain_at_target"))
    ]
    if data["reward_risk"] is not None:
        ratio = say(lang, "card_reward_risk_is", ratio=amount_text(data["reward_risk"], lang))
        rows.append((say(lang, "card_reward_risk"), ratio))
    return rows


def _leg(
    name: str, price: str | None, amount: str | None, data: Facts, facts: Facts, lang: Lang
) -> str:
    if price is None:
        return say(lang, "none")
    distance = (Decimal(price) - Decimal(data["price"])) / Decimal(data["price"])
    return say(
        lang,
        f"card_{name}_is",
        price=_priced(price, facts, lang),
        distance=percent_text(distance, lang),
        amount=cash_text(amount, lang, facts["quote"]),
    )


def _liquidation(data: Facts, facts: Facts, lang: Lang) -> str:
    if not facts["liquidation_known"]:
        return UNKNOWN[lang]
    if data["liquidation_price"] is None:
        return say(lang, "none")
    return _priced(data["liquidation_price"], facts, lang)


def _priced(price: str | None, facts: Facts, lang: Lang) -> str:
    return f"{price_text(price, lang, facts['tick'])} {facts['quote']}"


def _note(data: Facts, facts: Facts, lang: Lang) -> str:
    notes = []
    if facts["adjusted"]:
        quantity = amount_text(data["quantity"], lang)
        notes.append(say(lang, f"card_{facts['adjusted']}", quantity=quantity, coin=facts["base"]))
    if facts["far"]:
        notes.append(say(lang, "card_far"))
    if facts["stop_too_late"]:
        notes.append(say(lang, "card_stop_too_late"))
    if facts["resting"]:
        there = [price_text(one, lang, facts["tick"]) for one in facts["resting"]]
        notes.append(say(lang, "card_one_more", prices=there))
    if (data["type"] == "limit" and data["rests"]) or data["type"] in ("stop", "take_profit"):
        notes.append(say(lang, "card_until_cancelled"))
    if data["type"] != "market" and (data["stop"] or data["target"]):
        notes.append(say(lang, "card_legs_later"))
    if facts["large"]:
        notes.append(say(lang, "card_large"))
    notes.append(say(lang, "card_if_nobody", time=minute_text(data["expires_at"])))
    return "\n".join(notes)
