"""The amount in an answer that changes one: `yes but 50 not 100`, 好的但是只要50."""

import re

_LEAD = re.compile(
    r"^\s*(?:(?:yes|yep|yeah|ok|okay|sure|but|make it|make that|change (?:it )?to"
    r"|change the amount to|only|just|with)\b"
    r"|好的?|可以|行|是的?|但是?|不过|改成|改为|只要|换成)\s*[,，。.]?\s*",
    re.IGNORECASE,
)
_TAIL = re.compile(r"[,，]?\s*(?:\b(?:instead|please)|吧|就行|就好)\s*[.!。！]?$", re.IGNORECASE)
_NOT_THAT = re.compile(r"^(?P<amount>.+?)[,，]?\s+(?:not|rather than)\s+\S+$", re.IGNORECASE)


def stated_amount(text: str) -> str:
    """The words without what only leads to an amount: `yes but 50 not 100` states `50`."""
    amount = text.strip()
    while lead := _LEAD.match(amount):
        amount = amount[lead.end() :]
    amount = _TAIL.sub("", amount).strip()
    cut = _NOT_THAT.match(amount)
    return cut.group("amount") if cut else amount
