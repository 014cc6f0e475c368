"""Margin tiers of a live account: as its venue tells them, or said to be unknown."""

from contextlib import asynccontextmanager
from dataclasses import replace
from decimal import Decimal

import pytest

from core.domain.market import Tier
from core.domain.records import ExchangeAccount
from core.errors import OrderDenied
from core.trading.draft import draft_order
from core.trading.request import TradeArguments
from core.views.render import plain
from tests.behaviour.test_reconcile import live_desk
from tests.doubles.filling_venue import FillingVenue

D = Decimal
TIERS = (
    Tier(floor=D(0), rate=D("0.004"), cum=D(0), max_leverage=20),
    Tier(floor=D(300), rate=D("0.005"), cum=D("0.3"), max_leverage=10),
)


class TierVenue(FillingVenue):
    """It tells these tiers."""

    told: tuple[Tier, ...] = TIERS

    async def tiers(self, account, symbol):
        return self.told


class Bare:
    """A market as a live venue lists it: without tiers."""

    def __init__(self, behind):
        self._behind = behind

    def __getattr__(self, name):
        return getattr(self._behind, name)

    async def instruments(self):
        listed = await self._behind.instruments()
        return [replace(one, tiers=(), max_leverage=None) for one in listed]


@asynccontextmanager
async def drafting(told):
    async with live_desk() as (desk, _):
        live = next(one for one in await desk.rows(ExchangeAccount) if one.mode == "live")
        venue = TierVenue(desk.paper, desk.clock)
        venue.told = told

        async def card(quote, leverage):
            args = TradeArguments.model_validate(
                {
                    "action": "open_long",
                    "symbol": "BTC/USDT:USDT",
                    "amount": {"value": quote, "unit": "quote"},
                    "leverage": leverage,
                }
            )
            return await draft_order(
                args,
                live,
                "en",
                market=Bare(desk.market),
                exchange=venue,
                clock=desk.clock,
                limits=desk.desk.parts.trading,
                records=desk.desk.parts.records,
            )

        yield card


async def test_the_liquidation_price_follows_the_venues_own_tiers():
    async with drafting(TIERS) as card:
        drafted = await card("100", 5)
        price, liquidated = (D(drafted.data[name]) for name in ("price", "liquidation_price"))
        # A fifth of the value is set aside, and 0.4 % of it at the end has to be left.
        assert abs(liquidated / price - D("0.8") / D("0.996")) < D("0.0001")
        assert "Liquidation price: unknown" not in plain([drafted.card])


async def test_without_tiers_it_is_unknown_and_not_none():
    async with drafting(()) as card:
        drafted = await card("100", 5)
        assert "Liquidation price: unknown" in plain([drafted.card])


@pytest.mark.parametrize(("quote", "leverage", "most"), [("100", 21, 20), ("400", 11, 10)])
async def test_leverage_above_what_the_venues_tier_allows_is_refused_before_it_is_sent(
    quote, leverage, most
):
    async with drafting(TIERS) as card:
        with pytest.raises(OrderDenied) as denied:
            await card(quote, leverage)
        assert denied.value.key == "leverage_too_high"
        assert denied.value.params["maximum"] == most
