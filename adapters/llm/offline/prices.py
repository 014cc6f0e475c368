"""Prices: "btc price", "price of eth and sol", "比特币多少钱", "how much is it"."""

from adapters.llm.offline.reading import Ask, Call, Calls, Reading, Request
from adapters.llm.offline.words import MARKS, Word
from core.domain.market import Instrument
from core.domain.symbols import Mention

_MOST = 10
_ASKED = (Word.PRICE, Word.LOOK, Word.HOW_MUCH)
_ALLOWED = {
    *_ASKED,
    Word.SYMBOL,
    Word.IT,
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
    pointed = asked.pointed_at()
    listed = asked.has(Word.ORDINAL) and pointed
    if not (named or listed or asked.has(*_ASKED)):
        return None
    if listed and pointed and pointed.kind == "position" and not asked.has(*_ASKED):
        title = asked.say("offline_goal_positions_of", symbol=pointed.id)
        return Calls((Call("get_positions", {"symbol": pointed.id}, title),))
    unsure = [mention for mention in named if not mention.certain]
    if unsure:
        return which_market(asked, unsure[0])
    markets = [market_to_read(asked, mention) for mention in named]
    if not markets and pointed and (found := asked.by_symbol(pointed.id)):
        markets = [found]
    if not markets:
        return Ask("symbol", asked.say("offline_which_price"), asked.coins())
    symbols = tuple(dict.fromkeys(market.symbol for market in markets))[:_MOST]
    title = asked.say("offline_goal_price", symbols=symbols)
    return Calls((Call("get_market_price", {"symbols": list(symbols)}, title),))


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
