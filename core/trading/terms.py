"""At which price an order is done: a limit, a trigger, and the stop and target that go with it.

Prices are put on the market's tick and held against the live one: what would be done at once
though it was meant to wait, and what can only be a slip of the keys, is refused with words.
"""

from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal

from core.domain.market import Instrument, Quote
from core.domain.money import plain
from core.domain.orders import OrderType
from core.errors import PersonError
from core.trading.request import BUYING, TRIGGERED, TradeAction, TradeArguments
from core.views.money_text import price_text

FAR = Decimal("0.2")
"""How far from the live price a waiting order is far away (a fraction of it): the card warns."""
_CROSSES_MOST = Decimal("0.05")
"""How far beyond the live price a limit may lie that fills at once (a fraction of it)."""
_MOST_TIMES = 10
"""No order waits for a price that is more than this many times, or less than one such part of, the
live one: a digit too many or too few."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Terms:
    """How an order meets its price; a plain market order by default.

    `price` is a limit's, `trigger` a stop's or take_profit's; `stop` and `target` protect an order
    that opens. `rests`: it waits in the book as a maker. All prices are on the market's tick.
    """

    type: OrderType = "market"
    price: Decimal | None = None
    trigger: Decimal | None = None
    post_only: bool = False
    stop: Decimal | None = None
    target: Decimal | None = None
    rests: bool = False

    @property
    def waits(self) -> bool:
        """Whether nothing fills until a price is reached."""
        return self.rests or self.type in TRIGGERED

    def entry(self, market: Decimal) -> Decimal:
        """Where the order fills as far as is known, `market` being the live price."""
        if self.type in TRIGGERED and self.trigger is not None:
            return self.trigger
        return self.price if self.rests and self.price is not None else market

    def is_far(self, mark: Decimal) -> bool:
        """Whether the price it waits for is far from the live one."""
        return self.waits and abs(self.entry(mark) - mark) > FAR * mark


def terms_of(
    args: TradeArguments, action: TradeAction, instrument: Instrument, quote: Quote
) -> Terms:
    """The prices asked for, on tick; PersonError where one cannot be meant."""
    buying = action in BUYING
    price = None if args.price is None else _on_tick(args.price, instrument, buying=buying)
    crosses = price is not None and (price >= quote.ask if buying else price <= quote.bid)
    terms = Terms(
        type=args.type,
        price=price,
        trigger=_near_tick(args.trigger, instrument),
        post_only=args.post_only,
        stop=_near_tick(args.stop, instrument),
        target=_near_tick(args.target, instrument),
        rests=price is not None and not crosses,
    )
    for one in (terms.price, terms.trigger, terms.stop, terms.target):
        if one is not None:
            _check_size(one, instrument, quote)
    if price is not None and crosses:
        _check_crossing(terms, instrument, quote, buying=buying)
    if terms.trigger is not None:
        _check_trigger(terms, terms.trigger, instrument, quote, buying=buying)
    _check_protection(terms, instrument, quote, buying=buying)
    return terms


def tail(args: TradeArguments, account: str = "") -> str:
    """What a request in plain words adds for these terms: `limit 3000 stop 2900 target 3300`.

    Both grammars read these words, whatever the language of the rest.
    """
    said = []
    if args.price is not None:
        said.append(f"{'post only ' if args.post_only else ''}limit {args.price}")
    if args.trigger is not None:
        kind = "stop" if args.type == "stop" else "take profit"
        said.append(f"{kind} {args.trigger}" if args.protects else f"{kind} entry {args.trigger}")
    if args.stop is not None:
        said.append(f"stop {args.stop}")
    if args.target is not None:
        said.append(f"target {args.target}")
    if account:
        said.append(f"on {account}")
    return "".join(f" {part}" for part in said)


def _on_tick(text: str, instrument: Instrument, *, buying: bool) -> Decimal:
    """A limit on tick, never worse than asked for."""
    rounding = ROUND_FLOOR if buying else ROUND_CEILING
    steps = (Decimal(text) / instrument.tick).to_integral_value(rounding=rounding)
    return steps * instrument.tick


def _near_tick(text: str | None, instrument: Instrument) -> Decimal | None:
    if text is None:
        return None
    steps = (Decimal(text) / instrument.tick).to_integral_value(rounding=ROUND_HALF_EVEN)
    return steps * instrument.tick


def _check_size(price: Decimal, instrument: Instrument, quote: Quote) -> None:
    if not quote.mark / _MOST_TIMES <= price <= quote.mark * _MOST_TIMES:
        raise _refused("price_slip", price, instrument, quote)


def _check_crossing(terms: Terms, instrument: Instrument, quote: Quote, *, buying: bool) -> None:
    """A limit that would fill at once: not if it must rest, nor far beyond the price."""
    price = terms.price or quote.mark
    if terms.post_only:
        raise _refused("post_only_crosses", price, instrument, quote)
    beyond = price - quote.ask if buying else quote.bid - price
    if beyond > _CROSSES_MOST * quote.mark:
        key = "limit_above" if buying else "limit_below"
        raise _refused(key, price, instrument, quote)


def _check_trigger(
    terms: Terms, trigger: Decimal, instrument: Instrument, quote: Quote, *, buying: bool
) -> None:
    """A stop waits for the price to run on, a take_profit for it to come back."""
    above = (terms.type == "stop") == buying
    if trigger <= quote.mark if above else trigger >= quote.mark:
        side = "buys" if buying else "sells"
        raise _refused(f"{terms.type}_{side}_wrong_side", trigger, instrument, quote)


def _check_protection(terms: Terms, instrument: Instrument, quote: Quote, *, buying: bool) -> None:
    """A long's stop lies below where it opens and its target above; a short's the other way."""
    entry = terms.entry(quote.mark)
    side = "long" if buying else "short"
    for name, price in (("stop", terms.stop), ("target", terms.target)):
        if price is None:
            continue
        below = (name == "stop") == buying
        if price >= entry if below else price <= entry:
            key = f"{name}_wrong_side_{side}"
            raise _refused(key, price, instrument, quote, entry=_shown(entry, instrument))


def _refused(
    key: str, price: Decimal, instrument: Instrument, quote: Quote, entry: str = ""
) -> PersonError:
    return PersonError(
        key,
        symbol=instrument.symbol,
        price=_shown(price, instrument),
        mark=_shown(quote.mark, instrument),
        currency=instrument.quote,
        entry=entry,
    )


def _shown(price: Decimal, instrument: Instrument) -> str:
    return price_text(plain(price), "en", instrument.tick)
