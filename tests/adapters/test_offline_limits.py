"""Risk limits in plain words, without a model."""

import pytest

from tests.adapters.offline_talk import calls


@pytest.mark.parametrize(
    ("said", "limit", "value"),
    [
        ("set max leverage to 10", "max_leverage", "10"),
        ("Max leverage 10x", "max_leverage", "10"),
        ("daily loss limit 200 usdt", "daily_loss", "200"),
        ("lower my daily loss to 150.5", "daily_loss", "150.5"),
        ("max order size 1000", "max_notional", "1000"),
        ("max position 5000", "max_position", "5000"),
        ("max positions 3", "max_positions", "3"),
        ("max margin 50%", "max_margin_share", "50"),
        ("min reward/risk 2", "min_reward_risk", "2"),
        ("set my daily loss limit to none", "daily_loss", "none"),
        ("最大杠杆 10 倍", "max_leverage", "10"),
        ("把单日亏损上限设为 200", "daily_loss", "200"),
        ("单笔上限 1000", "max_notional", "1000"),
        ("保证金上限 50%", "max_margin_share", "50"),
    ],
)
async def test_a_limit_is_changed_to_the_value_that_was_written(said, limit, value):
    [step] = await calls(said)
    assert step == ("manage_limits", {"limit": limit, "value": value})


@pytest.mark.parametrize("said", ["my limits", "show my risk limits", "风险限额", "我的限额"])
async def test_limits_are_shown(said):
    assert await calls(said) == [("get_limits", {})]


@pytest.mark.parametrize(
    "said",
    [
        "leverage",
        "max leverage ten",
        "what if max leverage 10",
        "buy btc limit 50000",
        "set limit 5",
    ],
)
async def test_what_is_not_plainly_a_limit_changes_none(said):
    tools = [tool for tool, _ in await calls(said)]
    assert "manage_limits" not in tools
