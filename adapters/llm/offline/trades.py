"""Orders that open or add: "buy 50 usdt of btc", "卖出一半以太坊", "long btc 100 usdt 5x".

Whatever is missing or could be misread is asked for; an order is never made of words left over.
"""

from dataclasses import dataclass
from typing import Literal

from adapters.llm.offline.amounts import leverage_of, order_amount
from adapters.llm.offline.announced import ANNOUNCED, announced
from adapters.llm.offline.prices import which_market
from adapters.llm.offline.reading import Ask, Call, Calls, Reading, Request, Say
from adapters.llm.offline.words import Word
from core.domain.amounts import Amount
from core.domain.market import Instrument, Kind
from core.domain.symbols import Mention

Action = Literal["buy", "sell", "open_long", "open_short"]

_SIDES: dict[frozenset[Word], Action] = {
    frozenset({Word.BUY}): "buy",
    frozenset({Word.SELL}): "sell",
    frozenset({Word.LONG}): "open_long",
    frozenset({Word.SHORT}): "open_short",
    frozenset({Word.OPEN, Word.LONG}): "open_long",
    frozenset({Word.OPEN, Word.SHORT}): "open_short",
}
VERBS = (Word.BUY, Word.SELL, Word.LONG, Word.SHORT, Word.OPEN, Word.TRADE)
_ALLOWED = {
    *VERBS,
    Word.SYMBOL,
    Word.IT,
    Word.THESE,
    Word.ORDINAL,
    Word.AMOUNT,
    Word.SHARE,
    Word.VAGUE,
    Word.LEVERAGE,
    Word.SPOT,
    Word.PERPETUAL,
    Word.MY,
    Word.FILLER,
    Word.BALANCE,
    *ANNOUNCED,
    Word.POST_ONLY,
}
_MOST_LEVERAGE = 125
_TYPES: dict[Word, tuple[str, str]] = {
    Word.LIMIT_PRICE: ("limit", "price"),
    Word.STOP_ENTRY_PRICE: ("stop", "trigger"),
    Word.TARGET_ENTRY_PRICE: ("take_profit", "trigger"),
}
_AS_PERPETUAL: dict[Action, Action] = {"buy": "open_long", "sell": "open_short"}


@dataclass(frozen=True, slots=True)
class Order:
    """An order understood in full."""

    action: Action
    instrument: Instrument
    amount: Amount
    leverage: int | None


def read_order(request: Request) -> Reading | None:
    """The order that the words make, or what must be asked for it; None: they make none."""
    if not request.only(_ALLOWED):
        return None
    verbs = [token.word for token in request.of(*VERBS)]
    amounts = request.of(Word.AMOUNT, Word.SHARE, Word.VAGUE)
    bare = not verbs and request.mentions() and amounts
    if len(set(verbs)) != len(verbs) or not (verbs or bare):
        return None
    # "my btc" is something that is there: only a sale can mean it.
    if request.has(Word.BALANCE) and not amounts:
        return None
    terms = _terms(request)
    if terms is None:
        return None
    order = _order(request)
    return _calls(request, order, terms) if isinstance(order, Order) else order


def _order(request: Request) -> Order | Ask | Say:
    leverage = _leverage(request)
    if isinstance(leverage, Ask):
        return leverage
    mention = _mention(request)
    if isinstance(mention, Ask):
        return mention
    action = _action(request, mention, levered=leverage is not None)
    if isinstance(action, Ask):
        return action
    kind: Kind = "spot" if action in ("buy", "sell") else "perpetual"
    fitting = [market for market in mention.instruments if market.kind == kind]
    if not fitting:
        kind_word = request.say(f"offline_kind_{kind}")
        return Say(request.say("offline_no_market", name=mention.text, kind=kind_word))
    amount = order_amount(request, fitting[0], closing=action == "sell")
    if isinstance(amount, Ask):
        return amount
    return Order(action, fitting[0], amount, leverage)


def _leverage(request: Request) -> int | Ask | None:
    said = request.of(Word.LEVERAGE)
    if not said:
        return None
    numbers = {leverage_of(token.text) for token in said}
    number = numbers.pop() if len(numbers) == 1 else None
    if number is None or not 1 <= number <= _MOST_LEVERAGE:
        question = request.say("offline_which_leverage", most=_MOST_LEVERAGE)
        return Ask("leverage", question, ("1x", "2x", "5x", "10x"))
    return number


def _mention(request: Request) -> Mention | Ask:
    """The coin that is named or pointed at."""
    named = request.mentions()
    bases = tuple(dict.fromkeys(one.instruments[0].base for one in named))
    if any(not one.certain for one in named):
        return which_market(request, next(one for one in named if not one.certain))
    if len(bases) > 1:
        return Ask("symbol", request.say("offline_one_coin"), bases)
    if named:
        # "0.001 BTC of BTC/USDT:USDT": the one that says more.
        return max(named, key=lambda one: (one.kind is not None, len(one.text)))
    pointed = request.pointed_at()
    held = {one.symbol.partition("/")[0] for one in request.held() if one.kind == "spot"}
    market = request.by_symbol(pointed.id) if pointed else _only_holding(request, held)
    if market is None:
        sold = tuple(sorted(held)) if request.has(Word.SELL) else ()
        return Ask("symbol", request.say("offline_which_coin"), sold or request.coins())
    same = tuple(one for one in request.context.instruments if one.base == market.base)
    return Mention(start=0, end=0, text=market.base, kind=None, instruments=same, certain=True)


def _only_holding(request: Request, held: set[str]) -> Instrument | None:
    """The market of the one coin held, where all or a part of what is held is to be sold."""
    elsewhere = (Word.THESE, Word.ORDINAL, Word.LEVERAGE, Word.PERPETUAL)
    if (
        len(held) != 1
        or request.points_nowhere()
        or request.has(*elsewhere)
        or not request.has(Word.SHARE)
    ):
        return None
    verbs = {token.word for token in request.of(*VERBS)}
    return request.instrument(next(iter(held)), "spot") if verbs == {Word.SELL} else None


def _action(request: Request, mention: Mention, *, levered: bool) -> Action | Ask:
    """What is done, by DESIGN 7's meaning: any leverage, long and short are perpetuals."""
    verbs = frozenset(token.word for token in request.of(*VERBS)) - {Word.TRADE}
    perpetual = levered or request.has(Word.PERPETUAL) or mention.kind == "perpetual"
    action = _SIDES.get(verbs)
    coin = mention.instruments[0].base
    if action is None:
        opens = perpetual or Word.OPEN in verbs
        sides = ("offline_long", "offline_short") if opens else ("offline_buy", "offline_sell")
        return _ask_side(request, coin, "offline_which_side", sides)
    if perpetual and action == "sell" and not levered:
        sides = ("offline_short", "offline_close_long")
        return _ask_side(request, coin, "offline_sell_perpetual", sides)
    return _AS_PERPETUAL.get(action, action) if perpetual else action


def _ask_side(request: Request, coin: str, question: str, sides: tuple[str, ...]) -> Ask:
    options = tuple(request.say(side, coin=coin) for side in sides)
    return Ask("side", request.say(question, coin=coin), options)


def _terms(request: Request) -> dict[str, object] | None:
    """Type, price, trigger, stop and target; None where two of them cannot be of one order."""
    said: dict[Word, str] = {}
    for token in request.of(*ANNOUNCED):
        if token.word in said:
            return None
        said[token.word] = announced(token)
    kinds = [one for one in _TYPES if one in said]
    if len(kinds) > 1 or (request.has(Word.POST_ONLY) and Word.LIMIT_PRICE not in said):
        return None
    terms: dict[str, object] = {}
    for kind in kinds:
        name, field = _TYPES[kind]
        terms |= {"type": name, field: said[kind]}
    if request.has(Word.POST_ONLY):
        terms["post_only"] = True
    for word, field in ((Word.STOP_PRICE, "stop"), (Word.TARGET_PRICE, "target")):
        if word in said:
            terms[field] = said[word]
    return terms


def _calls(request: Request, order: Order, terms: dict[str, object]) -> Calls:
    arguments: dict[str, object] = {
        "action": order.action,
        "symbol": order.instrument.symbol,
        "amount": order.amount.argument(),
    }
    if order.leverage is not None:
        arguments["leverage"] = order.leverage
    base, quote = order.instrument.base, order.instrument.quote
    title = request.say(
        "offline_goal_order",
        action=request.say(f"do_{order.action}"),
        amount=order.amount.label(base, quote),
        symbol=order.instrument.symbol,
        leverage=f" {order.leverage}x" if order.leverage else "",
    )
    return Calls((Call("execute_trade", arguments | terms, title),))
