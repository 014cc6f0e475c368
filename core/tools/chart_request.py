"""What get_chart is asked for, and what comes of it before it is drawn."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from core.domain.charts import ChartSpec, Look
from core.domain.market import Interval
from core.domain.orders import Mode
from core.domain.outbound import Value
from core.domain.periods import Period
from core.domain.records import ExchangeAccount
from core.domain.references import Reference
from core.errors import PersonError, PictureError
from core.tools.registry import ToolContext
from core.trading.several import named

ChartKind = Literal["candles", "equity", "calendar", "allocation", "card"]
_CANDLES = 120


class ChartArguments(Value):
    """Which picture."""

    kind: ChartKind = Field(
        default="candles",
        description="candles: a market's price with the person's fills, stop and target; equity: "
        "their equity curve; calendar: a month of daily results; allocation: what they hold; card: "
        "one trade's result in percent, to share, without private figures.",
    )
    symbol: str | None = Field(
        default=None,
        min_length=1,
        max_length=40,
        description="A coin or unified id, for candles and card; leave out for the one spoken of.",
    )
    interval: Interval = Field(
        default="1h", description="Length of a candle; 1m is a minute, 1M a month."
    )
    limit: int = Field(default=_CANDLES, ge=20, le=300, description="How many candles.")
    period: Period = Field(default="all", description="For equity: since when.")
    month: str | None = Field(
        default=None,
        pattern=r"^\d{4}-\d{2}$",
        description="For calendar: YYYY-MM; leave out for this month.",
    )
    account: str | None = Field(
        default=None,
        min_length=1,
        max_length=60,
        description="An exchange account's name; leave out for the usual one.",
    )


class NoCharts:
    """Draws nothing: every picture is told in words."""

    async def render(self, spec: ChartSpec) -> bytes:
        """PictureError, always."""
        raise PictureError(f"no {spec.type} is drawn here")

    async def aclose(self) -> None:
        """Nothing is held."""


NO_CHARTS = NoCharts()


@dataclass(frozen=True, kw_only=True, slots=True)
class Drawing:
    """What to draw, and its figures as they are told. `about` is what "it" then means."""

    spec: ChartSpec
    data: dict[str, Any]
    mode: Mode | None
    simulated: bool
    as_of: datetime
    about: tuple[Reference, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Wish:
    """A picture that is wanted, by whom and how it should look."""

    args: ChartArguments
    context: ToolContext
    red_up: bool

    def look(self, mode: Mode | None, *, simulated: bool) -> Look:
        """The look of a picture about this mode."""
        return Look(
            lang=self.context.lang,
            mode=mode,
            simulated=simulated,
            red_up=self.red_up,
            zone=self.context.zone.key,
        )

    @property
    def accounts(self) -> tuple[ExchangeAccount, ...]:
        """The accounts meant: the usual one where none is named."""
        mine = self.context.exchange_accounts or (self.context.exchange_account,)
        return named(self.args.account, mine, (self.context.exchange_account,))

    @property
    def account(self) -> ExchangeAccount:
        """The one account meant; PersonError where the name fits several."""
        found = self.accounts
        if len(found) != 1:
            raise PersonError("accounts_one", known=[one.name for one in found])
        return found[0]
