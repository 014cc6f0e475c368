"""Which words may be a nickname: none that already mean something in an order or an answer.

A nickname stands for other words wherever it is said. So one for "buy", "50" or "bitcoin" would
turn an order into another one.
"""

import re

from core.domain.coin_names import NAMES
from core.domain.figures_in_text import figures
from core.domain.resume_words import WORDS, folded

_EVERYDAY = """
    a add alert all amount amend and any asset at balance base bid cancel clear close confirm cross
    dollar dollars double everything exit flat for halt half help hold in isolated it last leverage
    limit long loss margin market max maximum me min minimum my no not of off on open or order
    orders perp perpetual position positions price profit quote reduce remove resume retry sell
    set short spot start status stop swap target that the them these this to trade twice unhalt
    with without worth
    买入 卖出 做多 做空 开多 开空 平多 平空 平仓 开仓 加仓 减仓 清仓 全仓 满仓 半仓 逐仓 全部
    所有 一半 都 撤单 价格 余额 仓位 持仓 止损 止盈 杠杆 现货 合约 永续 市价 限价 美元 美金
    刀 这个 那个 它 最大 最小
"""
_TAKEN = frozenset(_EVERYDAY.split())
_ORDERS = re.compile(r"\b(?:buy|sell)\b|[买卖]")
"""What makes an order of any words that it stands among."""
_CASH = frozenset({"usd", "usdt", "usdc", "fdusd", "tusd", "busd", "eur", "u", "cny", "rmb"})
_TICKER_OF = {folded(name): ticker for ticker, names in NAMES.items() for name in (ticker, *names)}


def may_stand_for(name: str, meaning: str) -> bool:
    """Whether `name` may be a nickname for `meaning`.

    Never a number, a currency, a word of orders or of answers; a coin's name for that coin only.
    """
    said = folded(name).lstrip("$").strip()
    if not said or said in _TAKEN or said in _CASH or said in WORDS or _ORDERS.search(said):
        return False
    if any(figure.start == 0 and figure.end >= len(said) for figure in figures(said)):
        return False
    ticker = _TICKER_OF.get(said)
    return ticker is None or _is_of(ticker, meaning)


def _is_of(ticker: str, meaning: str) -> bool:
    """Whether the words are the coin or one of its markets."""
    first = re.split(r"[\s/:_-]", meaning.strip().lstrip("$"), maxsplit=1)[0]
    return _TICKER_OF.get(folded(meaning)) == ticker or _TICKER_OF.get(folded(first)) == ticker
