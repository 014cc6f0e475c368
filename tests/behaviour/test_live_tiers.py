"""Margin tiers of a live account: as its venue tells them, or said to be unknown."""

from contextlib import asynccontextmanager
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from core.domain.market import Tier
from core.domain.outbound import TableBlock
from core.domain.records import ExchangeAccount
from core.errors import OrderDenied
from core.trading.draft import draft_order
from core.trading.request import TradeArguments
from core.views.account_view import positions_view
from core.views.render import plain
from core.views.words import say
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


@pytest.mark.parametrize(("mode", "told"), [("paper", "none"), ("live", "unknown")])
def test_a_price_that_a_live_venue_does_not_tell_is_not_said_to_be_none(mode, told):
    position: dict[str, Any] = {
        "symbol": "BTC/USDT:USDT",
        "kind": "perpetual",
        "side": "LONG",
        "quantity": "1",
        "tick": "0.1",
        "entry_price": "100",
        "mark": "100",
        "value": "100",
        "unrealized_pnl": "0",
        "pnl_fraction": None,
        "leverage": 1,
        "margin": "100",
        "liquidation_price": None,
        "protection": {"stops": [], "targets": []},
    }
    data: dict[str, Any] = {
        "positions": [position],
        "mode": mode,
        "simulated": False,
        "currency": "USDT",
        "count": 1,
        "first": 1,
        "page": 1,
        "pages": 1,
        "total_unrealized_pnl": "0",
        "missing": [],
        "at": "2026-03-02T09:30:00+00:00",
    }
    [table] = positions_view(data, "en")
    assert isinstance(table, TableBlock)
    assert dict(zip(table.columns, table.rows[0], strict=True))[say("en", "liquidation")] == told
