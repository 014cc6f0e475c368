"""Who may use which tool, and where; and what is kept of a refusal."""

import pytest

from core.domain.masking import MASK, masked, masked_text
from core.errors import ModelMistake
from core.tools.policy import Refusal, audit_refusal, check, effective
from tests.behaviour.tool_desk import ToolDesk

OF_MARKETS = {
    "get_chart",
    "get_kline",
    "get_market_price",
    "get_market_snapshot",
    "search_stock",
}
READS = OF_MARKETS | {
    "get_watchlist",
    "get_balance",
    "get_positions",
    "get_trade_history",
    "get_performance",
    "get_preferences",
    "get_exchange_configs",
    "get_limits",
    "get_model_configs",
    # They have an action that only reads.
    "manage_exchange_config",
    "manage_model_config",
    "get_memories",
    "manage_order",
}
ALL = (
    READS
    | {"execute_trade", "manage_preferences", "memory_write", "memory_forget"}
    | {"close_everything", "manage_limits", "manage_watchlist"}
)
OF_THE_OWNER = {"get_audit"}
ORDER = {"action": "buy", "symbol": "BTC", "amount": {"value": "50", "unit": "quote"}}


@pytest.fixture(scope="module")
def registry():
    return ToolDesk().registry


def tools(registry, *, profile=None, system=None, role="trader", private=True):
    return effective(registry, profile, system, role, private)


def refusal(registry, name, arguments, *, role="trader", private=True, system=None):
    allowed = effective(registry, None, system, role, private)
    refused = check(
        registry, name, allowed=allowed, role=role, private=private, arguments=arguments
    )
    return refused.reason if refused else None


def test_a_trader_in_private_may_use_what_is_declared(registry):
    assert tools(registry) == ALL
    assert tools(registry, role="owner") == ALL | OF_THE_OWNER


def test_both_allow_lists_must_name_a_tool(registry):
    prices, orders = frozenset({"get_market_price"}), frozenset({"execute_trade"})
    assert tools(registry, profile=prices) == prices
    assert tools(registry, system=prices) == prices
    assert tools(registry, profile=prices | orders, system=orders) == orders
    assert tools(registry, profile=frozenset()) == frozenset()


def test_an_allow_list_adds_nothing_that_is_not_declared(registry):
    assert tools(registry, profile=frozenset({"get_positions", "rm"})) == {"get_positions"}


def test_a_viewer_only_reads(registry):
    assert tools(registry, role="viewer") == READS


@pytest.mark.parametrize("role", ["owner", "trader", "viewer"])
def test_in_a_group_there_is_only_what_is_nobodys_own(registry, role):
    assert tools(registry, role=role, private=False) == OF_MARKETS


def test_a_call_is_judged_again_when_it_runs(registry):
    assert refusal(registry, "execute_trade", ORDER) is None
    assert refusal(registry, "execute_trade", ORDER, role="viewer") == "role"
    assert refusal(registry, "execute_trade", ORDER, private=False) == "group"
    assert refusal(registry, "get_balance", {}, private=False) == "group"
    assert refusal(registry, "get_balance", {}, role="viewer") is None
    assert refusal(registry, "rm", {}) == "unknown_tool"
    for role, reason in (("owner", None), ("trader", "owner"), ("viewer", "owner")):
        assert refusal(registry, "get_audit", {}, role=role) == reason
    only_prices = frozenset({"get_market_price"})
    assert refusal(registry, "execute_trade", ORDER, system=only_prices) == "not_in_allow_list"


def test_arguments_that_do_not_fit_are_a_mistake_and_no_refusal(registry):
    assert refusal(registry, "execute_trade", {"action": "steal"}) is None
    assert refusal(registry, "execute_trade", {"action": "steal"}, role="viewer") is not None


def test_a_refusal_is_kept_with_who_where_what_and_why():
    desk = ToolDesk()
    entry = audit_refusal("entry", desk.context(), "execute_trade", ORDER, "role")
    assert (entry.id, entry.account_id, entry.conversation_id, entry.run_id) == (
        "entry",
        "anna",
        "web:1::anna",
        "run",
    )
    assert (entry.event, entry.tool, entry.reason) == ("tool_refused", "execute_trade", "role")
    assert entry.detail == {"arguments": ORDER}
    assert entry.created_at == desk.clock.now()


def test_no_secret_of_a_refused_call_is_kept():
    secrets = {
        "api_key": "short",
        "note": "my key is sk-abcdefghijklmnop1234 please",
        "text": "token 123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
        "nested": [{"passphrase": "hunter2", "x": "0x" + "ab12" * 16}],
        "long": "word " * 100,
    }
    entry = audit_refusal("entry", ToolDesk().context(), "tool", secrets, "role")
    kept = str(entry.detail)
    for secret in ("short", "abcdefghijklmnop", "AAHdq", "hunter2", "ab12ab12"):
        assert secret not in kept
    assert "my key is" in kept
    assert "(500 characters)" in kept


@pytest.mark.parametrize(
    "text",
    ["BTC/USDT:USDT", "Asia/Shanghai", "open long 0.001 BTC of BTC/USDT:USDT 10x",
     "2026-03-02T09:30:00Z", "likes short answers, thirty words at the most"],
)  # fmt: skip
def test_ordinary_words_are_left_as_they_are(text):
    assert masked_text(text) == text
    assert masked({"value": text, "number": 5, "nothing": None}) == {
        "value": text,
        "number": 5,
        "nothing": None,
    }


def test_a_masked_text_keeps_its_place():
    assert masked_text("a sk-abcdefghijklmnop1234 b") == f"a {MASK} b"


async def test_a_mistake_does_not_repeat_what_was_given():
    """A validation error goes to a model and into logs; what was passed may hold a secret."""
    with pytest.raises(ModelMistake) as caught:
        await ToolDesk().draft("buy", "sk-live-1234", "quote")
    assert "sk-live" not in str(caught.value)


@pytest.mark.parametrize("kind", ["equity", "calendar", "allocation", "card"])
def test_in_a_group_only_a_markets_chart_is_drawn(registry, kind):
    def refused(arguments):
        return check(
            registry,
            "get_chart",
            allowed=frozenset({"get_chart"}),
            role="owner",
            private=False,
            arguments=arguments,
        )

    assert refused({"symbol": "btc"}) is None
    assert refused({"kind": kind}) == Refusal(tool="get_chart", reason="group")
