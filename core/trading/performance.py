"""How well it went: the figures of a period, each with its definition.

Nothing here reads or rounds; a figure that rests on something unknown is None, never a number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from core.domain.money import CASH, ZERO
from core.trading.history import Deed, Trade
from core.trading.liquidations import Liquidated


@dataclass(frozen=True, kw_only=True, slots=True)
class Results:
    """What was done in a period. All amounts are in the quote currency.

    `trades` counts orders that filled; `closed` those of them that ended something, and every
    liquidation. `unknown` of the closed have no known result, `fees_unknown` of the orders no known
    fee: sums of what is known are then not the whole, and the whole is None.
    """

    trades: int
    closed: int
    unknown: int
    wins: int
    losses: int
    breakeven: int
    liquidations: int
    margin_lost: Decimal
    """Margins of liquidated positions, a part of `realized`."""
    realized_known: Decimal
    """Results of the closed trades that are known, before fees; a lost margin is a loss."""
    gained: Decimal
    """Of `realized_known`, the profits."""
    lost: Decimal
    """Of `realized_known`, the losses, as a positive amount."""
    fees_known: Decimal
    fees_unknown: int
    funding_known: Decimal
    """Received less paid, as far as it was read."""
    funding_whole: bool
    liquidations_whole: bool
    """Whether every liquidation is among the closed trades."""

    @property
    def realized(self) -> Decimal | None:
        """Results of all closed trades before fees and funding."""
        return None if self.unknown else self.realized_known

    @property
    def fees(self) -> Decimal | None:
        """All trading fees."""
        return None if self.fees_unknown else self.fees_known

    @property
    def funding(self) -> Decimal | None:
        """Received less paid; None where some of it may be missing."""
        return self.funding_known if self.funding_whole else None

    @property
    def net(self) -> Decimal | None:
        """Realised less fees, plus funding; None where one of them, or a liquidation, may lack."""
        if self.realized is None or self.fees is None or self.funding is None:
            return None
        if not self.liquidations_whole:
            return None
        return self.realized - self.fees + self.funding

    @property
    def judged(self) -> int:
        """Closed trades whose result is known."""
        return self.closed - self.unknown

    @property
    def win_rate(self) -> Decimal | None:
        """Wins as a fraction of the closed trades; breaking even is no win. None without any.

        A win is a profit before fees.
        """
        return _ratio(Decimal(self.wins), Decimal(self.judged))

    @property
    def profit_factor(self) -> Decimal | None:
        """Profits divided by losses; None where nothing was lost."""
        return _ratio(self.gained, self.lost)

    @property
    def average_win(self) -> Decimal | None:
        """Profits per win."""
        return _ratio(self.gained, Decimal(self.wins))

    @property
    def average_loss(self) -> Decimal | None:
        """Losses per loss, as a positive amount."""
        return _ratio(self.lost, Decimal(self.losses))

    @property
    def payoff(self) -> Decimal | None:
        """The average win divided by the average loss."""
        if self.average_win is None or self.average_loss is None:
            return None
        return _ratio(self.average_win, self.average_loss)

    @property
    def expectancy(self) -> Decimal | None:
        """What a closed trade brought on average, before fees."""
        return _ratio(self.realized_known, Decimal(self.judged))


def results(
    deeds: Sequence[Deed],
    funding: Decimal,
    *,
    funding_whole: bool = True,
    liquidations_whole: bool = True,
) -> Results:
    """The figures of these trades and liquidations, and of the funding of the same time.

    Whole is what has all there was: a live venue's books may not be read to the end.
    """
    closed = [one for one in deeds if isinstance(one, Liquidated) or one.closes]
    known = [one.realized_pnl for one in closed if one.realized_pnl is not None]
    fees = [one.fee for one in deeds]
    liquidations = [one for one in deeds if isinstance(one, Liquidated)]
    return Results(
        trades=sum(isinstance(one, Trade) for one in deeds),
        closed=len(closed),
        unknown=len(closed) - len(known),
        wins=sum(pnl > 0 for pnl in known),
        losses=sum(pnl < 0 for pnl in known),
        breakeven=sum(pnl == 0 for pnl in known),
        liquidations=len(liquidations),
        margin_lost=sum((one.lost for one in liquidations), ZERO),
        realized_known=sum(known, ZERO),
        gained=sum((pnl for pnl in known if pnl > 0), ZERO),
        lost=-sum((pnl for pnl in known if pnl < 0), ZERO),
        fees_known=sum((fee for fee in fees if fee is not None), ZERO),
        fees_unknown=sum(fee is None for fee in fees),
        funding_known=funding,
        funding_whole=funding_whole,
        liquidations_whole=liquidations_whole,
    )


def together(parts: Sequence[Results]) -> Results:
    """The figures of several accounts as of one."""
    return Results(
        trades=sum(one.trades for one in parts),
        closed=sum(one.closed for one in parts),
        unknown=sum(one.unknown for one in parts),
        wins=sum(one.wins for one in parts),
        losses=sum(one.losses for one in parts),
        breakeven=sum(one.breakeven for one in parts),
        liquidations=sum(one.liquidations for one in parts),
        margin_lost=sum((one.margin_lost for one in parts), ZERO),
        realized_known=sum((one.realized_known for one in parts), ZERO),
        gained=sum((one.gained for one in parts), ZERO),
        lost=sum((one.lost for one in parts), ZERO),
        fees_known=sum((one.fees_known for one in parts), ZERO),
        fees_unknown=sum(one.fees_unknown for one in parts),
        funding_known=sum((one.funding_known for one in parts), ZERO),
        funding_whole=all(one.funding_whole for one in parts),
        liquidations_whole=all(one.liquidations_whole for one in parts),
    )


def _ratio(part: Decimal, whole: Decimal) -> Decimal | None:
    """The quotient to 1e-8; None by zero."""
    return (part / whole).quantize(CASH) if whole else None
