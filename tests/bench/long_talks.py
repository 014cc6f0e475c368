"""Long conversations made up by a seed: several days of a trader's talk, in English and Chinese."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Literal

from core.domain.records import MessageRow

CONVERSATION = "web:bench:bench"
_ASKED = (
    "btc price",
    "what do I hold right now",
    "how did eth do since yesterday and is funding still positive",
    "I am thinking of moving some of it out of bitcoin before the weekend, what would you look at",
    "show my last trades",
    "and the second one?",
    "explain why the stop would be above the entry there, I still do not see it",
    "比特币现在多少",
    "我想先看看仓位再决定",
    "为什么资金费率这么高，做空会不会更划算一点",
    "帮我比较一下网格和定投，周末我可能不在电脑前",
    "先这样吧，晚上再看",
)
_SENTENCES = (
    "Funding is paid every eight hours between longs and shorts: it matters how long you hold.",
    "The order book is thin at this hour, and a market order may move the price against you.",
    "A stop order protects against a larger loss, but in a fast market it may fill further away.",
    "You asked for the figures of the spot account; the perpetual account is listed separately.",
    "Nothing was placed. If you want to go on, tell me the amount and I will show a card first.",
    "资金费率每八小时结算一次，持仓时间越长影响越大。",
    "现在盘口比较薄，市价单可能会滑点，建议先看确认卡。",
    "止损单可以限制损失，但行情快的时候成交价可能更差。",
    "没有下单。如果要继续，请告诉我数量，我会先给出确认卡。",
)
_TABLE = (
    "Positions (PAPER)\n#  Symbol  Side  Size  Entry  Mark  P&L\n"
    "1  BTC/USDT:USDT  long  0.12  64,210.5  64,880.1  +80.35 USDT\n"
    "2  ETH/USDT:USDT  short  1.5  3,120.4  3,098.7  +32.55 USDT\n"
    "3  SOL/USDT  spot  20  142.11  139.90  -44.20 USDT"
)


def talk(seed: int, per_day: int, days: int, start: datetime) -> list[MessageRow]:
    """The messages of `days` days with `per_day` of them each, said between 8 and 24 o'clock."""
    chance = random.Random(seed)
    rows: list[MessageRow] = []
    for day in range(days):
        morning = start + timedelta(days=day, hours=8)
        for exchange in range(per_day // 2):
            at = morning + timedelta(hours=16 * exchange / (per_day // 2))
            for role, text in _exchange(chance):
                rows.append(_row(len(rows), role, text, at))
    return rows


def _exchange(chance: random.Random) -> Iterator[tuple[Literal["user", "assistant"], str]]:
    asked = chance.choice(_ASKED)
    if chance.random() < 0.1:
        asked = " ".join(chance.choices(_ASKED, k=5))
    yield "user", asked
    kind = chance.random()
    answer = " ".join(chance.choices(_SENTENCES, k=chance.randint(1, 6)))
    yield "assistant", _TABLE if kind < 0.25 else answer


def _row(number: int, role: Literal["user", "assistant"], text: str, at: datetime) -> MessageRow:
    return MessageRow(
        id=f"{number:026}",
        conversation_id=CONVERSATION,
        account_id="bench",
        run_id=f"r{number // 2}",
        role=role,
        kind=None if role == "user" else "reply",
        text=text,
        blocks=[],
        created_at=at,
    )
