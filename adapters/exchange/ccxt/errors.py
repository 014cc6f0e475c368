"""What a failed call to a venue means for what was asked: ccxt's exceptions, each with a verdict.

    refused     the venue (or ccxt before it) said no: certain, nothing was done
    nothing     refused, because it is so already: what was wanted holds
    duplicate   refused, because an order with this client id arrived before
    missing     there is no such order, as far as this answer knows
    busy        too many requests: not executed, any call may be made again after a pause
    clock       the request's time is outside what the venue takes: not executed
    unreached   no connection was made: not executed
    unknown     it may have been executed or not

A class that is not in the table takes the verdict of its nearest parent, and what comes from
outside the tree (a broken body, a bug) is unknown.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from core.domain.masking import masked_text

Meaning = Literal[
    "refused", "nothing", "duplicate", "missing", "busy", "clock", "unreached", "unknown"
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """What a failure means, and the text for a person: a key of core.views.words."""

    meaning: Meaning
    words: str


def _refused(words: str) -> Verdict:
    return Verdict(meaning="refused", words=words)


UNKNOWN = Verdict(meaning="unknown", words="venue_silent")
UNREACHED = Verdict(meaning="unreached", words="venue_unreached")
BUSY = Verdict(meaning="busy", words="venue_busy")
CLOCK = Verdict(meaning="clock", words="venue_clock")
ALREADY = Verdict(meaning="nothing", words="venue_refused")
DUPLICATE = Verdict(meaning="duplicate", words="venue_refused")
KEY_REFUSED = _refused("venue_key_refused")
HEDGE_MODE = _refused("venue_hedge_mode")

VERDICTS: Mapping[str, Verdict] = {
    "BaseError": UNKNOWN,
    # Also what ccxt makes of a body that broke off, so it is no refusal by itself.
    "ExchangeError": UNKNOWN,
    "AuthenticationError": KEY_REFUSED,
    "PermissionDenied": _refused("venue_no_permission"),
    "AccountNotEnabled": _refused("venue_no_permission"),
    "AccountSuspended": _refused("venue_account_suspended"),
    "ArgumentsRequired": _refused("venue_refused"),
    "BadRequest": _refused("venue_refused"),
    "BadSymbol": _refused("venue_unknown_symbol"),
    "OperationRejected": _refused("venue_refused"),
    "NoChange": ALREADY,
    "MarginModeAlreadySet": ALREADY,
    "MarketClosed": _refused("venue_market_closed"),
    "ManualInteractionNeeded": _refused("venue_needs_you"),
    "RestrictedLocation": _refused("venue_restricted"),
    "InsufficientFunds": _refused("venue_insufficient_funds"),
    "InvalidAddress": _refused("venue_refused"),
    "AddressPending": _refused("venue_refused"),
    "InvalidOrder": _refused("venue_refused"),
    "OrderNotFound": Verdict(meaning="missing", words="venue_unknown_order"),
    "OrderNotCached": UNKNOWN,
    "OrderImmediatelyFillable": _refused("venue_would_fill_at_once"),
    "OrderNotFillable": _refused("venue_would_fill_at_once"),
    "DuplicateOrderId": DUPLICATE,
    "ContractUnavailable": _refused("venue_market_closed"),
    "NotSupported": _refused("venue_not_supported"),
    "InvalidProxySettings": _refused("venue_not_supported"),
    # Raised before a request leaves an instance that we closed.
    "ExchangeClosedByUser": UNREACHED,
    "OperationFailed": UNKNOWN,
    "NetworkError": UNKNOWN,
    "DDoSProtection": BUSY,
    "RateLimitExceeded": BUSY,
    "ExchangeNotAvailable": UNKNOWN,
    "OnMaintenance": UNKNOWN,
    "InvalidNonce": CLOCK,
    # Of a stream's order book, whatever its parent says.
    "ChecksumError": UNKNOWN,
    "RequestTimeout": UNKNOWN,
    "BadResponse": UNKNOWN,
    "NullResponse": UNKNOWN,
    "CancelPending": UNKNOWN,
    "UnsubscribeError": UNKNOWN,
}
"""By the name of ccxt's class, so that reading it costs no import."""

# What ccxt files under a refusal or a limit although the venue says that it does not know:
# Binance and Aster (internal, disconnected, unexpected response, timeout, queue timeout), Bybit
# (order creation and cancellation timeouts, submitted for processing), KuCoin (network timeout).
_DOUBTFUL = re.compile(
    r'"(?:code|retCode|ret_code)"\s*:\s*"?'
    r'(?:-1000|-1001|-1006|-1007|-5041|170146|170147|170035|408000)"?\s*[,}]'
)
# Codes that mean more than their class says.
_CODES: tuple[tuple[re.Pattern[str], Verdict], ...] = tuple(
    (re.compile(rf'"(?:code|retCode|ret_code|sCode)"\s*:\s*"?(?:{codes})"?\s*[,}}]'), verdict)
    for codes, verdict in (
        # Binance and Aster, Bybit (contracts, spot), OKX, Bitget, KuCoin.
        ("-4116|110072|170141|51016|40786|102426", DUPLICATE),
        # ccxt takes a key that is refused after it once worked for a ban.
        ("-2015", KEY_REFUSED),
        ("-5028|-4188", CLOCK),
        # Binance and Aster (margin type), Bybit (leverage, in three generations of codes).
        ("-4046|110043|140043|34036", ALREADY),
        # Binance and Aster, KuCoin, Bitget.
        ("-4061|330012|40774|45117", HEDGE_MODE),
    )
)
# Gate's answer to an order that came after the moment its header names; ccxt blames the key.
_EXPIRED = re.compile(r'"label"\s*:\s*"REQUEST_EXPIRED"')
_NO_CONNECTION = frozenset({"ClientConnectorError", "gaierror"})
_SAID = re.compile(
    r'"(?:msg|retMsg|ret_msg|sMsg|message|detail|label|response)"\s*:\s*"((?:[^"\\]|\\.){1,400})"'
)
_MOST_SAID = 160


def verdict(error: BaseException) -> Verdict:
    """What the failure means; unknown for whatever is not ccxt's."""
    if _names(error.__cause__) & _NO_CONNECTION:
        return UNREACHED
    text = str(error)
    if _DOUBTFUL.search(text):
        return UNKNOWN
    if _EXPIRED.search(text):
        return CLOCK
    own = [one.__name__ for one in type(error).__mro__ if one.__module__.startswith("ccxt.")]
    if not own:
        return UNKNOWN
    by_code = next((found for codes, found in _CODES if codes.search(text)), None)
    return by_code or next((VERDICTS[name] for name in own if name in VERDICTS), UNKNOWN)


def said(error: BaseException) -> str:
    """The venue's own sentence in its answer, bounded and masked; empty when there is none.

    Never the whole text: it may hold the address of the request with its signature.
    """
    found = [one for one in _SAID.findall(str(error)) if one.strip()]
    text = " ".join(masked_text(found[-1]).split()) if found else ""
    return text if len(text) <= _MOST_SAID else f"{text[: _MOST_SAID - 1]}…"


def name_of(error: BaseException) -> str:
    """The failure for a log: its class and the venue's own sentence, nothing of the request."""
    text = said(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _names(error: BaseException | None) -> set[str]:
    return {one.__name__ for one in type(error).__mro__} if error is not None else set()
