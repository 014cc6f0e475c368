"""What a trader says that needs one more thing from them, or that names a month."""

import re
from datetime import datetime

from adapters.llm.offline.reading import Call, Calls, Reading, Request, Say

_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)
_MONTHS_ZH = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二")
_MADE = r"how\s+much\s+(?:did|have)\s+i\s+(?:make|made|earn|lose|lost)"
_RESULTS = r"(?:my\s+|the\s+)?(?:pnl|p&l|profits?|results?|calendar)(?:\s+calendar)?"
_MONTH = rf"(?P<month>{'|'.join(_MONTHS)})"
_MONTH_ZH = r"(?P<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月份?"
_MADE_ZH = r"(?:盈亏(?:日历)?|日历|收益|赚了多少钱?|亏了多少钱?)"
_OF_A_MONTH = (
    rf"(?:{_MADE}|{_RESULTS})\s+(?:in|of|for)\s+{_MONTH}",
    rf"(?:看看|查看)?{_MONTH_ZH}的?{_MADE_ZH}",
)
_MY = r"(?:my\s+|the\s+)?"
_P = r"[0-9][0-9.,]*"
_DESCRIBED = (
    rf"cancel\s+{_MY}(?:limit\s+|buy\s+|sell\s+)?(?:order\s+|limit\s+)?(?:at|@)\s*{_P}",
    rf"cancel\s+{_MY}(?:limit\s+)?(?:buy|sell)\s+(?:limit\s+)?orders?",
    rf"撤(?:掉|销)?(?:我的)?(?:{_P}的?)?(?:买单|卖单)",
    rf"撤(?:掉|销)?{_P}的?(?:挂单|限价单|单子?)",
)
_BREAKEVEN = r"(?:break\s?-?even|entry|my\s+entry|be)"
_ASKS: tuple[tuple[str, str], ...] = (
    (
        rf"(?:set|move|put|change)\s+{_MY}(?:\S+\s+)?(?:stop|sl)\s+(?:loss\s+)?(?:to|at)\s+{_BREAKEVEN}",
        "offline_breakeven",
    ),
    (r"把?\S{0,8}?止损(?:移到|改到|设在|设到)?(?:成本价?|保本|开仓价)", "offline_breakeven"),
    (r"trail(?:ing)?\s+(?:my\s+|the\s+)?stop", "offline_trailing"),
    (r"(?:移动|追踪|跟踪)止损", "offline_trailing"),
    (r"double\s+(?:my\s+|the\s+)?(?:\S+\s+)?position", "offline_double"),
    (r"\S{0,8}?(?:加仓一倍|翻倍加仓|仓位翻倍)", "offline_double"),
    (r"(?:next|previous|prev)\s+page|[上下]一?页", "offline_no_list"),
)


def read_described(request: Request) -> Reading | None:
    """The month, the list to choose from, or the question; None: it is about something else."""
    text = " ".join(request.text.split()).rstrip(" .!。！?？")
    for pattern in _OF_A_MONTH:
        if hit := re.fullmatch(pattern, text, re.IGNORECASE):
            month = _month(hit["month"].lower(), request.context.now)
            call = Call(
                "get_chart", {"kind": "calendar", "month": month}, request.say("offline_goal_chart")
            )
            return Calls((call,))
    if any(re.fullmatch(pattern, text, re.IGNORECASE) for pattern in _DESCRIBED):
        # Which of them has this side or price is for the person to say: none is guessed.
        title = request.say("offline_goal_orders")
        call = Call("manage_order", {"action": "list"}, title)
        return Calls((call,), request.say("offline_which_to_cancel"))
    for pattern, key in _ASKS:
        if re.fullmatch(pattern, text, re.IGNORECASE):
            return Say(request.say(key))
    return None


def _month(name: str, now: datetime) -> str:
    """The last such month that has begun, YYYY-MM."""
    if name.isdecimal():
        number = int(name)
    else:
        number = (_MONTHS if name in _MONTHS else _MONTHS_ZH).index(name) + 1
    year = now.year if number <= now.month else now.year - 1
    return f"{year}-{number:02}"
