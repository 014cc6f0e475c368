"""Risk limits: "my limits", "set max leverage to 10", "daily loss limit 200", 单日亏损上限 200.

The whole text must be such a request, and the value must be in digits: anything else is not one.
"""

import re

from adapters.llm.offline.reading import Call, Calls, Reading, Request
from core.domain.amount_words import half_width

_LONGEST = 80
_SHOW = re.compile(
    r"(?:show |what are |list )?(?:me )?(?:my |the )?(?:risk |trading )?limits"
    r"|(?:查看|显示)?(?:我的)?(?:风险|交易)?限额|风控(?:设置|限额)?",
    re.IGNORECASE,
)
_NAMES = (
    (r"(?:max(?:imum)? )?leverage(?: limit| cap)?|(?:最大杠杆|杠杆上限)", "max_leverage"),
    (r"max(?:imum)? (?:open )?positions|持仓数量上限|最多持仓", "max_positions"),
    (r"max(?:imum)? position(?: size| value)?|position limit|(?:单个)?仓位上限", "max_position"),
    (
        r"max(?:imum)? order(?: size| value)?|order limit|单笔(?:最大金额|金额上限|上限|限额)",
        "max_notional",
    ),
    (r"(?:max(?:imum)? )?daily loss(?: limit| stop)?|(?:单日|每日)亏损(?:上限)?", "daily_loss"),
    (r"max(?:imum)? margin(?: share| use)?|保证金(?:占比)?上限", "max_margin_share"),
    (r"min(?:imum)? (?:reward[ /-](?:to[ -])?risk|rr)|(?:最低|最小)盈亏比", "min_reward_risk"),
)
_VALUE = r"(?P<value>-?[0-9]+(?:\.[0-9]+)?|none|off|不限|无)\s*(?:usdt|u|%|x|倍|个)?"
_CHANGES = tuple(
    (
        re.compile(
            rf"(?:set |change |raise |lower |把|设置|将)?\s*(?:my |the |我的)?\s*(?:{words})"
            rf"\s*(?:to|at|=|:|of|设为|改为|为|到|改成|设成)?\s*{_VALUE}",
            re.IGNORECASE,
        ),
        limit,
    )
    for words, limit in _NAMES
)


def read_limits(request: Request) -> Reading | None:
    """Which limit to show or change; None: the text is about something else."""
    if len(request.text) > _LONGEST:
        return None
    text = " ".join(half_width(request.text).split()).rstrip(" 。.!！")
    if _SHOW.fullmatch(text):
        return Calls((Call("get_limits", {}, request.say("offline_limits")),))
    for pattern, limit in _CHANGES:
        hit = pattern.fullmatch(text)
        if hit:
            arguments: dict[str, object] = {"limit": limit, "value": hit["value"]}
            return Calls((Call("manage_limits", arguments, request.say("offline_limit_change")),))
    return None
