"""Sentences that claim a deed by the state it would leave: you now own BTC, BTC到手了 (4.10)."""

import re
from collections.abc import Iterator

from core.domain.deeds import ANY, Claim
from core.domain.not_money import NAMED_COIN

_COIN = rf"(?:(?:{NAMED_COIN.pattern})|(?i:it|coins?))"
_HELD = re.compile(
    rf"(?i:\byou)(?: (?:now|already))+ (?:own|hold|have|possess) {_COIN}"
    rf"|(?i:\byou)(?: own| hold| have) {_COIN} now\b"
    rf"|(?i:\byou(?:'re| are)(?: now)? (?:long|short|out of|in)) {_COIN}"
    r"|(?i:\b(?:the|your) position no longer exists)"
    rf"|[您你](?:现在|已经?)(?:有|持有|拥有)(?:了)?(?:{NAMED_COIN.pattern})",
)
_DEED = re.compile(
    rf"^\W*(?:{NAMED_COIN.pattern}) (?i:acquired|secured|purchased)\b"
    r"|(?i:\b(?:the |your )?order(?:'s| is) in)(?=\W*$)"
    rf"|(?:(?:{NAMED_COIN.pattern}))(?:已经?)?(?:到手|入手)了?(?![吗么再])",
)
_ORDER = re.compile(
    r"\byour stop (?:now )?protects you now\b|\bi(?:'ve| have)? pressed confirm\b", re.IGNORECASE
)
_START = re.compile(r"\bthe halt (?:is|has been|was) (?:now )?lifted\b", re.IGNORECASE)
_SUCCESS = re.compile(r"^\W*success(?:ful)?\W*$", re.IGNORECASE)
_EXCUSE = re.compile(
    r"\b(?:if|once|when|after|until|unless|whether|not|suppose|imagine|would)\b|n't\b"
    r"|如果|假如|若|一旦|没|吗|[?？]\s*$",
    re.IGNORECASE,
)


def claims(text: str) -> Iterator[Claim]:
    """What was done if the state is as the sentence says; what is held may be of the past."""
    if _EXCUSE.search(text):
        return
    if _HELD.search(text):
        yield Claim("order", frozenset({"order"}), about_past=True)
    if _DEED.search(text) or _ORDER.search(text):
        yield Claim("order", frozenset({"order"}))
    if _START.search(text):
        yield Claim("start", frozenset())
    if _SUCCESS.search(text):
        yield Claim(ANY, frozenset())
