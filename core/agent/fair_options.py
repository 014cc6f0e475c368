"""Options in a model's words: what their labels may say, and what they may stand for."""

import re
from collections.abc import Sequence

from core.agent.amount_answers import is_amount
from core.agent.guard import Guard
from core.domain.figures_in_text import figures
from core.domain.plan import Option

_OF_A_CARD = re.compile(r"[✅✔✖✏❌☑🛑]|\b(?:PAPER|LIVE|SIMULATED)\b|模拟盘|实盘")
"""What only our own cards bear: a button that looks like theirs teaches people to press it."""


def fair_options(options: Sequence[Option], guard: Guard) -> list[Option]:
    """Options less those whose label looks like a card's, or states what nobody vouches for.

    A bare amount states nothing. An option stands for its label where its value, which nobody sees,
    says what nobody vouches for, or another amount.
    """
    return [
        option if _is_fair(option, guard) else Option(label=option.label, value=option.label)
        for option in options
        if (is_amount(option.label) or guard.vouches(option.label)) and _is_plain(option, guard)
    ]


def _is_plain(option: Option, guard: Guard) -> bool:
    """Whether nobody would take the button for one of an order's card."""
    return guard.trusted or not _OF_A_CARD.search(option.label)


def _is_fair(option: Option, guard: Guard) -> bool:
    """Whether the value may become part of the person's request."""
    if not is_amount(option.label):
        return guard.vouches(option.value)
    shown = {figure.value for figure in figures(option.label)}
    meant = {figure.value for figure in figures(option.value)}
    return is_amount(option.value) and meant == shown
