"""Accounts and resting orders, as a halt names them."""

from core.domain.conversation import Lang
from core.domain.orders import Mode, OpenOrder
from core.views.money_text import amount_text, price_text
from core.views.words import say


def account_text(name: str, mode: Mode, lang: Lang) -> str:
    """An exchange account with its mode: `main (LIVE)`."""
    return f"{name} ({say(lang, f'badge_{mode}')})"


def order_text(order: OpenOrder, lang: Lang) -> str:
    """A resting order in a few words."""
    return say(
        lang,
        "halt.order",
        side=say(lang, f"side_{order.side}"),
        quantity=amount_text(order.quantity - order.filled, lang),
        symbol=order.symbol,
        price=price_text(order.price if order.price is not None else order.trigger, lang),
    )
