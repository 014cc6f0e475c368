"""Orders that rest: "open orders", "cancel my btc limit", "move my stop to 95000", 撤销所有挂单."""

import re

from adapters.llm.offline.announced import announced, price_of
from adapters.llm.offline.reading import Ask, Call, Calls, Reading, Request
from adapters.llm.offline.token import Token
from adapters.llm.offline.words import MARKS, Word
from core.domain.amount_words import SHARES

_KINDS = (Word.LIMIT, Word.STOP, Word.TARGET)
_WHICH = {
    Word.LIMIT: "limit",
    Word.STOP: "stop",
    Word.TARGET: "target",
    Word.LIMIT_PRICE: "limit",
    Word.STOP_PRICE: "stop",
    Word.TARGET_PRICE: "target",
}
_NAMED = {
    *_WHICH,
    Word.ORDERS,
    Word.ORDER_ID,
    Word.HISTORY,
    Word.SYMBOL,
    Word.IT,
    Word.THESE,
    Word.ORDINAL,
    Word.SHARE,
    Word.MY,
    Word.FILLER,
    Word.PERPETUAL,
    Word.SPOT,
    Word.POSITIONS,
    Word.LONG,
    Word.SHORT,
}
_ORDERS = ("orders", "订单")
"""Of the words for what was traded, those that mean what rests where no time or number is said."""
_PLURAL = re.compile(r"orders|stops|.*(?:所有|全部).*", re.IGNORECASE)
_MARKED = re.compile(
    r"mark\s+(?P<symbol>\S+/\S+)\s+closed(?:\s+on\s+(?P<account>.+))?", re.IGNORECASE
)


def read_marked(text: str, title: str) -> Calls | None:
    """The words that the button stands for which marks a position closed."""
    hit = _MARKED.fullmatch(text.strip())
    if hit is None:
        return None
    arguments = {"action": "mark_closed", "symbol": hit["symbol"].upper()}
    if hit["account"]:
        arguments["account"] = hit["account"].strip()
    return Calls((Call("manage_order", arguments, title),))


def read_resting(request: Request) -> Reading | None:
    """What to list, take back or change; None: the words are about something else."""
    asked = request.part(tuple(token for token in request.tokens if token.text not in MARKS))
    if asked.has(Word.MOVE):
        return _amend(asked.part(tuple(one for one in asked.tokens if one.text.lower() != "to")))
    if asked.has(Word.CANCEL):
        return _cancel(asked)
    return _list(asked)


def _list(request: Request) -> Reading | None:
    listed = [
        token
        for token in request.of(Word.ORDERS, Word.HISTORY)
        if token.word is Word.ORDERS or token.text.lower() in _ORDERS
    ]
    beside = (Word.SYMBOL, Word.MY, Word.FILLER, Word.READING, Word.HAVE)
    others = request.part(tuple(token for token in request.tokens if token not in listed))
    if not others.only(beside) or all(token.text.lower() == "order" for token in listed):
        return None
    coin = _coin(request)
    if isinstance(coin, Ask):
        return coin
    return _call(request, "list", coin, "offline_goal_orders")


def _cancel(request: Request) -> Reading | None:
    if not request.only({Word.CANCEL, *_NAMED}):
        return None
    coin = _coin(request)
    if isinstance(coin, Ask):
        return coin
    kinds = [_WHICH[token.word] for token in request.of(*_KINDS)]
    order_id, protective = _order(request)
    if order_id:
        action = "remove_protection" if protective else "cancel"
        return _call(request, action, {"order": order_id}, "offline_goal_cancel")
    protects = [kind for kind in kinds if kind != "limit"]
    if protects:
        which = protects[0] if len(set(protects)) == 1 else "protection"
        more = {**coin, "which": which}
        return _call(request, "remove_protection", more, "offline_goal_cancel")
    if not (kinds or coin or request.has(Word.ORDERS, Word.HISTORY)):
        return None
    if request.has(Word.IT, Word.ORDINAL, Word.THESE):
        return None
    if _means_all(request):
        return _call(request, "cancel_all", coin, "offline_goal_cancel")
    more = {**coin, **({"which": "limit"} if kinds else {})}
    return _call(request, "cancel", more, "offline_goal_cancel")


def _amend(request: Request) -> Reading | None:
    if not request.only({Word.MOVE, Word.AMOUNT, Word.READING, *_NAMED}) or request.has(Word.IT):
        return None
    coin = _coin(request)
    if isinstance(coin, Ask):
        return coin
    prices = _prices(request)
    kinds = {_WHICH[token.word] for token in request.of(*_WHICH)}
    order_id, _ = _order(request)
    if (
        len(prices) != 1
        or len(kinds) > 1
        or not (kinds or order_id or request.has(Word.ORDERS, Word.HISTORY))
    ):
        return None
    which = next(iter(kinds), "limit" if not order_id else "")
    field = "price" if which in ("", "limit") else "trigger"
    more: dict[str, object] = {**coin, field: prices[0]}
    more |= {"order": order_id} if order_id else {"which": which}
    return _call(request, "amend", more, "offline_goal_amend")


def _prices(request: Request) -> list[str]:
    """Every price that is said, with its announcer or without."""
    found = []
    for token in request.tokens:
        if token.word in _WHICH and token.word not in _KINDS:
            found.append(announced(token))
        elif token.word is Word.AMOUNT:
            found.append(price_of(token) or "")
    return found if all(found) else []


def _coin(request: Request) -> dict[str, object] | Ask:
    """The coin that the orders are of; nothing where none is named."""
    bases = tuple(dict.fromkeys(one.instruments[0].base for one in request.mentions()))
    if len(bases) > 1:
        return Ask("symbol", request.say("offline_one_coin"), bases)
    exact = [one for one in request.mentions() if ":" in one.text or "/" in one.text]
    if exact:
        return {"symbol": exact[0].text.upper()}
    return {"symbol": bases[0]} if bases else {}


def _order(request: Request) -> tuple[str, bool]:
    """The order that is named by its id or its place, and whether as a protective one."""
    named = request.of(Word.ORDER_ID)
    if named:
        return named[0].text, bool(named[0].number)
    for token in request.of(Word.ORDINAL, Word.IT):
        found = _pointed(request, token)
        if found:
            return found, False
    return "", False


def _pointed(request: Request, token: Token) -> str:
    references = request.context.references
    one = references.at(token.number) if token.word is Word.ORDINAL else references.of("order")
    return one.id if one is not None and one.kind == "order" else ""


def _means_all(request: Request) -> bool:
    shares = [SHARES[token.text.lower()] for token in request.of(Word.SHARE)]
    plural = any(_PLURAL.fullmatch(one.text) for one in request.of(Word.ORDERS, Word.HISTORY))
    return (
        100 in shares
        or plural
        or any(one.text in ("挂单", "撤单") for one in request.of(Word.ORDERS, Word.CANCEL))
    )


def _call(request: Request, action: str, more: dict[str, object], key: str) -> Calls:
    title = request.say(key)
    return Calls((Call("manage_order", {"action": action, **more}, title),))
