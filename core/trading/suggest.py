"""What would have worked, as a button: a label, and the request it stands for in plain words."""

from decimal import Decimal
from typing import Protocol

from core.domain.amounts import Unit
from core.domain.conversation import Lang
from core.domain.money import plain
from core.trading.request import TradeAction
from core.views.money_text import amount_text
from core.views.words import say

Suggestion = tuple[str, str]


class Market(Protocol):
    """What an order is called after: an instrument, or a plan for one."""

    @property
    def symbol(self) -> str:
        """The unified id."""

    @property
    def base(self) -> str:
        """The coin."""

    @property
    def quote(self) -> str:
        """What it is priced in."""


def an_order(
    lang: Lang,
    action: TradeAction,
    instrument: Market,
    amount: Decimal,
    unit: Unit,
    leverage: int | None = None,
    tail: str = "",
) -> Suggestion:
    """This order; a perpetual that opens may have a leverage, `tail` are the words of its terms."""
    unit_text = {"quote": f" {instrument.quote}", "base": f" {instrument.base}"}.get(unit, "%")
    do = say(lang, f"do_{action}")
    label = say(
        lang,
        "suggest_coins_label" if unit == "base" else "suggest_order_label",
        action=do,
        amount=amount_text(amount, lang) + unit_text,
        coin=instrument.base,
    )
    if leverage:
        label = say(lang, "suggest_leverage_label", order=label, leverage=leverage)
    request = say(
        lang,
        "suggest_order_leverage" if leverage else "suggest_order",
        action=do.lower(),
        amount=plain(amount) + unit_text,
        symbol=instrument.symbol,
        leverage=leverage,
    )
    return f"{label}{tail}", f"{request}{tail}"


def everything(lang: Lang, action: TradeAction, symbol: str, tail: str = "") -> Suggestion:
    """Selling or closing all that is held of a market; `tail` are the words of its terms."""
    do, coin = say(lang, f"do_{action}"), symbol.partition("/")[0]
    return (
        say(lang, "suggest_all_label", action=do, coin=coin) + tail,
        say(lang, "suggest_all", action=do.lower(), symbol=symbol) + tail,
    )


def without_amount(
    lang: Lang, action: TradeAction, instrument: Market, tail: str = ""
) -> Suggestion:
    """This order, its amount still to be said."""
    do = say(lang, f"do_{action}")
    return (
        f"{do} {instrument.base}{tail}",
        say(lang, "suggest_bare", action=do.lower(), symbol=instrument.symbol) + tail,
    )
