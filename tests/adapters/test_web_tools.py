"""POST /api/v1/tools/{tool}: figures of read tools, and nothing else."""

import pytest

from core.domain.records import AuditEntry, FillRow
from core.errors import VenueError
from tests.adapters.web_desk import open_web, problem

TOOLS = "/api/v1/tools"


async def test_a_read_tool_answers_with_decimals_as_strings_its_time_and_its_mode():
    async with open_web() as web:
        response = await web.owner.post(f"{TOOLS}/get_balance", {})
        assert response.status_code == 200
        body = response.json()
        assert set(body) == {"data", "as_of", "mode"}
        assert (body["mode"], body["data"]["equity"]) == ("paper", "10000")
        assert body["as_of"].endswith("Z")


async def test_arguments_are_the_body_and_none_are_needed_where_the_tool_takes_none():
    async with open_web() as web:
        prices = await web.owner.post(f"{TOOLS}/get_market_price", {"symbols": ["BTC", "ETH"]})
        found = [one["symbol"] for one in prices.json()["data"]["prices"]]
        assert found == ["BTC/USDT", "ETH/USDT"]
        assert (await web.owner.http.post(f"{TOOLS}/get_positions")).status_code == 200


async def test_everybody_reads_their_own_account():
    async with open_web() as web:
        question = await web.owner.asked("buy 50 usdt of btc")
        await web.owner.answer(question["question_id"], choice="confirm")
        ann = await web.trader()
        assert (await ann.post(f"{TOOLS}/get_positions", {})).json()["data"]["positions"] == []
        mine = (await web.owner.post(f"{TOOLS}/get_positions", {})).json()["data"]["positions"]
        assert [one["symbol"] for one in mine] == ["BTC/USDT"]


@pytest.mark.parametrize("tool", ["execute_trade", "manage_preferences"])
async def test_what_is_no_read_is_refused_and_on_record(tool):
    async with open_web() as web:
        arguments = {"action": "buy", "symbol": "BTC", "amount": "50", "unit": "quote"}
        problem(await web.owner.post(f"{TOOLS}/{tool}", arguments), 403)
        assert await web.count(AuditEntry, event="tool_refused", tool=tool) == 1
        assert await web.count(FillRow) == 0


async def test_a_tool_outside_the_systems_list_is_refused():
    async with open_web(system_tools=frozenset({"get_market_price"})) as web:
        refused = problem(await web.owner.post(f"{TOOLS}/get_balance", {}), 403)
        assert refused["code"] == "not_in_allow_list"


async def test_a_tool_that_is_not_there_and_arguments_that_do_not_fit_are_told():
    async with open_web() as web:
        assert problem(await web.owner.post(f"{TOOLS}/get_rich", {}), 404)["code"] == "unknown_tool"
        told = problem(await web.owner.post(f"{TOOLS}/get_market_price", {"symbol": "BTC"}), 422)
        assert "symbols" in told["detail"]
        problem(await web.owner.post(f"{TOOLS}/get_market_price", {"symbols": ["NOPE"]}), 422)
        problem(await web.owner.post(f"{TOOLS}/get_market_price", ["BTC"]), 422)


async def test_what_cannot_be_read_is_never_a_number():
    class Unreadable:
        name = "unreadable market"
        simulated = True

        def __init__(self, market):
            self._market = market

        async def instruments(self):
            return await self._market.instruments()

        async def quote(self, symbol):
            raise VenueError("no answer")

    async with open_web(market=Unreadable, moves=False) as web:
        told = problem(await web.owner.post(f"{TOOLS}/get_market_price", {"symbols": ["BTC"]}), 503)
        assert told["code"] == "venue_unreadable"
        assert "09:30:00" in told["detail"]
