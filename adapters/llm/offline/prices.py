"""Prices: "btc price", "price of eth and sol", "比特币多少钱", "how much is it"."""

from adapters.llm.offline.reading import Ask, Call, Calls, Reading, Request
from adapters.llm.offline.words import MARKS, Word
from core.domain.market import Instrument
from core.domain.references import Reference
from core.domain.symbols import Mention

_MOST = 10
_ASKED = (Word.PRICE, Word.LOOK, Word.HOW_MUCH)
_ALLOWED = {
    *_ASKED,
    Word.SYMBOL,
    Word.IT,
    Word.THESE,
    Word.ORDINAL,
    Word.AND,
    Word.SPOT,
    Word.PERPETUAL,
    Word.MY,
    Word.LAST,
    Word.FILLER,
    Word.READING,
    Word.TODAY,
    Word.POLITE,
}


def read_prices(request: Request) -> Reading | None:
    """The prices asked for; a bare coin is a wish for its price."""
    tokens = tuple(token for token in request.tokens if token.text not in MARKS)
    asked = request.part(tokens)
    if not asked.only(_ALLOWED):
        return None
    named = asked.mentions()
    pointed = asked.pointed()
    listed = asked.has(Word.ORDINAL, Word.THESE)
    if not (named or listed or asked.has(*_ASKED)):
        return None
    if asked.points_nowhere():
        return which_of_list(asked)
    if listed and not asked.has(*_ASKED) and all(one.kind == "position" for one in pointed):
        return _positions(asked, pointed)
    unsure = [mention for mention in named if not mention.certain]
    if unsure:
        return which_market(asked, unsure[0])
    markets = [market_to_read(asked, mention) for mention in named]
    if not markets:
        markets = [found for one in pointed if (found := asked.by_symbol(one.id))]
    if not markets:
        return Ask("symbol", asked.say("offline_which_price"), asked.coins())
    symbols = tuple(dict.fromkeys(market.symbol for market in markets))[:_MOST]
    title = asked.say("offline_goal_price", symbols=symbols)
    return Calls((Call("get_market_price", {"symbols": list(symbols)}, title),))


def which_of_list(request: Request) -> Ask:
    """Asks what a place in a list, or "it", was to mean, naming what there is."""
    listed = [one.name for one in request.context.references.last_list]
    if not listed or request.has(Word.IT):
        return Ask("symbol", request.say("offline_nothing_listed"), request.coins())
    known = (request.by_symbol(name) for name in listed)
    coins = tuple(dict.fromkeys(one.base for one in known if one)) or request.coins()
    question = request.say("offline_not_in_list", count=len(listed), names=listed)
    return Ask("symbol", question, coins)


def _positions(request: Request, pointed: tuple[Reference, ...]) -> Calls:
    """The position pointed at; all of them where several are."""
    symbol = pointed[0].id if len(pointed) == 1 else ""
    key = "offline_goal_positions_of" if symbol else "offline_goal_positions"
    arguments = {"symbol": symbol} if symbol else {}
    return Calls((Call("get_positions", arguments, request.say(key, symbol=symbol)),))


def market_to_read(request: Request, mention: Mention) -> Instrument:
    """The market of a coin that a question is about: spot unless the words say otherwise."""
    wanted = mention.kind or ("perpetual" if request.has(Word.PERPETUAL) else "spot")
    fitting = [market for market in mention.instruments if market.kind == wanted]
    return (*fitting, *mention.instruments)[0]


def which_market(request: Request, mention: Mention) -> Ask:
    """The markets that a name may mean, with their kind."""
    labels = (
        f"{market.symbol} ({request.say('offline_kind_' + market.kind)})"
        for market in mention.instruments
    )
    return Ask("symbol", request.say("offline_which_market", name=mention.text), tuple(labels))
