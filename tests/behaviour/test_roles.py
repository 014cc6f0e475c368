"""What a role and a place allow, asked before planning and again at run time (DESIGN 6, 8)."""

import pytest

from core.domain.records import AuditEntry, OrderRow, Preference, Waiting
from tests.behaviour.seams import Model, buy, call, plan, respond
from tests.desk import open_desk

TELEGRAM = frozenset({"telegram"})
BALANCE = plan(call("s1", "get_balance"), respond(show=["s1"]))
BUY = plan(buy(), respond(show=["s1"]))
WISH = plan(
    call("s1", "manage_preferences", action="add", key="style", value="short"), respond(show=["s1"])
)


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def test_a_viewer_may_read_and_nothing_else():
    async with open_desk() as desk:
        viewer = await desk.somebody("Vera", "viewer")
        assert "10,000 USDT" in text(await viewer.say("my balance"))
        assert "BTC/USDT" in text(await viewer.say("btc price"))
        for said in ("buy 50 usdt of btc", "remember that my favourite is eth"):
            assert text(await viewer.say(said))
            assert await desk.rows(Waiting) == []
        assert await desk.rows(OrderRow) == []
        assert await desk.rows(Preference) == []


@pytest.mark.parametrize(("entry", "tool"), [(BUY, "execute_trade"), (WISH, "manage_preferences")])
async def test_a_model_that_plans_it_for_a_viewer_is_refused_on_record_I2(entry, tool):
    model = Model(entry, entry)
    async with open_desk(provider=model) as desk:
        viewer = await desk.somebody("Vera", "viewer")
        reply = text(await viewer.say("please"))
        assert "Nothing was placed" in reply
        assert await desk.rows(Waiting) == []
        assert await desk.rows(Preference) == []
        refused = await desk.rows(AuditEntry, event="tool_refused")
        assert {(row.account_id, row.tool, row.reason) for row in refused} == {
            (viewer.key.person, tool, "role")
        }
        assert refused[0].run_id == viewer.last.run_id
    tools = "".join(model.asked[0].system).partition("Tools that a plan")[2]
    assert "get_balance" in tools
    assert tool not in tools


async def test_a_tool_outside_the_systems_list_is_refused_on_record():
    allowed = frozenset({"get_market_price"})
    async with open_desk(provider=Model(BALANCE, BALANCE), system_tools=allowed) as desk:
        anna = desk.person()
        assert "10,000" not in text(await anna.say("balance"))
        assert "10,000" not in text(await anna.say("/balance"))
        reasons = {row.reason for row in await desk.rows(AuditEntry, event="tool_refused")}
        assert reasons == {"not_in_allow_list"}


async def test_a_group_gets_prices_but_no_private_figures_and_no_orders_I10():
    async with open_desk(pushed=TELEGRAM, owners=(("telegram", "1"),)) as desk:
        group = desk.person("1", platform="telegram", chat="-100", private=False)
        assert "BTC/USDT" in text(await group.say("btc price"))
        for said in ("my balance", "/balance", "show my positions", "/history"):
            assert "10,000" not in text(await group.say(said))
        await group.say("buy 50 usdt of btc")
        assert await desk.rows(Waiting) == []
        assert await desk.rows(OrderRow) == []
        private = desk.person("1", platform="telegram")
        assert "10,000 USDT" in text(await private.say("my balance"))


async def test_a_model_that_plans_a_private_read_in_a_group_is_refused_I10():
    model = Model(BUY, BALANCE, BALANCE)
    async with open_desk(provider=model, pushed=TELEGRAM, owners=(("telegram", "1"),)) as desk:
        private = desk.person("1", platform="telegram")
        await private.say("buy")
        await private.press("confirm")
        group = desk.person("1", platform="telegram", chat="-100", private=False)
        assert "10,000" not in text(await group.say("balance"))
        assert {row.reason for row in await desk.rows(AuditEntry, event="tool_refused")} == {
            "group"
        }
    asked = model.asked[-1]
    assert "get_balance" not in "".join(asked.system).partition("Tools that a plan")[2]
    assert "0.00052" not in asked.volatile
    assert asked.context.positions is None


async def test_each_account_sees_and_trades_its_own_money_only_I10():
    async with open_desk() as desk:
        anna, boris = desk.person(), await desk.somebody("Boris")
        await anna.say("buy 50 usdt of btc")
        await anna.press("confirm")
        assert "10,000 USDT" in text(await boris.say("my balance"))
        assert "No open positions" in text(await boris.say("show my positions"))
        assert "BTC" not in text(await boris.say("/history"))
        history = await desk.desk.assistant.history(boris.account, audit=True)
        assert all("buy 50" not in row["text"] for row in history)
        await boris.say("buy 60 usdt of eth")
        await boris.press("confirm")
        owners = {order.account_id for order in await desk.rows(OrderRow)}
        assert owners == {"owner", boris.key.person}
