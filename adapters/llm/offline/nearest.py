"""What to say to a request that was not understood: why, and the nearest that can be done."""

import re
from difflib import SequenceMatcher, get_close_matches

from adapters.llm.offline.closing import CLOSERS
from adapters.llm.offline.reading import Ask, Request, Say
from adapters.llm.offline.smalltalk import examples
from adapters.llm.offline.trades import VERBS
from adapters.llm.offline.words import Word
from core.domain.symbols import nearest

_MOST = 4
_SHOWN = 30
_ASKING = (
    Word.ASKING,
    Word.NOT,
    Word.POLITE,
    Word.PERIOD,
    Word.CANCEL,
    Word.LIMIT,
    Word.STOP,
    Word.TARGET,
)
_RESULT = re.compile(
    r"\b(?:pnl|p&l|profits?|profitable|loss|losses|losing|lost|made|make|earn(?:ed|ings)?|gains?"
    r"|win(?:ning)?|won|roi|returns?)\b|[赚亏盈]|收益|利润|回报"
)


def unknown_coin(request: Request) -> Ask | None:
    """Asks which market is meant, where one word is all that keeps a request from being clear."""
    unknown = request.of(Word.OTHER)
    if len(unknown) != 1 or request.mentions():
        return None
    name = unknown[0].text[:_SHOWN]
    # "How much" is asked of many things; in capitals it is a ticker.
    asked = request.has(Word.HOW_MUCH) and name.isupper() and not request.has(Word.HAVE)
    priced = asked or request.has(Word.PRICE)
    if not (priced or request.has(*VERBS, *CLOSERS)):
        return None
    # Left-over Chinese is rarely a coin's name, unless an amount of it is asked for.
    is_name = name[0].isascii() and name[0].isalpha()
    if request.has(*_ASKING) or not (is_name or request.has(Word.AMOUNT)):
        return None
    near = nearest(name, request.context.instruments)
    options = tuple(dict.fromkeys((*near, *request.coins())))[:_MOST]
    return Ask("symbol", request.say("offline_unknown_coin", name=name), options)


def not_understood(request: Request, meant: str = "") -> Say:
    """That it was not understood, whether an order was in it, and what is like it.

    `meant` is a request that it would be without its question mark; it is offered first.
    """
    if request.has(*VERBS, *CLOSERS):
        key = "offline_no_order" if request.has(*_ASKING) else "offline_order_unclear"
    else:
        key = "offline_not_understood"
    return Say(request.say(key), (*((meant,) if meant else ()), *_like(request)))


def _like(request: Request) -> tuple[str, ...]:
    """Requests near this one: about its coin, and spelt like it."""
    named = [one.instruments[0].base for one in request.mentions()]
    about = [request.say("offline_price_of", coin=coin) for coin in dict.fromkeys(named)]
    known = examples(request)
    text = request.text[:200].lower()
    words = [token.text.lower() for token in request.of(Word.OTHER)]
    result = bool(_RESULT.search(text))
    history = request.say("offline_goal_trades").lower()

    def likeness(example: str) -> float:
        close = any(get_close_matches(word, example.lower().split(), 1, 0.7) for word in words)
        won_or_lost = 2 * (result and example.lower() == history)
        return SequenceMatcher(None, text, example.lower()).ratio() + close + won_or_lost

    ranked = sorted(known, key=likeness, reverse=True)
    return tuple({one.casefold(): one for one in reversed((*about, *ranked))}.values())[::-1][
        :_MOST
    ]
