"""Accounts that only close are held to it, and the daily loss stop acts by itself."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from core.domain.orders import OrderRequest
from core.domain.records import (
    AuditEntry,
    ExchangeAccount,
    FillRow,
    Insert,
    MessageRow,
    OrderRow,
    Query,
    RiskLimitsRow,
    Update,
)
from core.jobs.risk_watch import RiskWatch
from tests.behaviour.seams import Model
from tests.behaviour.test_limits import fill
from tests.behaviour.test_order_watch import PERPETUAL, PROTECTED, order
from tests.desk import open_desk
from tests.doubles.filling_venue import filling_desk

D = Decimal


async def alerts(desk):
    return [row.text for row in await desk.rows(MessageRow, kind="alert")]


async def account_of(desk):
    [account] = await desk.rows(ExchangeAccount)
    return account


async def looked(desk, times=3):
    for _ in range(times):
        await desk.desk.risk.look()
        desk.clock.advance(2)


async def rest(desk, venue, key, **more):
    request = OrderRequest(
        client_order_id=key,
        symbol="BTC/USDT",
        side="BUY",
        quantity=D("0.01"),
        type="limit",
        price=D(50_000),
    )
    await venue.place((await account_of(desk)).id, replace(request, **more))


async def test_peers_33_a_venue_that_was_silent_at_the_halt_is_cleared_once_it_answers():
    async with filling_desk() as (desk, venue):
        await rest(desk, venue, "opens")
        venue.down = True
        await desk.person().say("/halt")
        await looked(desk)
        assert await alerts(desk) == []
        venue.down = False
        await looked(desk)
        assert venue.cancelled == ["opens"]
        [said] = await alerts(desk)
        assert "paper (PAPER): cancelled buy 0.01 BTC/USDT at 50,000" in said
        await looked(desk)
        assert len(await alerts(desk)) == 1


async def test_an_order_that_was_on_its_way_at_the_halt_is_taken_back_after_it():
    async with filling_desk(provider=Model(order("buy"))) as (desk, venue):
        await desk.market.move(PERPETUAL, D(100_000))
        await desk.person().say("do it")
        await desk.person().say("/halt")
        await looked(desk)
        # As if it had passed its guard just before, and reached the venue just after.
        [account] = await desk.rows(ExchangeAccount)
        late = replace(
            fill_order(account, desk.clock.now()), exchange_account_id=account.id, status="ACCEPTED"
        )
        await desk.desk.parts.records.commit(Insert(record=late))
        await rest(desk, venue, late.client_order_id)
        await looked(desk)
        assert venue.cancelled == [late.client_order_id]
        [row] = await desk.rows(OrderRow)
        assert row.status == "CANCELED"


def fill_order(account, now):
    return OrderRow(
        client_order_id="late",
        account_id=account.account_id,
        exchange_account_id=account.id,
        workflow_id="w",
        step_id="s",
        run_id="r",
        venue="paper",
        mode="paper",
        symbol="BTC/USDT",
        action="buy",
        side="BUY",
        type="LIMIT",
        quantity=D("0.01"),
        leverage=None,
        reduce_only=False,
        amount=D("0.01"),
        unit="base",
        quoted_price=D(50_000),
        status="SUBMITTED",
        created_at=now,
        updated_at=now,
        price=D(50_000),
    )


async def test_original_g1_13_the_daily_loss_stop_acts_by_itself_and_is_told_once():
    model = Model(order(**PROTECTED), order("buy", price="80000"))
    async with open_desk(provider=model) as desk:
        account = await account_of(desk)
        limits = RiskLimitsRow(
            id=account.id,
            account_id="owner",
            updated_at=desk.clock.now(),
            daily_loss=D(100),
        )
        await desk.desk.parts.records.commit(Insert(record=limits))
        await desk.market.move(PERPETUAL, D(100_000))
        person = desk.person()
        for _ in range(2):
            await person.say("do it")
            await person.press("confirm")
        await desk.desk.risk.look()
        assert (await account_of(desk)).trading_state == "ACTIVE"
        await desk.market.move(PERPETUAL, D(89_000))
        await desk.paper.on_quote(await desk.market.quote(PERPETUAL))
        await desk.desk.orders.look()
        lost = replace(
            fill(desk, 1, "-99.5"), exchange_account_id=account.id, account_id=account.account_id
        )
        await desk.desk.parts.records.commit(Insert(record=lost))
        before = len(await alerts(desk))
        await looked(desk)
        assert (await account_of(desk)).trading_state == "REDUCING"
        said = (await alerts(desk))[before:]
        assert len(said) == 2
        assert "Daily loss stop: paper (PAPER) has lost" in said[0]
        assert "cancelled buy 0.01 BTC/USDT at 80,000" in said[1]
        resting = await desk.paper.open_orders(account.id)
        assert sorted(one.type for one in resting) == ["stop", "take_profit"]
        await looked(desk)
        assert len(await alerts(desk)) == before + 2
        assert len(await desk.rows(AuditEntry, event="trading.reducing")) == 1
        desk.clock.set(desk.clock.now() + timedelta(days=1))
        await looked(desk)
        assert (await account_of(desk)).trading_state == "REDUCING", "midnight resets nothing"
        [over] = (await alerts(desk))[before + 2 :]
        assert "paper (PAPER): the day of the daily loss stop is over" in over
        assert "/unhalt" in over
        await RiskWatch(desk.desk.parts).look()
        desk.clock.set(desk.clock.now() + timedelta(days=1))
        await looked(desk)
        assert len(await alerts(desk)) == before + 3, "told once, whoever looks and however long"
        await person.say("/unhalt")
        await person.press("opt:1")
        assert (await account_of(desk)).trading_state == "ACTIVE"
        assert len(await desk.rows(FillRow)) >= 1


class Overtaken:
    """Records in which an order moves the account's row on once, between a look and its commit."""

    def __init__(self, records):
        self._records = records
        self._moved = False

    def __getattr__(self, name):
        return getattr(self._records, name)

    async def commit(self, *writes):
        if not self._moved:
            self._moved = True
            [account] = await self._records.find(Query(kind=ExchangeAccount))
            await self._records.commit(
                Update(
                    kind=ExchangeAccount,
                    where={"id": account.id},
                    set={"version": account.version + 1},
                )
            )
        return await self._records.commit(*writes)


async def test_the_end_of_the_day_is_told_by_the_next_look_where_an_order_came_between():
    async with open_desk() as desk:
        await desk.person().say("price of btc")
        account = await account_of(desk)
        stopped = AuditEntry(
            id="stopped",
            account_id=account.account_id,
            conversation_id="",
            run_id="",
            event="trading.reducing",
            tool="",
            reason="daily_loss",
            detail={"account": account.id, "loss": "101", "limit": "100"},
            created_at=desk.clock.now(),
        )
        reduced = Update(
            kind=ExchangeAccount, where={"id": account.id}, set={"trading_state": "REDUCING"}
        )
        parts = desk.desk.parts
        await parts.records.commit(reduced, Insert(record=stopped))
        desk.clock.advance(timedelta(days=1).total_seconds())
        watch = RiskWatch(replace(parts, records=Overtaken(parts.records)))
        await watch.look()
        assert await alerts(desk) == []
        await watch.look()
        await watch.look()
        [over] = await alerts(desk)
        assert "the day of the daily loss stop is over" in over
