"""The offline planner sets up exchange accounts and models, and moves made-up money."""

import pytest

from core.domain.references import Reference, References
from core.views.words import WORDS, say
from tests.adapters.offline_talk import calls
from tests.clocks import START

EXCHANGE, MODEL = "manage_exchange_config", "manage_model_config"


def named(kind, name):
    thing = Reference(kind=kind, id="1", name=name, at=START)
    return References(current=(thing,))


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("list my exchanges", "get_exchange_configs"),
        ("show my exchange accounts", "get_exchange_configs"),
        ("which exchanges do I have?", "get_exchange_configs"),
        ("列出我的交易所", "get_exchange_configs"),
        ("我的交易所账户有哪些？", "get_exchange_configs"),
        ("list my models", "get_model_configs"),
        ("which model do i use", "get_model_configs"),
        ("查看我的模型", "get_model_configs"),
    ],
)
async def test_what_there_is_is_listed(text, tool):
    assert await calls(text) == [(tool, {})]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("connect my binance account", {"exchange": "binance"}),
        ("please add binance", {"exchange": "binance"}),
        ("add exchange", {}),
        ("add an exchange account called Main one", {"name": "Main one"}),
        ("connect okx testnet called Spiel", {"exchange": "okx", "testnet": True, "name": "Spiel"}),
        ("添加交易所", {}),
        ("绑定币安账户", {"exchange": "binance"}),
        ("连接我的 OKX 账户", {"exchange": "okx"}),
        ("添加欧易测试网账户，叫小号", {"exchange": "okx", "testnet": True, "name": "小号"}),
    ],
)
async def test_an_exchange_is_connected(text, arguments):
    assert await calls(text) == [(EXCHANGE, {"action": "create", **arguments})]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("reset paper account to 5000", {"action": "reset", "amount": "5000"}),
        ("reset my paper account", {"action": "reset"}),
        ("重置模拟账户为 5000", {"action": "reset", "amount": "5000"}),
        ("把模拟盘重置", {"action": "reset"}),
        ("给模拟账户充值 1000", {"action": "deposit", "amount": "1000"}),
        ("deposit 1000 usdt to my paper account", {"action": "deposit", "amount": "1000"}),
        ("top up paper with 2.5k", {"action": "deposit", "amount": "2500"}),
        ("给模拟账户加两万", {"action": "deposit", "amount": "20000"}),
        ("withdraw 300 from paper", {"action": "withdraw", "amount": "300"}),
        ("从模拟账户取出 300u", {"action": "withdraw", "amount": "300"}),
    ],
)
async def test_made_up_money_is_moved(text, arguments):
    assert await calls(text) == [(EXCHANGE, arguments)]


@pytest.mark.parametrize(
    "text",
    [
        "deposit some to my paper account",
        "deposit 1,000 to paper",
        "deposit 1 btc to paper",
        "deposit 50% to paper",
        "deposit 1000 to my account",
        "deposit 1000",
        "withdraw 100",
        "reset everything",
        "delete the first one",
        "delete bitcoin",
        "delete everything",
        "connect my bank",
        "disable alerts",
        "don't connect my binance account",
        "should I connect my binance account?",
        "rename my cat to Bob",
    ],
)
async def test_what_is_not_certain_changes_nothing(text):
    assert [tool for tool, _ in await calls(text) if tool in (EXCHANGE, MODEL)] == []


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("set binance as default", {"action": "update", "config": "binance", "default": True}),
        ("make paper my default account", {"action": "update", "config": "paper", "default": True}),
        ("把币安设为默认", {"action": "update", "config": "binance", "default": True}),
        ("delete my okx testnet", {"action": "delete", "config": "okx testnet"}),
        ("delete the exchange account “Main one”", {"action": "delete", "config": "Main one"}),
        ("delete my exchange account", {"action": "delete"}),
        ("删除交易所账户“主账户”", {"action": "delete", "config": "主账户"}),
        ("disable my bybit account", {"action": "update", "config": "bybit", "enabled": False}),
        ("启用币安", {"action": "update", "config": "binance", "enabled": True}),
        ("rename paper to Übung", {"action": "update", "config": "paper", "name": "Übung"}),
        ("把模拟账户改名为练习", {"action": "update", "config": "paper", "name": "练习"}),
        ("new keys for binance", {"action": "update", "config": "binance", "new_keys": True}),
        ("test my binance connection", {"action": "test", "config": "binance"}),
    ],
)
async def test_an_exchange_account_is_changed(text, arguments):
    assert await calls(text) == [(EXCHANGE, arguments)]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("add a deepseek model", {"action": "create", "provider": "deepseek"}),
        ("add a model", {"action": "create"}),
        (
            "connect my claude model called mine",
            {"action": "create", "provider": "anthropic", "name": "mine"},
        ),
        (
            "add the model qwen3 at https://llm.example.com/v1",
            {"action": "create", "model": "qwen3", "base_url": "https://llm.example.com/v1"},
        ),
        ("添加 deepseek 模型", {"action": "create", "provider": "deepseek"}),
        ("添加模型", {"action": "create"}),
        ("use the desk's model", {"action": "update", "config": "desk", "default": True}),
        ("使用系统模型", {"action": "update", "config": "desk", "default": True}),
        ("use model mine", {"action": "update", "config": "mine", "default": True}),
        ("delete the model “mine”", {"action": "delete", "config": "mine"}),
        ("test the model “mine”", {"action": "test", "config": "mine"}),
        ("删除模型“我的”", {"action": "delete", "config": "我的"}),
    ],
)
async def test_a_model_is_set_up(text, arguments):
    assert await calls(text) == [(MODEL, arguments)]


@pytest.mark.parametrize(
    ("kind", "tool", "fields"),
    [
        ("exchange", EXCHANGE, {"new_keys": True}),
        ("model", MODEL, {"new_key": True}),
    ],
)
async def test_a_thing_that_is_called_by_its_name_alone_is_found(kind, tool, fields):
    known = named(kind, "Big One")
    assert await calls("delete big one", references=known) == [
        (tool, {"action": "delete", "config": "big one"})
    ]
    assert await calls("new keys for big one", references=known) == [
        (tool, {"action": "update", "config": "big one", **fields})
    ]


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_every_request_that_a_button_makes_is_understood(lang):
    """Whole requests that the configuration tools offer as buttons."""
    kinds = {"exchange": EXCHANGE, "model": MODEL}
    for kind, tool in kinds.items():
        noun = say(lang, f"reference_{kind}")
        for key in ("config_delete_request", "config_test_request"):
            [(used, arguments)] = await calls(say(lang, key, kind=noun, name="Nr. 1"), lang)
            assert (used, arguments["config"]) == (tool, "Nr. 1")
    for title in ("Binance", "OKX", "Hyperliquid"):
        [(used, arguments)] = await calls(say(lang, "exchange_add_request", venue=title), lang)
        assert (used, arguments["exchange"]) == (EXCHANGE, title.lower())
    for provider in ("anthropic", "openai", "deepseek", "qwen", "kimi"):
        [(used, arguments)] = await calls(say(lang, "model_add_request", provider=provider), lang)
        assert (used, arguments["provider"]) == (MODEL, provider)
    [(used, arguments)] = await calls(say(lang, "exchange_leave_request", name="Nr. 1"), lang)
    assert arguments == {"action": "delete", "config": "Nr. 1", "leave_open": True}


async def test_what_the_words_of_an_error_tell_one_to_say_is_understood():
    for key in ("model_key_needed", "exchange_keys_needed"):
        for lang in ("en", "zh"):
            assert "{name}" in WORDS[key][lang]
    known = named("exchange", "main")
    assert (await calls("new keys for main", references=known))[0][0] == EXCHANGE
    assert (await calls("给 main 换密钥", references=known))[0][0] == EXCHANGE
