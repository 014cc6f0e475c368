"""What is known of a model by its name: its vendor, how it thinks, what it costs."""

import pytest

from adapters.llm.openai.models import cost, family, thinking, vendor
from adapters.llm.prices import Usage
from tests.adapters.openai_calls import TERRA, calling


@pytest.mark.parametrize(
    ("model", "host", "of"),
    [
        ("gpt-6-luna", "api.openai.com", "openai"),
        ("gpt-oss-20b", "127.0.0.1", "openai"),
        ("qwen3.5-flash", "dashscope-intl.aliyuncs.com", "dashscope"),
        ("Qwen/Qwen3.5-30B-A3B", "127.0.0.1", "qwen"),
        ("deepseek-flash", "api.deepseek.com", "switch"),
        ("moonshotai/kimi-k2.5", "openrouter.ai", "switch"),
        ("mistral-large-4", "api.mistral.ai", "other"),
    ],
)
def test_the_vendor_is_known_by_model_and_host(model, host, of):
    assert vendor(model, host) == of


def test_nothing_special_is_sent_to_a_stranger():
    assert thinking("mistral-large-4", "other", wanted=True, tools=False).fields == {}
    assert thinking("gpt-5.3-chat-latest", "openai", wanted=False, tools=True).fields == {}


@pytest.mark.parametrize(
    ("model", "usage", "price"),
    [
        ("gpt-6.1-terra", Usage(272_000, 0, 0, 0), "0.272"),
        ("gpt-6.1-terra", Usage(272_001, 0, 0, 0), None),
        ("gpt-6.1-sol-2026-09-29", Usage(100_000, 0, 100_000, 10_000), "0.31"),
        ("openai/gpt-6-luna", Usage(0, 100_000, 0, 0), "0.0125"),
        ("deepseek-flash", Usage(1, 0, 1, 1), None),
    ],
)
def test_a_call_costs_what_the_price_list_says_or_an_unknown_amount(model, usage, price):
    assert cost(model, usage) == price


def test_a_model_is_known_by_its_family():
    assert family("openai/GPT-5.5-2026-04-23") == "gpt-5.5"


async def test_it_is_called_by_its_model():
    async with calling() as (_, provider):
        assert provider.name == f"openai:{TERRA}"
