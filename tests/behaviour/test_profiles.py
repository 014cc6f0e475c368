"""Execution profiles: model, window and tools of a kind of turn, chosen for an account."""

import pytest
from pydantic import ValidationError

from core.domain.profiles import (
    CHAT_DEFAULT,
    SHIPPED,
    ExecutionProfile,
    HistoryPolicy,
    ToolPolicy,
)
from core.domain.records import AuditEntry, Insert, MessageRow, ProfileChoice
from tests.behaviour.seams import Model, call, plan, respond
from tests.desk import open_desk

READS = ExecutionProfile(
    name="reads_only",
    tool_policy=ToolPolicy(allowlist=frozenset({"get_market_price", "get_unheard_of"})),
)
HI = plan(respond(text="Hello."), intent="chat")


def chosen(account: str, profile: str = "chat_default", n: int = 0) -> Insert:
    return Insert(
        record=ProfileChoice(
            id=f"{account}:chat", account_id=account, task_type="chat", profile=profile, n=n
        )
    )


def test_an_old_router_field_is_read_and_ignored():
    old = {"name": "old", "executor": "worker", "enable_router": True}
    assert ExecutionProfile.model_validate(old) == ExecutionProfile(name="old")


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x", "executor": "router"},
        {"name": "x", "history_policy": {"n": 0}},
        {"name": "x", "history_policy": {"n": 51}},
        {"name": "x", "history_policy": {"mode": "everything", "n": 20}},
        {"name": "x", "tool_policy": {"mode": "union"}},
        {"name": "x", "surprise": 1},
    ],
)
def test_what_a_profile_cannot_be_is_refused(wrong):
    with pytest.raises(ValidationError):
        ExecutionProfile.model_validate(wrong)


async def test_tools_are_declared_and_allowed_by_profile_and_system():
    model = Model(HI)
    async with open_desk(
        provider=model,
        profiles={**SHIPPED, READS.name: READS},
        system_tools=frozenset({"get_market_price", "get_balance"}),
    ) as desk:
        anna = desk.person()
        await desk.desk.parts.records.commit(chosen("owner", READS.name))
        await anna.say("hi")
        assert model.asked[0].context.tools == frozenset({"get_market_price"})


async def test_a_tool_outside_the_profile_is_refused_on_record_and_never_runs():
    bad = plan(call("s1", "get_balance"), respond(show=["s1"]))
    model = Model(bad, bad)
    async with open_desk(provider=model, profiles={**SHIPPED, READS.name: READS}) as desk:
        anna = desk.person()
        await desk.desk.parts.records.commit(chosen("owner", READS.name))
        messages = await anna.say("my balance")
        assert "10,000" not in str(messages)
        rows = await desk.rows(AuditEntry, event="tool_refused")
        assert {(row.tool, row.reason, row.account_id) for row in rows} == {
            ("get_balance", "not_in_allow_list", "owner")
        }


async def test_the_window_is_as_long_as_the_account_chose():
    for n in (0, 25, 3):
        model = Model(*[HI] * 40)
        async with open_desk(provider=model) as desk:
            anna, bob = desk.person(), await desk.somebody("bob")
            await desk.desk.parts.records.commit(chosen("owner", n=n))
            for number in range(30):
                await anna.say(f"message number {number}")
            said = [item.text for item in model.asked[-1].messages if item.role == "user"]
            assert len(said) == (n or 20)
            assert "message number 29" in said[-1]
            await bob.say("hello there")
            assert desk.desk.parts.profiles["chat_default"].history_policy.n == 20


async def test_every_message_says_who_made_it_and_under_which_profile():
    async with open_desk(profiles={**SHIPPED, READS.name: READS}) as desk:
        anna = desk.person()
        await anna.say("btc price")
        await desk.desk.parts.records.commit(chosen("owner", READS.name))
        await anna.say("eth price")
        rows = await desk.rows(MessageRow)
        assert [row.execution_profile_name for row in rows] == [
            *["chat_default"] * 2,
            *["reads_only"] * 2,
        ]
        assert {(row.origin, row.executor, row.hidden_from_user) for row in rows} == {
            ("chat", "worker", False)
        }


async def test_a_hidden_message_is_never_shown_and_always_auditable_I10():
    async with open_desk() as desk:
        anna, bob = desk.person(), await desk.somebody("bob")
        await anna.say("btc price")
        (first, *_) = await desk.rows(MessageRow, account_id="owner")
        assert isinstance(first, MessageRow)
        for account in ("owner", bob.account.id):
            hidden = MessageRow(
                **{
                    name: getattr(first, name)
                    for name in MessageRow.__dataclass_fields__
                    if name not in ("id", "account_id", "hidden_from_user", "text", "executor")
                },
                id=desk.ids.new(),
                account_id=account,
                hidden_from_user=True,
                executor="memory",
                text=f"kept quietly for {account}",
            )
            await desk.desk.parts.records.commit(Insert(record=hidden))
        assistant = desk.desk.assistant
        assert "kept quietly" not in str(await anna.history())
        assert "kept quietly for owner" in str(await assistant.history(anna.account, audit=True))
        assert "kept quietly" not in str(await assistant.history(bob.account, audit=True))


async def test_a_profile_that_is_gone_leaves_the_default():
    model = Model(HI)
    async with open_desk(provider=model) as desk:
        await desk.desk.parts.records.commit(chosen("owner", "no_longer_there", n=5))
        await desk.person().say("hi")
        assert "get_balance" in model.asked[0].context.tools


async def test_a_profile_with_a_model_of_its_own_asks_that_model():
    usual, own = Model(HI), Model(HI)
    mine = CHAT_DEFAULT.model_copy(update={"name": "mine", "history_policy": HistoryPolicy(n=7)})
    async with open_desk(
        provider=usual, models={"mine": own}, profiles={**SHIPPED, "mine": mine}
    ) as desk:
        await desk.desk.parts.records.commit(chosen("owner", "mine"))
        await desk.person().say("hi")
        assert (len(usual.asked), len(own.asked)) == (0, 1)
