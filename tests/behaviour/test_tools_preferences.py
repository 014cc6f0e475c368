"""What a person has kept for them: set, changed, read back, deleted."""

import string

import pytest

from core.domain.records import Preference, Query
from core.errors import ModelMistake, PersonError
from core.views.errors import error_text
from tests.behaviour.tool_desk import ToolDesk


@pytest.fixture
async def desk():
    return await ToolDesk().open()


async def change(desk, action, key, value=None, match=None, *, lang="en"):
    """What the person is told."""
    arguments = {"action": action, "key": key, "value": value, "match": match}
    return await desk.seen("manage_preferences", lang=lang, **arguments)


async def kept(desk):
    result = await desk.use("get_preferences")
    return [(one["key"], one["value"]) for one in result.data["preferences"]]


async def refused(desk, *how):
    with pytest.raises(PersonError) as caught:
        await change(desk, *how)
    return caught.value


@pytest.mark.parametrize(
    ("key", "said", "value"),
    [
        ("language", "Chinese", "zh"),
        ("language", "en", "en"),
        ("timezone", "asia/kolkata", "Asia/Kolkata"),
        ("timezone", "America/New York", "America/New_York"),
        ("style", "short answers", "short answers"),
        ("quiet_hours", "22:00 - 7:00", "22:00-07:00"),
        ("colours", "red up", "red_up"),
        ("favourites", "以太坊", "ETH/USDT"),
        ("nickname", "moon=SOL/USDT", "moon = SOL/USDT"),
        ("note", "  I hedge on Fridays. ", "I hedge on Fridays."),
    ],
)
async def test_a_wish_is_kept_in_its_exact_form_original_h_36(desk, key, said, value):
    await change(desk, "add", key, said)
    assert await kept(desk) == [(key, value)]


@pytest.mark.parametrize(
    ("key", "said", "expected"),
    [
        ("language", "Klingon", "en or zh"),
        ("timezone", "Mars/Olympus", "Asia/Shanghai"),
        ("timezone", "../../etc/passwd", "Asia/Shanghai"),
        ("timezone", "localtime", "Asia/Shanghai"),
        ("quiet_hours", "late", "22:00-07:00"),
        ("quiet_hours", "25:00-07:00", "22:00-07:00"),
        ("colours", "blue_up", "green_up or red_up"),
        ("nickname", "moon", "name = what it stands for"),
        ("favourites", "NOCOIN", "not traded here"),
        ("note", "x" * 501, "501 characters long; at most 500"),
        ("note", "  ", "What should be saved for note?"),
        ("note", None, "What should be saved for note?"),
    ],
)
async def test_what_is_not_valid_is_refused_with_what_would_be_original_h_37_original_h_39(
    desk, key, said, expected
):
    assert expected in error_text(await refused(desk, "add", key, said), "en")
    assert await kept(desk) == []


async def test_a_change_is_read_back_with_what_was_before(desk):
    assert await change(desk, "update", "timezone", "UTC") == "Saved: time zone UTC."
    assert (
        await change(desk, "add", "timezone", "Asia/Tokyo")
        == "Saved: time zone Asia/Tokyo (was UTC)."
    )
    assert await change(desk, "update", "timezone", "Asia/Tokyo") == (
        "Already so: time zone Asia/Tokyo."
    )
    assert await kept(desk) == [("timezone", "Asia/Tokyo")]
    assert await change(desk, "delete", "timezone", lang="zh") == "已删除：时区 Asia/Tokyo。"
    assert await kept(desk) == []


async def test_favourites_nicknames_and_notes_are_many_and_each_only_once(desk):
    for value in ("BTC", "ETH", "btc"):
        await change(desk, "add", "favourites", value)
    for value in ("moon = SOL/USDT", "Moon = BTC/USDT", "main = my main trader"):
        await change(desk, "add", "nickname", value)
    for value in ("one", "two", "one"):
        await change(desk, "add", "note", value)
    assert sorted(await kept(desk)) == [
        ("favourites", "BTC/USDT"),
        ("favourites", "ETH/USDT"),
        ("nickname", "Moon = BTC/USDT"),
        ("nickname", "main = my main trader"),
        ("note", "one"),
        ("note", "two"),
    ]


async def test_the_twenty_first_note_is_refused_and_says_what_to_delete_original_h_40(desk):
    for letter in string.ascii_lowercase[:20]:
        desk.clock.advance(1)
        await change(desk, "add", "note", f"note {letter}\nwith a further line")
    error = await refused(desk, "add", "note", "yet another")
    assert "20 notes are kept already. Delete one first; the oldest is: note a" in (
        error_text(error, "en")
    )
    assert [request for _, request in error.choices] == [
        f"delete my note: note {letter} with a further line" for letter in "abc"
    ]
    # What the button says works, and makes room.
    await change(desk, "delete", "note", None, "note a with a further line")
    await change(desk, "add", "note", "yet another")
    assert len(await kept(desk)) == 20


async def test_one_of_many_is_found_by_id_by_words_or_not_at_all_original_h_38(desk):
    for value in ("likes ETH", "likes BTC", "hates fees"):
        await change(desk, "add", "note", value)
    assert "Several match" in error_text(await refused(desk, "delete", "note", None, "likes"), "en")
    nothing = error_text(await refused(desk, "delete", "note", None, "xrp"), "en")
    assert "likes ETH, likes BTC, hates fees" in nothing
    assert await change(desk, "update", "note", "loves ETH", "likes eth") == (
        "Saved: note loves ETH (was likes ETH)."
    )
    row = next(
        one for one in await desk.records.find(Query(kind=Preference)) if one.value == "hates fees"
    )
    await change(desk, "delete", "note", None, row.id)
    assert [value for _, value in await kept(desk)] == ["loves ETH", "likes BTC"]


async def test_a_nickname_given_to_another_name_leaves_the_old_one_free(desk):
    await change(desk, "add", "nickname", "moon = SOL/USDT")
    await change(desk, "update", "nickname", "star = SOL/USDT", "moon")
    await change(desk, "add", "nickname", "moon = BTC/USDT")
    assert sorted(value for _, value in await kept(desk)) == ["moon = BTC/USDT", "star = SOL/USDT"]


async def test_two_at_once_of_what_there_is_one_of_do_not_both_stand(desk):
    tool = desk.registry.tools["manage_preferences"]
    args = [
        tool.arguments.model_validate({"action": "add", "key": "language", "value": value})
        for value in ("en", "zh")
    ]
    first, second = [await tool.run(one, desk.context()) for one in args]
    await desk.commit(*first.writes)
    assert not await desk.records.commit(*second.writes)


async def test_I10_a_persons_wishes_are_theirs(desk):
    await change(desk, "add", "note", "mine")
    theirs = desk.context(account=type(desk.anna)(**{**_fields(desk.anna), "id": "berta"}))
    tool = desk.registry.tools["get_preferences"]
    result = await tool.run(tool.arguments(), theirs)
    assert result.data["preferences"] == []
    manage = desk.registry.tools["manage_preferences"]
    args = manage.arguments.model_validate({"action": "delete", "key": "note", "match": "mine"})
    with pytest.raises(PersonError):
        await manage.run(args, theirs)


def _fields(account):
    return {name: getattr(account, name) for name in account.__slots__}


async def test_the_list_is_numbered_in_the_order_of_making(desk):
    assert await desk.seen("get_preferences") == "No preferences are saved."
    await change(desk, "add", "note", "first")
    desk.clock.advance(1)
    await change(desk, "add", "language", "en")
    seen = await desk.seen("get_preferences")
    assert seen.index("1. note") < seen.index("2. language")


@pytest.mark.parametrize("key", ["balance", "notes", ""])
async def test_a_key_that_is_not_known_is_a_mistake(desk, key):
    with pytest.raises(ModelMistake, match="key"):
        await change(desk, "add", key, "x")
