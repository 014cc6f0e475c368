"""Many conversations and a trader spend one balance at once: never more than there is (I2, I14)."""

import asyncio
from decimal import Decimal

from adapters.store.sql.records import SqlRecords
from core.agent.parts import Limits
from core.domain.conversation import ConversationKey
from core.domain.records import ExchangeAccount, FillRow, Insert, OrderRow, RiskLimitsRow
from core.domain.references import References
from core.errors import OrderDenied, PersonError
from core.tools.arguments import parse_arguments
from core.tools.registry import EffectTool, ToolContext
from tests.behaviour.books import assert_books_balance
from tests.desk import TestDesk, open_desk

TALKS = 20
TRADES = 5
EACH = 900
PAID_FOR = 11
"""So many orders of 900 USDT, with their fees, are all that 10,000 pay for."""
TRADER = "trader-1"


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def trade(desk: TestDesk, number: int, value: int = EACH) -> str:
    """What a trader does: the same checks and the same guard, with no card; how it ended."""
    tool = desk.desk.parts.registry.tools["execute_trade"]
    assert isinstance(tool, EffectTool)
    [account] = await desk.rows(ExchangeAccount)
    person = desk.desk.people.account("owner")
    assert person is not None
    context = ToolContext(
        account=person,
        exchange_account=account,
        exchange_accounts=(account,),
        conversation_id=ConversationKey(platform="web", chat="trader", person="owner").id,
        run_id=f"cycle{number}",
        lang="en",
        now=desk.clock.now(),
        references=References(),
        workflow_id=f"cycle{number}",
        step_id=f"step{number}",
        trader_id=TRADER,
    )
    arguments = parse_arguments(
        tool,
        {"action": "buy", "symbol": "ETH", "amount": {"value": str(value), "unit": "quote"}},
    )
    key = f"trader{number}"
    while True:
        try:
            draft = await tool.draft(arguments, context)
            writes = await tool.intend(draft, key, context)
        except (OrderDenied, PersonError) as error:
            return error.key
        if await desk.desk.parts.records.commit(*writes):
            break
    result = await tool.perform(draft, key, context)
    assert await desk.desk.parts.records.commit(*result.writes)
    return "Bought" if result.ok else str(result.data["error"])


async def test_twenty_conversations_and_a_trader_never_overspend_and_each_is_told_I2_I14(
    sqlite_records: SqlRecords,
):
    limits = Limits(read_s=60)
    async with open_desk(records=sqlite_records, workers=TALKS, limits=limits) as desk:
        people = [desk.person(chat=f"window{number}") for number in range(TALKS)]
        await asyncio.gather(*(person.say(f"buy {EACH} usdt of btc") for person in people))
        told, ended = await asyncio.gather(
            asyncio.gather(*(person.press("confirm") for person in people)),
            asyncio.gather(*(trade(desk, number) for number in range(TRADES))),
        )
        await desk.swept()
        orders = await desk.rows(OrderRow)
        filled = [row for row in orders if row.status == "FILLED"]
        assert 0 < len(filled) <= PAID_FOR, "no more than there is money for"
        assert {row.status for row in orders} <= {"FILLED", "REJECTED"}
        said = [text(messages) for messages in told]
        bought = [one for one in said if "Bought" in one]
        by_trader = ended.count("Bought")
        assert len(bought) + by_trader == len(filled)
        for one in said:
            assert ("Bought" in one) != ("othing was placed" in one or "busy" in one), one
        assert set(ended) <= {"Bought", "insufficient_funds", "funds_reserved"}
        # Who met money that an order on its way held was refused though it came free: what is left
        # is spent by those who come later, to the last order that it pays for.
        late = desk.person(chat="late")
        for _ in range(PAID_FOR - len(filled)):
            await late.say(f"buy {EACH} usdt of btc")
            assert "Bought" in text(await late.press("confirm"))
        await late.say(f"buy {EACH} usdt of btc")
        orders = await desk.rows(OrderRow)
        assert sum(row.status == "FILLED" for row in orders) == PAID_FOR
        [account] = await desk.rows(ExchangeAccount)
        view = await desk.paper.account(account.id)
        [free] = [one.free for one in view.balances if one.currency == "USDT"]
        spent = sum(
            (
                row.quantity * row.price + (row.fee or Decimal(0))
                for row in await desk.rows(FillRow)
            ),
            Decimal(0),
        )
        assert free == Decimal(10_000) - spent
        assert free >= 0
        await assert_books_balance(desk)


async def test_a_trader_keeps_to_limits_of_its_own_that_bind_nobody_else(
    sqlite_records: SqlRecords,
):
    async with open_desk(records=sqlite_records) as desk:
        own = RiskLimitsRow(
            id=TRADER,
            account_id="owner",
            updated_at=desk.clock.now(),
            max_notional=Decimal(500),
            max_position=Decimal(800),
        )
        assert await desk.desk.parts.records.commit(Insert(record=own))
        assert await trade(desk, 1, 600) == "limit_notional"
        assert await trade(desk, 2, 450) == "Bought"
        at_once = await asyncio.gather(trade(desk, 3, 300), trade(desk, 4, 300))
        assert sorted(at_once) == ["Bought", "limit_position"]
        person = desk.person()
        await person.say("buy 600 usdt of eth")
        assert "Bought" in text(await person.press("confirm"))
        orders = await desk.rows(OrderRow)
        assert [row.trader_id for row in orders if row.quantity * row.quoted_price < 500] == [
            TRADER,
            TRADER,
        ]
        assert [row.trader_id for row in orders if row.amount == 600] == [""]


async def test_a_halt_among_them_lets_nothing_open_after_it(sqlite_records: SqlRecords):
    async with open_desk(records=sqlite_records, workers=TALKS) as desk:
        people = [desk.person(chat=f"window{number}") for number in range(TALKS)]
        await asyncio.gather(*(person.say("buy 100 usdt of btc") for person in people))
        halter = desk.person(chat="halter")
        presses = [asyncio.create_task(person.press("confirm")) for person in people]
        accepted = await halter.accept("/halt")
        after = {row.client_order_id for row in await desk.rows(OrderRow)}
        told = [text(messages) for messages in await asyncio.gather(*presses)]
        await desk.finished(accepted.run_id)
        assert {row.client_order_id for row in await desk.rows(OrderRow)} == after
        assert sum("Bought" in one for one in told) == len(after)
        assert all("Bought" in one or "halted" in one for one in told)
        [account] = await desk.rows(ExchangeAccount)
        assert account.trading_state == "HALTED"
