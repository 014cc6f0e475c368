"""Money that moved at a live venue besides trades: funding, liquidations, transfers in and out."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal, get_args

MovementKind = Literal["funding", "liquidation", "deposit", "withdrawal"]
KINDS: tuple[MovementKind, ...] = get_args(MovementKind)


@dataclass(frozen=True, kw_only=True, slots=True)
class Movement:
    """What changed an account's money: above zero it got more. `id` is the venue's own.

    `symbol` is the market of a funding or a liquidation. A liquidation's amount is all that it
    lost: its realised loss with its fees.
    """

    id: str
    kind: MovementKind
    currency: str
    amount: Decimal
    at: datetime
    symbol: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """What a venue tells of one kind. It is whole from `since` on, which is as far as it reaches.

    `all_ways`: no money moves in or out that this leaves out.
    """

    found: Sequence[Movement]
    since: datetime
    all_ways: bool = True
