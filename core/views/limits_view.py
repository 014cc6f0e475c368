"""Risk limits as a card, and what changed of one."""

from collections.abc import Mapping
from typing import Any

from core.domain.conversation import Lang
from core.domain.instruments import QUOTE
from core.domain.outbound import Block, CardBlock
from core.views.badge import badge, line
from core.views.money_text import amount_text, cash_text
from core.views.words import say

LIMITS = (
    "max_notional",
    "max_position",
    "max_positions",
    "max_leverage",
    "max_margin_share",
    "daily_loss",
    "min_reward_risk",
    "symbols",
)
_MONEY = ("max_notional", "max_position", "daily_loss")


def limit_text(name: str, value: Any, lang: Lang) -> str:
    """A limit's value with its unit; None is no limit of that kind."""
    if value is None:
        return say(lang, "limit_all" if name == "symbols" else "limit_none")
    if isinstance(value, list):
        return ", ".join(value)
    if name in _MONEY:
        return cash_text(value, lang, QUOTE)
    suffix = {"max_leverage": "x", "max_margin_share": "%", "min_reward_risk": " : 1"}
    return amount_text(value, lang) + suffix.get(name, "")


def limits_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """Every limit, the trading state, and the day so far."""
    day = data["day"]
    rows = [(say(lang, "limit_state"), say(lang, f"state_{data['trading_state']}"))]
    rows += [
        (say(lang, f"limit_name_{name}"), limit_text(name, data["limits"][name], lang))
        for name in LIMITS
    ]
    today = say(
        lang,
        "limit_day",
        realized=cash_text(day["realized"], lang, QUOTE, sign=True),
        unrealized=cash_text(day["unrealized"], lang, QUOTE, sign=True),
        zone=day["zone"],
    )
    title = say(lang, "limit_title", account=data["account"])
    return (CardBlock(title=title, badge=badge(data, lang), rows=tuple(rows), note=today),)


def change_view(data: Mapping[str, Any], lang: Lang) -> tuple[Block, ...]:
    """The limit as it holds now, and what it was."""
    name = data["limit"]
    text = say(
        lang,
        "limit_changed",
        name=say(lang, f"limit_name_{name}"),
        account=data["account"],
        new=limit_text(name, data["new"], lang),
        old=limit_text(name, data["old"], lang),
    )
    return (line(text, data, lang),)
