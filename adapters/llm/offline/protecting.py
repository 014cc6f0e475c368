"""Stops and targets on what is held: "put a stop at 90000 on my btc", 止损 90000 btc."""

from adapters.llm.offline.amounts import order_amount
from adapters.llm.offline.announced import announced
from adapters.llm.offline.closing import CLOSERS, label_of, show_held, sides_of, wanted_of
from adapters.llm.offline.reading import Ask, Call, Calls, Reading, Request
from adapters.llm.offline.words import Word

_PRICES = (Word.STOP_PRICE, Word.TARGET_PRICE)
_TYPES = {Word.STOP_PRICE: "stop", Word.TARGET_PRICE: "take_profit"}
_ACTIONS = {"LONG": "close_long", "SHORT": "close_short"}
_ALLOWED = {
    *_PRICES,
    *CLOSERS,
    Word.SELL,
    Word.PUT,
    Word.MY,
    Word.LONG,
    Word.SHORT,
    Word.SPOT,
    Word.PERPETUAL,
    Word.SYMBOL,
    Word.IT,
    Word.ORDINAL,
    Word.AMOUNT,
    Word.SHARE,
    Word.POSITIONS,
    Word.FILLER,
}
_OF_A_POSITION = (Word.MY, Word.PUT, Word.IT, Word.POSITIONS, *CLOSERS)


def read_protection(request: Request) -> Reading | None:
    """The stop and target to set, or what must be asked for them; None: they go with an entry."""
    if not request.has(*_PRICES) or not request.only(_ALLOWED):
        return None
    if request.has(Word.LONG, Word.SHORT) and not request.has(*_OF_A_POSITION):
        return None
    sides = sides_of(request)
    bases = tuple(dict.fromkeys(one.instruments[0].base for one in request.mentions()))
    if len(sides) > 1 or len(request.of(*_PRICES)) > len(request.has_each(*_PRICES)):
        return None
    if len(bases) > 1:
        return Ask("symbol", request.say("offline_one_coin"), bases)
    if request.points_nowhere():
        return show_held(request, "offline_say_which")
    spot = request.instrument(bases[0], "spot") if bases and request.has(Word.SELL) else None
    if spot is not None:
        return _calls(request, "sell", spot.symbol)
    return _of_held(request, next(iter(sides), None))


def _of_held(request: Request, side: object) -> Reading:
    wanted = wanted_of(request, "LONG" if side == "LONG" else "SHORT" if side else None)
    if request.context.positions is None:
        market = request.instrument(wanted.base, "perpetual")
        if market is None or wanted.side is None:
            return show_held(request, "offline_say_which")
        return _calls(request, _ACTIONS[wanted.side], market.symbol)
    fitting = [one for one in request.held() if wanted.fits(one)]
    if not fitting:
        return show_held(request, "offline_nothing_to_protect")
    if len(fitting) > 1:
        labels = tuple(label_of(request, one) for one in fitting)
        return Ask("position", request.say("offline_which_position"), tuple(dict.fromkeys(labels)))
    held = fitting[0]
    action = "sell" if held.kind == "spot" else _ACTIONS[held.side]
    return _calls(request, action, held.symbol)


def _calls(request: Request, action: str, symbol: str) -> Reading:
    """One order for each price; without an amount it is for all that is held."""
    market = request.by_symbol(symbol)
    arguments: dict[str, object] = {"action": action, "symbol": symbol}
    if market is not None and request.has(Word.AMOUNT, Word.SHARE):
        amount = order_amount(request, market, closing=True)
        if isinstance(amount, Ask):
            return amount
        arguments["amount"] = amount.argument()
    calls = []
    for token in request.of(*_PRICES):
        kind, trigger = _TYPES[token.word], announced(token)
        title = request.say("offline_goal_protect", kind=request.say(f"type_{kind}"), price=trigger)
        more = {"type": kind, "trigger": trigger}
        calls.append(Call("execute_trade", arguments | more, f"{title} {symbol}"))
    return Calls(tuple(calls))
