"""The exchange account that an order names: "paper buy 1 eth", "buy 1 eth on binance"."""

import re
from collections.abc import Sequence

_PAPER = re.compile(
    r"(?:\b(?:on|with|in|using)\s+)?(?:\bmy\s+)?\bpaper(?:\s+(?:account|trading|trade))?\b"
    r"|(?:用|在)?(?:模拟盘|模拟账户|模拟账号|模拟)(?:里|上|中)?",
    re.IGNORECASE,
)


def named_account(text: str, accounts: Sequence[str]) -> tuple[str, str] | None:
    """The account's name and the text without it; None where none is named.

    A name is taken only behind a word such as "on", since it may be any word; paper always.
    """
    for name in sorted(accounts, key=len, reverse=True):
        said = re.compile(
            rf"(?:\b(?:on|with|in|using|from)\s+|用|在|通过)(?:my\s+)?{re.escape(name)}"
            r"(?![A-Za-z0-9])(?:\s+account|账户|上|里)?",
            re.IGNORECASE,
        )
        if said.search(text):
            return name, said.sub(" ", text, count=1)
    if _PAPER.search(text):
        return "paper", _PAPER.sub(" ", text, count=1)
    return None
