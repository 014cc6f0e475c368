"""What a model may cost: a turn's bound, an account's day, and a service that just failed."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from core.agent.parts import Limits
from core.domain.llm import ChatRequest, Finished, LLMEvent
from core.domain.records import ModelUsage, OrderRow
from core.errors import ModelError
from core.views.errors import model_error_text
from tests.behaviour.seams import FailingModel, Model, call, plan, respond, revision
from tests.desk import open_desk

PRICE = plan(call("s1", "get_market_price", symbols=["BTC"]), respond(show=["s1"]))
THINKS = plan(
    call("s1", "get_market_price", symbols=["BTC"], replan_after=True), respond(show=["s1"])
)


class Metered(Model):
    """A written model whose calls cost what is said."""

    def __init__(self, *entries, tokens: int, cost: str | None = None):
        super().__init__(*entries)
        self.tokens, self.cost = tokens, cost

    async def chat(self, request: ChatRequest) -> AsyncIterator[LLMEvent]:
        async for event in super().chat(request):
            if isinstance(event, Finished):
                yield replace(event, input_tokens=self.tokens, output_tokens=0, cost=self.cost)
            else:
                yield event


def text(messages):
    return "\n".join(message["text"] for message in messages)


async def test_a_turn_that_used_up_its_tokens_asks_no_more_and_says_so_I13():
    model = Metered(THINKS, revision("continue"), tokens=600)
    async with open_desk(provider=model, limits=Limits(tokens_per_turn=500)) as desk:
        anna = desk.person()
        reply = text(await anna.say("btc price"))
        assert model_error_text("budget", "en") in reply
        assert anna.last.status == "failed"
    assert model.calls == ["plan"]


async def test_a_turn_that_used_up_its_money_asks_no_more_and_says_so():
    model = Metered(THINKS, revision("continue"), tokens=10, cost="0.06")
    async with open_desk(provider=model, limits=Limits(cost_per_turn=Decimal("0.05"))) as desk:
        reply = text(await desk.person().say("btc price"))
        assert model_error_text("budget", "en") in reply
    assert model.calls == ["plan"]


async def test_an_unpriced_model_is_bounded_by_tokens_alone():
    model = Metered(PRICE, tokens=10, cost=None)
    async with open_desk(provider=model, limits=Limits(cost_per_turn=Decimal("0.000001"))) as desk:
        anna = desk.person()
        await anna.say("btc price")
        assert anna.last.status == "done"
        (usage,) = await desk.rows(ModelUsage)
        assert (usage.tokens, usage.cost) == (Decimal(10), None)


async def test_a_days_budget_ends_model_calls_until_the_persons_midnight():
    model = Metered(*[PRICE] * 9, tokens=400)
    limits = Limits(tokens_per_day=700)
    async with open_desk(provider=model, limits=limits, default_timezone="Asia/Tokyo") as desk:
        anna, bob = desk.person(), await desk.somebody("bob")
        for _ in range(2):
            await anna.say("btc price")
        reply = text(await anna.say("btc price"))
        assert model_error_text("day_budget", "en") in reply
        assert len(model.calls) == 2
        await bob.say("btc price")
        assert bob.last.status == "done", "one account's budget is not another's"
        assert "10,000" in text(await anna.say("/balance")), "what needs no model goes on"
        # 09:30 UTC is 18:30 in Tokyo: the next day begins there in five and a half hours.
        desk.clock.advance(timedelta(hours=5, minutes=29).total_seconds())
        assert model_error_text("day_budget", "en") in text(await anna.say("btc price"))
        desk.clock.advance(120)
        await anna.say("btc price")
        assert anna.last.status == "done"


async def test_the_days_use_is_known_again_after_a_restart_I15():
    model = Metered(*[PRICE] * 9, tokens=400)
    limits = Limits(tokens_per_day=700)
    async with open_desk(provider=model, limits=limits) as desk:
        records, clock, ids = desk.desk.parts.records, desk.clock, desk.ids
        for _ in range(2):
            await desk.person().say("btc price")
    async with open_desk(
        provider=model, limits=limits, records=records, clock=clock, ids=ids
    ) as desk:
        reply = text(await desk.person().say("btc price"))
        assert model_error_text("day_budget", "en") in reply


async def test_while_a_service_is_down_reads_do_not_wait_for_it_again():
    model = FailingModel(ModelError("unreachable"))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        for _ in range(3):
            reply = text(await anna.say("btc price"))
            assert "BTC/USDT" in reply
            assert model_error_text("unreachable", "en") in reply
        assert model.calls == 1
        desk.clock.advance(31)
        await anna.say("btc price")
        assert model.calls == 2, "after a while it is asked again"


async def test_what_cannot_be_answered_without_the_model_asks_it_in_any_case():
    model = FailingModel(ModelError("overloaded"))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("btc price")
        await anna.say("buy 50 usdt of btc")
        assert model.calls == 2
        assert await desk.rows(OrderRow) == []


async def test_a_service_says_itself_how_long_it_wants_to_be_left_alone():
    model = FailingModel(ModelError("rate_limited", retry_after_s=90))
    async with open_desk(provider=model) as desk:
        anna = desk.person()
        await anna.say("btc price")
        desk.clock.advance(60)
        await anna.say("btc price")
        assert model.calls == 1
        desk.clock.advance(31)
        await anna.say("btc price")
        assert model.calls == 2
