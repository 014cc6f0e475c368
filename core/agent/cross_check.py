"""An order in a model's words held against the person's own: where they differ, they are asked.

The closed grammar reads the same request. What it reads of an order (side, market, amount,
leverage, prices) is the person's word; a model's other figure never gets a card by itself.
"""

import re
from collections.abc import Sequence
from decimal import Decimal

from core.agent.run import Run
from core.domain.amount_words import half_width
from core.domain.amounts import AmountRefused, parse_amount
from core.domain.amounts_in_text import AMOUNT_RUN
from core.domain.llm import OFFLINE, ChatRequest, ToolCall
from core.domain.market import Instrument
from core.domain.requests import split_answers
from core.domain.symbols import resolve
from core.errors import PersonError
from core.trading.request import CLOSING, OPENING, Amount, TradeArguments
from core.trading.suggest import Suggestion, an_order, everything, without_amount
from core.trading.terms import tail

_PRICES = ("price", "trigger", "stop", "target")
_COIN = re.compile(r"\s*[A-Za-z]{2,10}\b")


async def disagreement(run: Run, request: ChatRequest, order: TradeArguments) -> PersonError | None:
    """What to ask where the words of the request say another order than this one; else None."""
    instruments = request.context.instruments
    mine = _market(order, instruments)
    if mine is None:
        return None
    said = await _said(run, request)
    of_market = [one for one in said if _same_market(one, mine, instruments)]
    if len(of_market) > 1 or any(_agree(one, order) for one in of_market):
        return None
    if of_market:
        return _ask(run, of_market[0], order, mine, instruments)
    if said:
        return _ask(run, said[0], order, mine, instruments)
    stated = _stated_amount(request.context.text, order, mine)
    if stated is None or _same_amount(stated, order.amount):
        return None
    return _ask(run, order.model_copy(update={"amount": stated}), order, mine, instruments)


async def _said(run: Run, request: ChatRequest) -> list[TradeArguments]:
    """The orders that the closed grammar reads in the request; none where it is not certain."""
    if run.parts.fallback.name != OFFLINE:
        return []
    async for event in run.parts.fallback.chat(request):
        if isinstance(event, ToolCall):
            steps = [one for one in event.input.get("steps", ()) if one["type"] == "tool"]
            calls = [one["tool_args"] for one in steps if one["tool_name"] == "execute_trade"]
            return [TradeArguments.model_validate(one) for one in calls]
    return []


def _market(order: TradeArguments, instruments: Sequence[Instrument]) -> Instrument | None:
    perpetual = order.action in ("open_long", "open_short", *CLOSING) or order.leverage is not None
    found = resolve(order.symbol, instruments, "perpetual" if perpetual else "spot")
    return found if isinstance(found, Instrument) else None


def _same_market(one: TradeArguments, mine: Instrument, instruments: Sequence[Instrument]) -> bool:
    other = _market(one, instruments)
    return other is not None and other.base == mine.base


def _agree(said: TradeArguments, order: TradeArguments) -> bool:
    """Whether the order is what was said; a stop that only the model adds is on its card."""
    return (
        _side(said) == _side(order)
        and (said.leverage or 1) == (order.leverage or 1)
        and said.type == order.type
        and _same_amount(said.amount, order.amount)
        and all(_same_price(getattr(said, name), getattr(order, name)) for name in _PRICES)
    )


def _side(order: TradeArguments) -> str:
    as_perpetual = {"buy": "open_long", "sell": "open_short"}
    return as_perpetual.get(order.action, order.action) if order.leverage else order.action


def _same_amount(said: Amount | None, order: Amount | None) -> bool:
    """Without an amount an order closes all, or is asked for one."""
    if said is None or order is None:
        one = said or order
        return one is None or (one.unit == "percent_of_position" and one.number == 100)
    return (said.number, said.unit) == (order.number, order.unit)


def _same_price(said: str | None, order: str | None) -> bool:
    return said is None or (order is not None and Decimal(said) == Decimal(order))


def _stated_amount(request: str, order: TradeArguments, mine: Instrument) -> Amount | None:
    """The one amount of money or coins that the words state; None for none or several."""
    said, answers = split_answers(request)
    text = half_width("\n".join((said, *answers.values())))
    found = set()
    for run in AMOUNT_RUN.finditer(text):
        if run.start() and text[run.start() - 1].isalnum():
            continue
        behind = _COIN.match(text, run.end())
        for words in (run.group(), run.group() + (behind.group() if behind else "")):
            try:
                amount = parse_amount(words, base=mine.base, quote=mine.quote)
            except AmountRefused:
                continue
            found.add((amount.value, amount.unit))
            break
    amounts = [one for one in found if one[1] in ("base", "quote")]
    if len(amounts) != 1 or order.action not in OPENING:
        return None
    value, unit = amounts[0]
    return Amount(value=f"{value:f}", unit=unit)


def _ask(
    run: Run,
    said: TradeArguments,
    order: TradeArguments,
    mine: Instrument,
    instruments: Sequence[Instrument],
) -> PersonError:
    """Both readings as buttons, each a whole request."""
    other = _market(said, instruments) or mine
    ours, theirs = _words(run, said, other), _words(run, order, mine)
    return PersonError("orders_disagree", said=ours[0], planned=theirs[0], choices=(ours, theirs))


def _words(run: Run, order: TradeArguments, market: Instrument) -> Suggestion:
    lang, action = run.turn.lang, order.action
    terms = tail(order, order.account or "")
    if order.amount is None and order.opens:
        return without_amount(lang, action, market, terms)
    if order.amount is None:
        return everything(lang, action, market.symbol, terms)
    leverage = order.leverage if order.opens else None
    amount = order.amount
    return an_order(lang, action, market, amount.number, amount.unit, leverage, tail=terms)
