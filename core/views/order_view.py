"""What became of an order and its protection, as blocks."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from core.domain.conversation import Lang
from core.domain.outbound import Block, CardBlock
from core.views.badge import badge, line
from core.views.money_text import amount_text, cash_text, price_text
from core.views.words import say

Facts = Mapping[str, Any]
Rows = list[tuple[str, str]]


def order_view(data: Facts, lang: Lang) -> tuple[Block, ...]:
    """A fill or a resting order as a card; a refusal in words."""
    if "error" in data:
        return (line(refusal_text(data, lang), data, lang),)
    card = _resting(data, lang) if not Decimal(data["quantity"]) else _filled(data, lang)
    return (card,)


def refusal_text(data: Facts, lang: Lang) -> str:
    """Why an order was refused, and that nothing of it was placed."""
    return say(lang, data["error"], **data["params"])


def _filled(data: Facts, lang: Lang) -> CardBlock:
    coin, money = data["base"], data["quote"]
    title = say(
        lang,
        "fill_title",
        did=say(lang, f"did_{data['action']}"),
        quantity=amount_text(data["quantity"], lang),
        coin=coin,
        price=_priced(data["price"], data, lang),
    )
    rows: Rows = [
        (say(lang, "fill_value"), cash_text(data["value"], lang, money)),
        (say(lang, "fee"), cash_text(data["fee"], lang, money)),
    ]
    if data["realized_pnl"] is not None:
        pnl = cash_text(data["realized_pnl"], lang, money, sign=True)
        rows.append((say(lang, "fill_pnl"), pnl))
    if data["leverage"] is not None:
        rows.append(_leverage(data, lang))
    rows.append((say(lang, "card_exchange"), data["venue"]))
    protection = data["protection"]
    notes = []
    if Decimal(data["quantity"]) < Decimal(data["asked"]):
        key = "fill_partly_rests" if data["status"] == "PARTIALLY_FILLED" else "fill_partly"
        filled, asked = (amount_text(data[name], lang) for name in ("quantity", "asked"))
        notes.append(say(lang, key, filled=filled, asked=asked, coin=coin))
    if protection is not None:
        rows += [row for leg in ("stop", "target") for row in _leg(leg, protection, data, lang)]
        notes += _protection_notes(protection, data, lang)
    notes += _adjusted_notes(data, lang)
    return CardBlock(title=title, badge=badge(data, lang), rows=tuple(rows), note="\n".join(notes))


def _resting(data: Facts, lang: Lang) -> CardBlock:
    """An order that waits at the venue, and what happens once it fills."""
    title = say(
        lang,
        f"placed_{data['type']}",
        action=say(lang, f"do_{data['action']}"),
        quantity=amount_text(data["asked"], lang),
        coin=data["base"],
        price=_priced(data["limit_price"] or data["trigger"], data, lang),
    )
    rows: Rows = [_leverage(data, lang)] if data["leverage"] is not None else []
    for leg in ("stop", "target"):
        if data[leg] is not None:
            rows.append((say(lang, f"card_{leg}"), _priced(data[leg], data, lang)))
    rows.append((say(lang, "card_exchange"), data["venue"]))
    later = data["stop"] is not None or data["target"] is not None
    notes = [say(lang, "card_until_cancelled"), *([say(lang, "card_legs_later")] if later else [])]
    return CardBlock(title=title, badge=badge(data, lang), rows=tuple(rows), note="\n".join(notes))


def _leg(name: str, protection: Facts, data: Facts, lang: Lang) -> Rows:
    """A stop or target of a fill: its price, and whether it rests."""
    leg = protection[name]
    if leg is None:
        return []
    state = "unknown" if protection["doubt"] == name else "refused" if "error" in leg else "rests"
    if leg["status"] == "INITIALIZED" and state == "unknown":
        state = "not_sent"
    if leg["status"] == "FILLED":
        state = "filled"
    text = say(lang, f"leg_{state}", price=_priced(leg["trigger"], data, lang))
    return [(say(lang, f"card_{name}"), text)]


def _protection_notes(protection: Facts, data: Facts, lang: Lang) -> list[str]:
    """What went wrong with the protection, in full sentences; empty where nothing did."""
    notes = []
    for name in ("stop", "target"):
        leg = protection[name]
        if leg is not None and "error" in leg:
            reason = refusal_text(leg, lang)
            notes.append(say(lang, f"{name}_not_placed", reason=reason))
        elif leg is not None and leg.get("short"):
            notes.append(
                say(
                    lang,
                    f"{name}_short",
                    short=amount_text(leg["short"], lang),
                    coin=data["base"],
                    price=_priced(leg["trigger"], data, lang),
                )
            )
    closed, doubt = protection["closed"], protection["doubt"]
    if doubt is not None:
        waits = protection[doubt]["status"] == "INITIALIZED"
        key = "protection_not_sent" if waits else "protection_unknown"
        what = say(lang, f"protection_{doubt}")
        notes.append(say(lang, key, what=what, order=protection[doubt]["order_id"]))
    elif closed is not None and "error" in closed:
        notes.append(say(lang, "entry_naked", reason=refusal_text(closed, lang)))
    elif closed is not None:
        price = _priced(closed["price"], data, lang)
        pnl = cash_text(closed["realized_pnl"], lang, data["quote"], sign=True)
        notes.append(say(lang, "entry_closed_again", price=price, pnl=pnl))
    return notes


def _adjusted_notes(data: Facts, lang: Lang) -> list[str]:
    """What a close did to the stops and targets of what it left."""
    notes = []
    for one in data.get("adjusted", ()):
        price = _priced(one["trigger"], data, lang)
        quantity = amount_text(one["quantity"], lang)
        text = say(lang, one["what"], price=price, quantity=quantity, coin=data["base"])
        notes.append(text)
    return notes


def _leverage(data: Facts, lang: Lang) -> tuple[str, str]:
    return (
        say(lang, "card_leverage"),
        say(lang, "card_leverage_is", leverage=data["leverage"]),
    )


def _priced(price: str | None, data: Facts, lang: Lang) -> str:
    return f"{price_text(price, lang)} {data['quote']}"
