"""Other ways to say what the grammar knows: whole texts, said again plainly with their own figures.

Each pattern is of a whole text, and what it becomes holds no figure or name that was not in it.
"""

import re

_N = r"(?P<n>[0-9][0-9.,]*)"
_P = r"(?P<p>[0-9][0-9.,]*)"
_NO_COIN = r"(?!(?:at|to|on|for|is|loss|order|price|limit|buy|sell|long|short|below|above)\b)"
_COIN = rf"(?P<coin>{_NO_COIN}[a-z][a-z0-9]{{1,9}})"
_COIN_ZH = r"(?P<coin>[A-Za-z]{2,10}|[一-鿿]{2,4}?)"
_SIDE = r"(?P<side>buy|sell)"
_AT = r"\s+(?:at\s+|@\s*)?"
_MY = r"(?:my\s+|the\s+|a\s+)?"
_PUT = r"(?:put|set|place|add)\s+"
_STOP = r"(?:stop(?:[ -]?loss)?|sl)"
_TARGET = r"(?:take[ -]?profit|tp|target)"
_TEXTS: tuple[tuple[str, str], ...] = (
    # Limit orders.
    (rf"limit\s+{_SIDE}\s+{_N}\s*{_COIN}{_AT}{_P}", r"\g<side> \g<n> \g<coin> at \g<p>"),
    (rf"{_SIDE}\s+limit\s+{_N}\s*{_COIN}{_AT}{_P}", r"\g<side> \g<n> \g<coin> at \g<p>"),
    (rf"bid\s+(?:for\s+)?{_N}\s*{_COIN}\s+(?:at|@)\s*{_P}", r"buy \g<n> \g<coin> at \g<p>"),
    (rf"(?:offer|ask)\s+{_N}\s*{_COIN}\s+(?:at|@)\s*{_P}", r"sell \g<n> \g<coin> at \g<p>"),
    (
        rf"在?\s*{_P}(?:的价格)?(?:挂单|限价)?(?:买入|买)\s*{_N}\s*[个枚]?\s*{_COIN_ZH}",
        r"限价\g<p>买\g<n>\g<coin>",
    ),
    (
        rf"在?\s*{_P}(?:的价格)?(?:挂单|限价)?(?:卖出|卖)\s*{_N}\s*[个枚]?\s*{_COIN_ZH}",
        r"限价\g<p>卖\g<n>\g<coin>",
    ),
    # Stops and targets of what is held.
    (rf"(?:{_PUT})?{_MY}{_STOP}\s+(?:on\s+|for\s+)?{_MY}{_COIN}{_AT}{_P}", r"\g<coin> stop \g<p>"),
    (rf"protect\s+{_MY}{_COIN}\s+at\s+{_P}", r"\g<coin> stop \g<p>"),
    (
        rf"(?:{_PUT})?{_MY}{_TARGET}\s+(?:on\s+|for\s+)?{_MY}{_COIN}{_AT}{_P}",
        r"\g<coin> target \g<p>",
    ),
    (
        rf"(?:给|为)\s*{_COIN_ZH}\s*(?:设置|设个|设|加个|加)?止损(?:到|在)?\s*{_P}",
        r"\g<coin>止损\g<p>",
    ),
    (
        rf"(?:给|为)\s*{_COIN_ZH}\s*(?:设置|设个|设|加个|加)?止盈(?:到|在)?\s*{_P}",
        r"\g<coin>止盈\g<p>",
    ),
    # What rests.
    (rf"(?:what|where|which)\s+(?:are|is)\s+{_MY}(?:stops?|targets?|limits?)", "open orders"),
    (rf"(?:show|list|see)\s+(?:me\s+)?{_MY}(?:stops?|targets?|stop\s+orders)", "open orders"),
    (r"(?:看看|看一下|查看|看)?我的?(?:止损|止盈)(?:单)?(?:在哪里?|有哪些|是多少)?", "当前挂单"),
    (r"(?:全部|一键|全)撤单?|撤全部单|全撤", "撤销所有挂单"),
    # Exchanges.
    (r"(?:把|将)我的交易所(?:账户|账号)?(?:接上|接进来|连上|连接上|接入)", "连接交易所"),
    # Results and lists.
    (r"monthly\s+(?:pnl|p&l|profit|results?)", "pnl this month"),
    (r"(?:the\s+)?(?:pnl\s+)?calendar\s+(?:for|of)\s+(?:this|the)\s+month", "pnl calendar"),
    (r"(?:看看|查看|看)?(?:这个月|本月)的?(?:盈亏)?日历", "盈亏日历"),
    (
        r"(?:what(?:'s|\s+is)\s+)?(?:my\s+)?(?:max(?:imum)?\s+)?drawdown|(?:my\s+)?sharpe(?:\s+ratio)?",
        "performance",
    ),
    (
        r"(?:(?:my|all)\s+)?fees(?:\s+(?:i\s+)?paid)?\s+(?P<when>today|this week|this month)",
        r"pnl \g<when>",
    ),
    (r"(?:最大)?回撤(?:是?多少)?|夏普(?:比率)?", "业绩"),
    (r"(?P<when>今天|本周|本月|这个月|这周)的?手续费(?:是?多少)?", r"\g<when>盈亏"),
    (r"watch\s?list\s+add\s+(?P<coin>\S{2,20})", r"watch \g<coin>"),
    (r"watch\s?list\s+(?:remove|delete)\s+(?P<coin>\S{2,20})", r"unwatch \g<coin>"),
    (r"看(?:看|一下)?自选", "我的自选"),
    (r"(?:我的)?胜率(?:是?多少|怎么样)", "胜率"),
    (r"(?P<when>今天|本周|这周|本月|这个月)的?交易", r"\g<when>成交"),
    # Shares.
    (r"(?P<name>[a-z][a-z .&'-]{1,40}?)\s+(?:stocks?|shares?)", r"search stock \g<name>"),
    (r"(?P<name>[^\s买卖]{1,12}?)的?股票", r"搜索股票 \g<name>"),
    # How much is asked for.
    (r"scale\s+out\s+of\s+(?P<coin>[a-z0-9]{2,10})", r"sell some \g<coin>"),
)
_PATTERNS = tuple((re.compile(text, re.IGNORECASE), plain) for text, plain in _TEXTS)
_NO_SHARE = re.compile(
    r"\b(?:buy|sell|short|long|search|find|look|lookup|what|which|my|the|in|no|show|price)\b"
    r"|搜|查|找|什么|我的|看|推荐",
    re.IGNORECASE,
)


def plainly(text: str) -> str:
    """The text as the grammar knows it; itself where it is said in no other way."""
    said = " ".join(text.split()).rstrip(" .!。！?？")
    for pattern, plain in _PATTERNS:
        hit = pattern.fullmatch(said)
        if hit is None:
            continue
        if "name" in pattern.groupindex and _NO_SHARE.search(hit["name"]):
            continue
        return hit.expand(plain)
    return text
