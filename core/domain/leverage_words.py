"""Words that state a leverage and nothing else: `3x`, `limit the leverage to 3x`, `杠杆3倍`."""

import re

MOST_LEVERAGE = 125
"""No venue takes more."""

_STATED = re.compile(
    r"(?:(?:limit|set|keep|lower|raise|change|use|with|at|make it)\s+)?(?:the\s+)?"
    r"(?:leverage\s*(?:to|at|of|is)?\s*(?P<after>\d{1,3})\s*x?|(?P<before>\d{1,3})\s*x(?:\s+leverage)?)"
    r"|(?:把)?杠杆(?:限制|降|升|调|改|设)?(?:到|在|成|为|至)?\s*(?P<zh>\d{1,3})\s*(?:倍|x)?"
    r"|(?P<times>\d{1,3})\s*倍(?:杠杆)?",
    re.IGNORECASE,
)


def stated_leverage(text: str) -> int | None:
    """The leverage that the whole text states; None when it says anything else, or is none."""
    found = _STATED.fullmatch(text.strip().rstrip(".!。！"))
    if found is None:
        return None
    times = int(next(group for group in found.groups() if group is not None))
    return times if 1 <= times <= MOST_LEVERAGE else None
