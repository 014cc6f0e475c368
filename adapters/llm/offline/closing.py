"""Orders that close: "close it", "close half of my btc long", "平多 btc", "全平"."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from adapters.llm.offline.amounts import order_amount
from adapters.llm.offline.reading import Ask, Call, Calls, Reading, Request
from adapters.llm.offline.words import Word
from core.domain.amount_words import SHARES
from core.domain.amounts import Amount
from core.domain.market import Kind
from core.domain.positions import Position

CLOSERS = (Word.CLOSE, Word.CLOSE_LONG, Word.CLOSE_SHORT, Word.CLOSE_ALL, Word.REDUCE)
_ALLOWED = {
    *CLOSERS,
    Word.LONG,
    Word.SHORT,
    Word.SPOT,
    Word.PERPETUAL,
    Word.SYMBOL,
    Word.IT,
    Word.THESE,
    Word.ORDINAL,
    Word.AMOUNT,
    Word.SHARE,
    Word.VAGUE,
    Word.POSITIONS,
    Word.TRADE,
    Word.MY,
    Word.FILLER,
}
_MOST_AT_ONCE = 7
"""Plans have eight steps, and the last one answers."""

_EVERYTHING = re.compile(
    r"flatten(?: all| everything)?|close everything|清仓|一键平仓|全部平掉", re.IGNORECASE
)
"""Of the words for closing all, those that leave nothing: coins held are sold too."""
_WHOLE = Amount(Decimal(100), "percent_of_position")

Side = Literal["LONG", "SHORT"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be closed, as far as the words say: empty or None where they do not."""

    base: str = ""
    symbol: str = ""
    kind: Kind | None = None
    side: Side | None = None

    def fits(self, position: Position) -> bool:
        """Whether the position may be the one that is meant."""
        return (
            self.base in ("", position.symbol.partition("/")[0])
            and self.symbol in ("", position.symbol)
            and self.kind in (None, position.kind)
            and (self.side is None or (position.kind, position.side) == ("perpetual", self.side))
        )


def read_close(request: Request) -> Reading | None:
    """What to close, or what must be asked for it; None: the words close nothing."""
    if not request.has(*CLOSERS) or not request.only(_ALLOWED) or not _comes_first(request):
        return None
    sides = sides_of(request)
    bases = tuple(dict.fromkeys(one.instruments[0].base for one in request.mentions()))
    if len(sides) > 1:
        return None
    if len(bases) > 1:
        return Ask("symbol", request.say("offline_one_coin"), bases)
    side = next(iter(sides), None)
    if request.has(Word.THESE) and not bases:
        return _close_these(request)
    if request.points_nowhere():
        return show_held(request, "offline_say_which")
    if not bases and not request.has(Word.IT, Word.ORDINAL) and _says_all(request):
        return _close_everything(request, Wanted(kind="perpetual", side=side))
    wanted = wanted_of(request, side)
    if request.context.positions is None:
        return _close_unseen(request, wanted)
    return _close_one_of(request, wanted)


def _comes_first(request: Request) -> bool:
    """Whether English "close" is the verb: "btc close to 100k" closes nothing."""
    words = [token for token in request.tokens if token.word not in (Word.FILLER, Word.SHARE)]
    return words[0].word in CLOSERS or not request.of(*CLOSERS)[0].text.isascii()


def sides_of(request: Request) -> set[Side]:
    """The sides of positions that are named."""
    sides: set[Side] = set()
    if request.has(Word.LONG, Word.CLOSE_LONG):
        sides.add("LONG")
    if request.has(Word.SHORT, Word.CLOSE_SHORT):
        sides.add("SHORT")
    return sides


def _says_all(request: Request) -> bool:
    return request.has(Word.CLOSE_ALL) or any(
        SHARES[token.text.lower()] == 100 for token in request.of(Word.SHARE)
    )


def wanted_of(request: Request, side: Side | None) -> Wanted:
    """What the words say of the position that is meant."""
    kinds: dict[Word, Kind] = {Word.SPOT: "spot", Word.PERPETUAL: "perpetual"}
    kind = next((kinds[word] for word in kinds if request.has(word)), None)
    if named := request.mentions():
        kind = kind or next((one.kind for one in named if one.kind), None)
        return Wanted(named[0].instruments[0].base, "", kind, side)
    pointed = request.pointed_at()
    market = request.by_symbol(pointed.id) if pointed else None
    if market is None:
        return Wanted("", "", kind, side)
    # A position that was shown is that very one; a coin that was spoken of is any market of it.
    exact = bool(pointed and pointed.kind == "position")
    return Wanted(market.base, market.symbol if exact else "", kind, side)


def _close_one_of(request: Request, wanted: Wanted) -> Reading:
    """Close the held position that fits; ask where several do, and show where none does."""
    fitting = [one for one in request.held() if wanted.fits(one)]
    if len(fitting) == 1:
        side: Side = fitting[0].side
        return _close(request, fitting[0].symbol, None if fitting[0].kind == "spot" else side)
    if fitting:
        labels = tuple(label_of(request, one) for one in fitting)
        return Ask("position", request.say("offline_which_position"), tuple(dict.fromkeys(labels)))
    return show_held(request, "offline_nothing_to_close")


def _close_unseen(request: Request, wanted: Wanted) -> Reading:
    """Close without knowing what is held: only what is named in full; the tool checks it."""
    market = request.by_symbol(wanted.symbol)
    kind = market.kind if market else wanted.kind
    perpetual = request.instrument(wanted.base, "perpetual")
    spot = request.instrument(wanted.base, "spot")
    if perpetual and wanted.side:
        return _close(request, perpetual.symbol, wanted.side)
    if spot and kind == "spot":
        return _close(request, spot.symbol, None)
    if not wanted.base:
        return show_held(request, "offline_say_which")
    keys = ("offline_long_of", "offline_short_of", *(() if kind else ("offline_spot_of",)))
    options = tuple(request.say(key, coin=wanted.base) for key in keys)
    return Ask("position", request.say("offline_which_position"), options)


def _close_everything(request: Request, wanted: Wanted) -> Reading | None:
    """All that there is under one card; or each perpetual in turn, where coins are not meant."""
    if request.has(Word.AMOUNT, Word.VAGUE, Word.REDUCE):
        return None
    said = request.of(Word.CLOSE_ALL)
    if any(_EVERYTHING.fullmatch(one.text) for one in said) and wanted.side is None:
        return Calls((Call("close_everything", {}, request.say("offline_goal_flatten")),))
    if request.context.positions is None:
        return show_held(request, "offline_say_which")
    fitting = [one for one in request.held() if wanted.fits(one)]
    if not fitting:
        return show_held(request, "offline_no_perpetuals")
    calls = [_call(request, one.symbol, one.side, _WHOLE) for one in fitting[:_MOST_AT_ONCE]]
    left = len(fitting) - len(calls)
    more = request.say("offline_more_to_close", count=left) if left else ""
    return Calls(tuple(calls), "\n".join(text for text in (more, _holdings_stay(request)) if text))


def _close_these(request: Request) -> Reading | None:
    """Each position of the list that was shown, in turn."""
    if request.has(Word.AMOUNT, Word.VAGUE, Word.REDUCE):
        return None
    shown = {one.id for one in request.pointed() if one.kind == "position"}
    fitting = [one for one in request.held() if one.symbol in shown]
    if not fitting or len(fitting) > _MOST_AT_ONCE:
        return show_held(request, "offline_say_which")
    sides: list[Side | None] = [None if one.kind == "spot" else one.side for one in fitting]
    return Calls(
        tuple(
            _call(request, one.symbol, side, _WHOLE)
            for one, side in zip(fitting, sides, strict=True)
        )
    )


def _holdings_stay(request: Request) -> str:
    """That the coins held are not sold by this, and how they are; empty where none is held."""
    spot = [one.symbol.partition("/")[0] for one in request.held() if one.kind == "spot"]
    if not spot or request.has(Word.PERPETUAL, Word.LONG, Word.SHORT):
        return ""
    return request.say("offline_spot_stays", coins=spot, coin=spot[0])


def _close(request: Request, symbol: str, side: Side | None) -> Reading:
    """One order that closes; without a side it sells a spot holding."""
    amount: Amount | Ask = _WHOLE
    market = request.by_symbol(symbol)
    if market is None:
        return show_held(request, "offline_say_which")
    if request.has(Word.AMOUNT, Word.SHARE, Word.VAGUE, Word.REDUCE):
        amount = order_amount(request, market, closing=True)
    if isinstance(amount, Ask):
        return amount
    return Calls((_call(request, symbol, side, amount),))


def _call(request: Request, symbol: str, side: Side | None, amount: Amount) -> Call:
    action = {"LONG": "close_long", "SHORT": "close_short", None: "sell"}[side]
    title = request.say(
        "offline_goal_order",
        action=request.say(f"do_{action}"),
        amount=amount.label(symbol.partition("/")[0], "USDT"),
        symbol=symbol,
        leverage="",
    )
    arguments = {"action": action, "symbol": symbol, "amount": amount.argument()}
    return Call("execute_trade", arguments, title)


def show_held(request: Request, key: str) -> Calls:
    """What is held now, with a line on why nothing was closed."""
    title = request.say("offline_goal_positions")
    return Calls((Call("get_positions", {}, title),), request.say(key))


def label_of(request: Request, position: Position) -> str:
    """A position as a button names it."""
    sides = {"LONG": "offline_long_of", "SHORT": "offline_short_of"}
    key = "offline_spot_of" if position.kind == "spot" else sides[position.side]
    return request.say(key, coin=position.symbol.partition("/")[0])
