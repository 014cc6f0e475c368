"""Runs: a message with a profile and a window of its own."""

import pytest

from core.domain.profiles import SHIPPED, ExecutionProfile, ToolPolicy
from core.domain.records import Insert, MessageRow, ProfileChoice
from tests.adapters.web_desk import open_web, problem
from tests.behaviour.seams import Model, plan, respond

PRICES = ExecutionProfile(
    name="prices_only", tool_policy=ToolPolicy(allowlist=frozenset({"get_market_price"}))
)
PROFILES = {**SHIPPED, PRICES.name: PRICES}
RUNS = "/api/v1/agent/runs"
HI = plan(respond(text="Hello."), intent="chat")


async def ended(web, caller, run_id):
    await web.desk.finished(run_id)
    return (await caller.get(f"{RUNS}/{run_id}")).json()


async def test_a_run_is_taken_at_once_and_found_by_its_id():
    async with open_web() as web:
        started = await web.owner.post(RUNS, {"message": "btc price"})
        assert started.status_code == 202
        body = started.json()
        assert set(body) == {"run_id"}
        shown = await ended(web, web.owner, body["run_id"])
        assert shown["status"] == "done"
        assert "BTC/USDT" in shown["messages"][0]["text"]
        metadata = {
            "origin": "chat",
            "executor": "worker",
            "execution_profile_name": "chat_default",
            "hidden_from_user": False,
        }
        for message in await web.owner.history(audit="true"):
            assert metadata.items() <= message.items()
        for message in await web.owner.history():
            assert not metadata.keys() & message.keys()


async def test_a_run_has_the_tools_of_its_profile_and_no_more():
    async with open_web(profiles=PROFILES) as web:
        asked = {"message": "my balance", "profile": "prices_only"}
        run = (await web.owner.post(RUNS, asked)).json()["run_id"]
        shown = await ended(web, web.owner, run)
        assert "10,000" not in str(shown["messages"])
        *_, last = await web.owner.history(audit="true")
        assert last["execution_profile_name"] == "prices_only"
        assert "10,000" in (await web.owner.said("my balance"))[0]["text"]


async def test_a_runs_profile_does_not_widen_what_the_account_has():
    everything = ExecutionProfile(name="everything")
    async with open_web(profiles={**PROFILES, "everything": everything}) as web:
        choice = ProfileChoice(
            id="owner:chat", account_id="owner", task_type="chat", profile="prices_only"
        )
        await web.desk.desk.parts.records.commit(Insert(record=choice))
        asked = {"message": "my balance", "profile": "everything"}
        run = (await web.owner.post(RUNS, asked)).json()["run_id"]
        assert "10,000" not in str((await ended(web, web.owner, run))["messages"])


async def test_a_run_looks_as_far_back_as_it_says():
    model = Model(*[HI] * 9)
    async with open_web(provider=model) as web:
        for number in range(6):
            await web.owner.said(f"message number {number}")
        asked = {"message": "and now", "history_policy": {"n": 3}}
        await ended(web, web.owner, (await web.owner.post(RUNS, asked)).json()["run_id"])
        said = [item.text for item in model.asked[-1].messages if item.role == "user"]
        assert len(said) == 3
        await web.owner.said("and then")
        assert len([item for item in model.asked[-1].messages if item.role == "user"]) == 8


async def test_the_same_key_and_body_is_the_same_run_peers_1():
    async with open_web() as web:
        body = {"message": "btc price", "history_policy": {"n": 5}}
        first = (await web.owner.post(RUNS, body, "k")).json()["run_id"]
        await web.desk.finished(first)
        assert (await web.owner.post(RUNS, body, "k")).json()["run_id"] == first
        problem(await web.owner.post(RUNS, body | {"history_policy": {"n": 6}}, "k"), 422)
        assert await web.count(MessageRow, role="user") == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"history_policy": {"n": 51}},
        {"history_policy": {"n": 0}},
        {"history_policy": {"n": 5, "mode": "everything"}},
        {"history_policy": {"n": 5, "include_current_user_message": False}},
        {"profile": "unheard of"},
        {"hidden_from_user": True},
    ],
)
async def test_what_a_run_cannot_have_is_refused_and_nothing_is_taken(wrong):
    async with open_web(profiles=PROFILES) as web:
        problem(await web.owner.post(RUNS, {"message": "hi", **wrong}), 422)
        assert await web.count(MessageRow) == 0


async def test_a_profile_that_is_not_allowed_to_the_account_is_refused():
    async with open_web(profiles=PROFILES) as web:
        ann = await web.trader("ann")
        for name in ("prices_only", "automation_memory_default", "unheard of"):
            told = problem(await ann.post(RUNS, {"message": "hi", "profile": name}), 403)
            assert told["code"] == "profile.not_allowed"
            assert "prices_only" not in told["detail"].replace(name, "")
        ok = await ann.post(RUNS, {"message": "hi", "profile": "chat_default"})
        assert ok.status_code == 202


async def test_a_run_of_somebody_else_is_not_there_I10():
    async with open_web() as web:
        ann = await web.trader("ann")
        run = (await web.owner.post(RUNS, {"message": "btc price"})).json()["run_id"]
        await web.desk.finished(run)
        problem(await ann.get(f"{RUNS}/{run}"), 404)
