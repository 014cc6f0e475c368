"""Profiles from a file: what is set is used, what is wrong is named."""

import json

import pytest

from config.profiles import load_profiles
from core.domain.profiles import CHAT_DEFAULT, SHIPPED
from core.errors import SetupError

QWEN = {
    "name": "qwen_chat",
    "executor": "worker",
    "model": {"name": "openai:qwen3.5-30b-a3b", "thinking": False},
    "history_policy": {
        "mode": "last_n_user_messages",
        "n": 25,
        "include_current_user_message": True,
    },
    "tool_policy": {"mode": "intersection", "allowlist": ["get_market_price"]},
    "enable_router": True,
}


def written(tmp_path, content):
    path = tmp_path / "profiles.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_without_a_file_the_shipped_ones_are_there():
    assert load_profiles(None) == SHIPPED
    assert set(SHIPPED) == {"chat_default", "automation_memory_default"}


def test_a_file_adds_profiles_and_an_old_router_field_changes_nothing(tmp_path):
    profiles = load_profiles(written(tmp_path, [QWEN]))
    assert set(profiles) == {"qwen_chat", *SHIPPED}
    one = profiles["qwen_chat"]
    assert (one.model.name, one.history_policy.n) == ("openai:qwen3.5-30b-a3b", 25)
    assert one.tool_policy.allowlist == frozenset({"get_market_price"})


def test_a_shipped_profile_can_be_replaced(tmp_path):
    profiles = load_profiles(
        written(tmp_path, [{"name": "chat_default", "history_policy": {"n": 25}}])
    )
    assert profiles["chat_default"].history_policy.n == 25
    assert CHAT_DEFAULT.history_policy.n == 20


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("{", "is no JSON"),
        ({"name": "x"}, "the file"),
        ([{"name": "x", "executor": "router"}], "0.executor"),
        ([{"name": "x"}, {"name": "y", "history_policy": {"n": 99}}], "1.history_policy.n"),
        ([{"name": "x"}, {"name": "x"}], "two profiles called 'x'"),
        ([{"name": "chat_default", "executor": "memory"}], "a name of its own"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, content, named):
    with pytest.raises(SetupError, match="BELLWETHER_PROFILES") as caught:
        load_profiles(written(tmp_path, content))
    assert named in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(SetupError, match=r"nowhere\.json cannot be read"):
        load_profiles(tmp_path / "nowhere.json")
