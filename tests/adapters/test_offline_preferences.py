"""The offline planner on lasting wishes."""

import pytest

from core.domain.references import Reference
from core.views.words import say
from tests.adapters.offline_talk import calls, plan, question
from tests.clocks import START


def kept(key, value, action="update"):
    return [("manage_preferences", {"action": action, "key": key, "value": value})]


def forgotten(key, match=""):
    arguments = {"action": "delete", "key": key}
    return [("manage_preferences", {**arguments, "match": match} if match else arguments)]


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("my language is chinese", "language", "zh"),
        ("please speak English", "language", "en"),
        ("switch to chinese please", "language", "zh"),
        ("set language to french", "language", "french"),
        ("用英文回答", "language", "en"),
        ("我的语言是中文", "language", "zh"),
        ("set my timezone to Asia/Kolkata", "timezone", "Asia/Kolkata"),
        ("set my time zone to asia/kolkata", "timezone", "Asia/Kolkata"),
        ("my timezone is kolkata", "timezone", "Asia/Kolkata"),
        ("My timezone is New York time.", "timezone", "America/New_York"),
        ("时区设为上海", "timezone", "Asia/Shanghai"),
        ("设置时区 Asia/Tokyo", "timezone", "Asia/Tokyo"),
        ("set my timezone to Atlantis", "timezone", "Atlantis"),
        ("quiet hours 22:00-07:00", "quiet_hours", "22:00-07:00"),
        ("set my quiet hours from 10pm to 7am", "quiet_hours", "22:00-07:00"),
        ("quiet hours 12am until 12pm", "quiet_hours", "00:00-12:00"),
        ("免打扰 22:00-7:30", "quiet_hours", "22:00-07:30"),
        ("red is up", "colours", "red_up"),
        ("红涨绿跌", "colours", "red_up"),
        ("绿涨红跌", "colours", "green_up"),
        ("keep your answers short", "style", "short"),
        ("be more detailed", "style", "detailed"),
        ("回答简短一点", "style", "简短"),
        ("my style is short and dry", "style", "short and dry"),
    ],
)
async def test_a_setting(text, key, value):
    assert await calls(text) == kept(key, value)
    assert (await plan(text)).intent == "memory_write"


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("remember that I like small sizes", "note", "I like small sizes"),
        ("Remember: never more than 2x on DOGE", "note", "never more than 2x on DOGE"),
        ("记住我喜欢小仓位", "note", "我喜欢小仓位"),
        ("note: I am Bo's brother", "note", "I am Bo's brother"),
        ("call me Bo", "note", "call me Bo"),
        ("以后叫我小王", "note", "以后叫我小王"),
        ("nickname moon = SOL/USDT", "nickname", "moon = SOL/USDT"),
        ("when I say moon, I mean sol", "nickname", "moon = sol"),
        ("add SOL/USDT to my favourites", "favourites", "SOL"),
        ("把 SOL/USDT 加入收藏", "favourites", "SOL"),
        ("add foocoin to my favorites", "favourites", "foocoin"),
    ],
)
async def test_something_more_to_keep(text, key, value):
    assert await calls(text) == kept(key, value, "add")


async def test_several_favourites_are_kept_one_by_one():
    assert await calls("my favourite coins are btc and eth") == [
        *kept("favourites", "BTC", "add"),
        *kept("favourites", "ETH", "add"),
    ]


async def test_a_note_is_never_an_order():
    assert await calls("remember to buy 50 usdt of btc") == kept(
        "note", "to buy 50 usdt of btc", "add"
    )


async def test_a_long_note_reaches_the_tool_whole():
    note = "small sizes, " * 60
    assert await calls(f"remember that {note}") == kept("note", note.strip(), "add")


@pytest.mark.parametrize(
    "text",
    [
        "my preferences",
        "show my settings",
        "我的偏好",
        "我的收藏",
        "what is my time zone?",
        "我的时区是什么",
    ],
)
async def test_what_is_kept_is_shown(text):
    assert await calls(text) == [("get_preferences", {})]


@pytest.mark.parametrize(
    ("text", "key", "match"),
    [
        ("delete my note: I like small sizes", "note", "I like small sizes"),
        ("forget my timezone", "timezone", ""),
        ("reset my language", "language", ""),
        ("删除我的时区", "timezone", ""),
        ("remove btc from my favourites", "favourites", "BTC"),
        ("把BTC从收藏中删除", "favourites", "BTC"),
        ("forget the nickname moon", "nickname", "moon"),
    ],
)
async def test_what_was_kept_is_forgotten(text, key, match):
    assert await calls(text) == forgotten(key, match)
    assert (await plan(text)).intent == "memory_forget"


@pytest.mark.parametrize(
    "text",
    [
        "what do you remember about me?",
        "what do you know about me",
        "show me your memories",
        "你记得我什么",
        "你知道我什么事",
    ],
)
async def test_what_is_remembered_is_shown(text):
    assert await calls(text) == [("get_memories", {})]


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("forget that", {}),
        ("忘了它", {}),
        ("forget that I like small sizes", {"match": "I like small sizes"}),
        ("forget about memecoins", {"match": "memecoins"}),
        ("忘掉我喜欢小仓位", {"match": "我喜欢小仓位"}),
    ],
)
async def test_what_is_remembered_is_forgotten(text, arguments):
    assert await calls(text) == [("memory_forget", arguments)]
    assert (await plan(text)).intent == "memory_forget"


@pytest.mark.parametrize("text", ["forget the second one", "delete the second one", "忘掉第二条"])
async def test_one_of_the_memories_shown_is_forgotten_by_its_place(text):
    second = Reference(kind="memory", id="anna:language", name="en", at=START)
    assert await calls(text, meant=(second,)) == [("memory_forget", {"id": "anna:language"})]


async def test_the_second_of_another_list_is_no_memory():
    held = Reference(kind="position", id="BTC/USDT", name="BTC/USDT", at=START)
    assert (await question("delete the second one", meant=(held,)))[0] == "request"


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_what_the_tools_suggest_is_understood(lang):
    delete = say(lang, "preference_delete", value="small sizes")
    assert await calls(delete, lang) == forgotten("note", "small sizes")
    forget = say(lang, "memory_forget_request", value="small sizes")
    assert await calls(forget, lang) == [("memory_forget", {"match": "small sizes"})]
    setting = say(lang, "memory_forget_setting", name=say(lang, "pref_timezone"))
    assert await calls(setting, lang) == forgotten("timezone")
    favourite = say(lang, "suggest_favourite", symbol="SOL/USDT")
    assert await calls(favourite, lang) == kept("favourites", "SOL", "add")


@pytest.mark.parametrize("text", ["language", "时区", "set my time zone", "forget"])
async def test_a_wish_without_a_value_is_not_guessed(text):
    assert (await question(text))[0] == "request"
