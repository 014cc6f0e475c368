"""Which words may be a nickname: none that would turn an order or an answer into another one."""

import pytest

from core.domain.nicknames import may_stand_for
from core.domain.preferences import checked
from core.errors import PersonError

TAKEN = [
    ("50", "5000"),
    ("５０", "5000"),
    ("100 usdt", "1000 usdt"),
    ("一百", "一万"),
    ("buy", "sell"),
    ("Buy it", "sell it"),
    ("卖", "买"),
    ("买入", "卖出"),
    ("yes", "no"),
    ("confirm", "cancel"),
    ("确认", "取消"),
    ("retry", "buy BTC"),
    ("all", "half"),
    ("usdt", "BTC"),
    ("btc", "ETH"),
    ("$BTC", "ETH/USDT"),
    ("bitcoin", "ETH"),
    ("Bitcoin Cash", "BTC"),
    ("比特币", "ETH"),
    ("max", "ten"),
]
FREE = [
    ("moon", "SOL/USDT"),
    ("老虎", "激进"),
    ("main", "my main trader"),
    ("大饼", "BTC"),
    ("bitcoin", "BTC/USDT:USDT"),
    ("moon2", "SOL/USDT"),
    ("long term", "the BTC trend strategy"),
    ("老大", "ETH"),
]


@pytest.mark.parametrize(("name", "meaning"), TAKEN)
def test_a_word_of_orders_or_answers_is_no_nickname_for_something_else(name, meaning):
    assert not may_stand_for(name, meaning)
    with pytest.raises(PersonError, match="preference_nickname_taken"):
        checked("nickname", f"{name} = {meaning}")


@pytest.mark.parametrize(("name", "meaning"), FREE)
def test_any_other_word_may_be_one(name, meaning):
    assert checked("nickname", f"{name} = {meaning}") == f"{name} = {meaning}"
