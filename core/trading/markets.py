"""Which market a request is about: nothing is picked where two fit, the person chooses."""

from collections.abc import Callable, Sequence

from core.domain.conversation import Lang
from core.domain.market import Instrument, Kind
from core.domain.symbols import Ambiguous, nearest, resolve, usual
from core.errors import PersonError, VenueError
from core.ports import MarketData
from core.trading.request import OPENING, TradeAction, TradeArguments
from core.trading.suggest import Suggestion, an_order, everything, without_amount
from core.trading.terms import tail
from core.views.words import say

_MOST_CHOICES = 6
_LIKE: dict[tuple[TradeAction, Kind], tuple[TradeAction, ...]] = {
    ("buy", "perpetual"): ("open_long",),
    ("sell", "perpetual"): ("close_long", "open_short"),
    ("open_long", "spot"): ("buy",),
    ("open_short", "spot"): (),
    ("close_long", "spot"): ("sell",),
    ("close_short", "spot"): (),
}
"""What an action may have meant on a market of the other kind."""


async def listed(market: MarketData) -> Sequence[Instrument]:
    """The markets as far as they are known: none while the source never told, so none is named.

    For understanding a message; whatever is then done reads the market itself, and fails in words.
    """
    try:
        return await market.instruments()
    except VenueError:
        return ()


def trade_market(
    args: TradeArguments, instruments: Sequence[Instrument], lang: Lang, venue: str
) -> tuple[TradeAction, Instrument]:
    """The market that an order means, and the action as it is called there.

    A buy or sell with a leverage is a perpetual's. PersonError with candidates where the symbol or
    its kind leaves a choice.
    """
    action = _as_perpetual(args)
    kind: Kind = "spot" if action in ("buy", "sell") else "perpetual"

    def suggest(instrument: Instrument) -> Suggestion | None:
        """The candidate with its kind and venue, standing for the request on that market."""
        actions = (action,) if instrument.kind == kind else _LIKE[action, instrument.kind]
        if not actions:
            return None
        label = say(
            lang,
            "market_label",
            symbol=instrument.symbol,
            kind=say(lang, instrument.kind),
            venue=venue,
        )
        return label, _order(args, actions[0], instrument, lang)[1]

    found = find_market(args.symbol, instruments, kind, suggest)
    if found.kind == kind:
        return action, found
    raise PersonError(
        "market_kind_unclear",
        symbol=found.symbol,
        kind=say(lang, found.kind),
        choices=_readings(args, action, found, instruments, lang),
    )


def read_market(text: str, instruments: Sequence[Instrument], lang: Lang, key: str) -> Instrument:
    """The market to read about: spot unless the text says otherwise, else the only one that fits.

    PersonError as in find_market; a choice is the request that the words `key` make of a symbol.
    """

    def suggest(instrument: Instrument) -> Suggestion:
        label = say(
            lang, "market_read_label", symbol=instrument.symbol, kind=say(lang, instrument.kind)
        )
        return label, say(lang, key, symbol=instrument.symbol)

    found = resolve(text, instruments, "spot")
    # Reading about the wrong kind of market costs nothing, and the answer names which it was.
    if isinstance(found, Ambiguous) and len(found.candidates) == 1:
        return found.candidates[0]
    return find_market(text, instruments, "spot", suggest)


def find_exact(symbol: str, instruments: Sequence[Instrument]) -> Instrument:
    """The market with this unified id; PersonError for none."""
    found = next((one for one in instruments if one.symbol == symbol.upper()), None)
    if found is None:
        raise PersonError("unknown_symbol", symbol=symbol)
    return found


def find_market(
    text: str,
    instruments: Sequence[Instrument],
    kind: Kind,
    suggest: Callable[[Instrument], Suggestion | None],
) -> Instrument:
    """The market that `text` names, of this kind unless it says otherwise.

    PersonError for none or several, with what is near or fits as choices; `suggest` is None for a
    market on which the request makes no sense.
    """
    found = resolve(text, instruments, kind)
    if isinstance(found, Instrument):
        return found
    if isinstance(found, Ambiguous):
        choices = [one for market in found.candidates if (one := suggest(market))]
        if not choices:
            raise PersonError(f"no_{kind}_market", symbol=text)
        raise PersonError("ambiguous_market", symbol=text, choices=tuple(choices[:_MOST_CHOICES]))
    near = nearest(text, instruments)
    offered = [one for base in near for one in instruments if (one.base, one.kind) == (base, kind)]
    choices = [one for market in usual(offered) if (one := suggest(market))]
    raise PersonError("unknown_symbol", symbol=text, choices=tuple(choices))


def _as_perpetual(args: TradeArguments) -> TradeAction:
    """The action, where a leverage makes it a perpetual's."""
    if args.leverage is not None:
        if args.action == "buy":
            return "open_long"
        if args.action == "sell":
            return "open_short"
    return args.action


def _readings(
    args: TradeArguments,
    action: TradeAction,
    found: Instrument,
    instruments: Sequence[Instrument],
    lang: Lang,
) -> tuple[Suggestion, ...]:
    """The likeliest meanings of an action that this kind of market does not have."""
    # A part of what is held says nothing about the size of something new.
    of_position = args.amount is None or args.amount.unit == "percent_of_position"
    like = [one for one in _LIKE[action, found.kind] if not (of_position and one in OPENING)]
    pair = (found.base, found.quote)
    other = [one for one in instruments if (one.base, one.quote) == pair and one.kind != found.kind]
    return (
        *(_order(args, one, found, lang) for one in like),
        *(_order(args, action, one, lang) for one in other),
    )


def _order(
    args: TradeArguments, action: TradeAction, instrument: Instrument, lang: Lang
) -> Suggestion:
    leverage = args.leverage if instrument.kind == "perpetual" and action in OPENING else None
    terms = tail(args, args.account or "")
    if args.amount is None and action in OPENING:
        return without_amount(lang, action, instrument, terms)
    if args.amount is None:
        return everything(lang, action, instrument.symbol, terms)
    amount = args.amount
    return an_order(lang, action, instrument, amount.number, amount.unit, leverage, tail=terms)
