"""What may be a secret among typed words, while or shortly after one was asked for.

A doubt is decided towards the secret: better a word that has to be typed again than a password in
the history.
"""

import re
from datetime import datetime, timedelta
from typing import Literal

from core.domain.masking import MASK, masked_text
from core.domain.records import Waiting
from core.domain.resume_words import word

MOST = 4096
_LEAST = {"api_key": 8, "secret": 8, "private_key": 32}
_LEAST_OF_OTHERS = 4
_PEM = re.compile(r"-----BEGIN [A-Z0-9 ]+-----.+-----END [A-Z0-9 ]+-----", re.DOTALL)
_INVISIBLE = "\ufeff\u200b\u200c\u200d\u2060"
_WRITTEN_TOGETHER = "\u0e00"
"""From this letter on (Thai, Chinese, Japanese …) whole sentences are written without spaces."""
_PIECE = re.compile(r"[!-~]{6,}")
_EDGES = "\"'`.,;:!?()[]<>"
_AMOUNT = re.compile(r"[$€¥]?\d[\d.,]*[A-Za-z%]{0,6}")
_NAME = re.compile(
    r"@?[A-Za-z]{1,12}(?:['’/:._-][A-Za-z]{1,12})*"  # BTC/USDT:USDT, take-profit, don't
    r"|[a-z]+\d{0,2}(?:[-.][a-z]{0,10}\d{0,2}[a-z]?)*"  # gpt-4o, qwen3.5-flash, binance2
    r"|1000+[A-Za-z/:]+|\d{4,6}\.[A-Za-z]+"  # 1000PEPE/USDT, 2330.TW
)
_LATE = timedelta(hours=1)
_TIME = re.compile(r"[\d:/.TZ+-]+(?:am|pm)?", re.IGNORECASE)


def trimmed(text: str) -> str:
    """The text without what copying adds around it: spaces, line ends, invisible marks."""
    return text.strip().strip(_INVISIBLE).strip()


def may_be_secret(text: str) -> bool:
    """Whether a whole message can be a secret: one word, or a key in its PEM armour.

    The words of yes, no, later and the like are not, nor are sentences written without spaces.
    """
    whole = trimmed(text)
    if _PEM.fullmatch(whole):
        return True
    if not whole or any(char.isspace() or char >= _WRITTEN_TOGETHER for char in whole):
        return False
    return word(whole) is None


def looks_like_password(text: str) -> bool:
    """Whether a single word is rather a password or key than a symbol, an amount or a name."""
    piece = text.strip(_EDGES)
    if len(piece) < 6 or piece.startswith(("http://", "https://")):
        return False
    if _AMOUNT.fullmatch(piece) or _NAME.fullmatch(piece) or _TIME.fullmatch(piece):
        return False
    kinds = (
        any(char.isdigit() for char in piece),
        any(char.islower() for char in piece),
        any(char.isupper() for char in piece),
        any(not char.isalnum() for char in piece),
    )
    return any(kinds[1:3]) and sum(kinds) >= 2 and (kinds[0] or kinds[3])


def strictly_masked(text: str) -> str:
    """The text as while a secret is awaited: whatever may be a password is taken out too."""

    def mask(found: re.Match[str]) -> str:
        piece = found.group()
        return MASK if MASK not in piece and looks_like_password(piece) else piece

    return _PIECE.sub(mask, masked_text(text))


Meant = Literal["answer", "spilled"]
"""What words are while a secret is awaited: the secret alone, or more words with one among them."""


def judged(text: str, waiting: Waiting, received_at: datetime) -> Meant | None:
    """What a text in the conversation is to its newest question for a secret; None: neither.

    When that question is over, a lone password is still taken for its answer for a while.
    """
    if waiting.status != "open":
        late = received_at - waiting.expires_at > _LATE
        lone = may_be_secret(text) and looks_like_password(trimmed(text))
        return "answer" if lone and not late else None
    if may_be_secret(text):
        return "answer"
    return "spilled" if strictly_masked(text) != text else None


def unfit(field: str, secret: str) -> Literal["short", "long"] | None:
    """Why what was typed cannot be this secret; None: it can."""
    if len(secret) < _LEAST.get(field, _LEAST_OF_OTHERS):
        return "short"
    return "long" if len(secret) > MOST else None
