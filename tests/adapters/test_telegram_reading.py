"""What an update means, read from the update alone."""

from typing import Any

import pytest
from telegram import Update

from adapters.chat.telegram.inbound import Faceless, Heard, Me, Moved, Pressed, read
from core.domain.conversation import ConversationKey, Press, Text
from tests.clocks import START
from tests.doubles.telegram import FakeTelegram

ME = Me(id=123456789, username="bellwether_bot")


@pytest.fixture
def fake():
    """Not started: it only writes updates as Telegram does."""
    return FakeTelegram()


def meaning(update, **changes) -> Any:
    """What the update says to us, after `changes` to its message or press."""
    raw = update if isinstance(update, dict) else update.json()
    for kind in raw.keys() & {"message", "callback_query"}:
        raw[kind].update(changes)
    return read(Update.de_json(raw, None), ME, START)


def text_of(heard) -> str:
    assert isinstance(heard, Heard)
    assert isinstance(heard.inbound.body, Text)
    return heard.inbound.body.text


def test_words_in_private(fake):
    ann = fake.user("Ann", language_code="zh-hant")
    heard = meaning(fake.push_text(ann, fake.private(ann), "btc price"))

    assert isinstance(heard, Heard)
    inbound = heard.inbound
    assert inbound.dedupe_key == f"telegram:{ann.id}:{heard.message_id}"
    assert inbound.conversation == ConversationKey(
        platform="telegram", chat=str(ann.id), person=str(ann.id)
    )
    assert inbound.body == Text(text="btc price", origin_message=str(heard.message_id))
    assert (inbound.received_at, inbound.display_name) == (START, "Ann")
    assert (inbound.lang, inbound.private) == ("zh", True)


@pytest.mark.parametrize(
    ("code", "lang"), [("en", "en"), ("de", "en"), ("zh", "zh"), ("zh-CN", "zh"), ("", None)]
)
def test_the_language_of_the_app(fake, code, lang):
    ann = fake.user("Ann", language_code=code)
    heard = meaning(fake.push_text(ann, fake.private(ann), "hi"))

    assert heard.inbound.lang == lang


def test_a_topic_is_a_conversation_of_its_own_and_a_thread_of_replies_is_not(fake):
    ann = fake.user("Ann")
    group = fake.supergroup("Desk", ann)
    forum = fake.supergroup("Forum", ann, forum=True)
    topic = fake.topic(forum, "Prices")
    in_topic = meaning(fake.push_text(ann, forum, "/price", topic=topic))
    in_thread = meaning(fake.push_text(ann, group, "/price"), message_thread_id=77)

    assert in_topic.inbound.conversation.thread == str(topic.id)
    assert in_thread.inbound.conversation.thread == ""


@pytest.mark.parametrize(
    ("said", "read_as"),
    [
        ("@bellwether_bot btc price", "btc price"),
        ("btc price, @BELLWETHER_BOT", "btc price"),
        ("buy @bellwether_bot 50 usdt", "buy 50 usdt"),
        ("@bellwether_bot", ""),
        ("@bellwether_bot，余额", "余额"),
        ("/price@bellwether_bot btc", "/price@bellwether_bot btc"),
        ("/price @bellwether_bot", "/price @bellwether_bot"),
    ],
)
def test_our_name_in_a_group(fake, said, read_as):
    ann = fake.user("Ann")

    assert text_of(meaning(fake.push_text(ann, fake.group("Desk", ann), said))) == read_as


def test_a_mention_by_name_and_one_below_a_picture_count_too(fake):
    ann = fake.user("Ann")
    group = fake.group("Desk", ann)
    named = {"type": "text_mention", "offset": 0, "length": 3, "user": fake.bot.json()}
    plain = fake.push_text(ann, group, "Bot btc price")
    assert text_of(meaning(plain, entities=[named])) == "Bot btc price"
    assert (
        text_of(meaning(fake.push_photo(ann, group, PNG, caption="@bellwether_bot btc"))) == "btc"
    )
    assert meaning(fake.push_photo(ann, group, PNG, caption="btc")) is None
    assert meaning(fake.push_photo(ann, group, PNG)) is None


def test_what_no_store_can_keep_is_replaced(fake):
    ann = fake.user("Ann")
    update = fake.push_text(ann, fake.private(ann), "hello")

    assert text_of(meaning(update, text="a\x00b\ud83dc")) == "a b\ufffdc"


def test_a_picture_of_an_album_names_its_album(fake):
    ann = fake.user("Ann")
    update = fake.push_photo(ann, fake.private(ann), PNG)
    heard = meaning(update, media_group_id="77")

    assert (heard.wordless, heard.album) == (True, "77")


def test_what_a_channel_forwards_into_its_group_is_nobodys_word(fake):
    ann = fake.user("Ann")
    update = fake.push_text(ann, fake.group("Desk", ann), "@bellwether_bot btc", anonymous=True)
    assert isinstance(meaning(update), Faceless)
    assert meaning(update, is_automatic_forward=True) is None


def test_a_group_that_moved(fake):
    ann = fake.user("Ann")
    group = fake.group("Desk", ann)
    new = fake.migrate(group, announce=False)
    left, entered = fake.announce_migration(group)

    assert meaning(left) == Moved(before=str(group.id), after=str(new.id))
    assert meaning(entered) is None


def test_a_press(fake):
    ann = fake.user("Ann")
    sent = fake.push_text(ann, fake.private(ann), "(stands for a card)").message
    press = fake.press_data(ann, sent, "w:q1:opt:2")
    pressed = meaning(press.update)

    assert isinstance(pressed, Pressed)
    assert pressed.press == Press(question_id="q1", choice="opt:2")
    assert pressed.inbound is not None
    assert pressed.inbound.dedupe_key == f"telegram:press:{press.id}"
    again = meaning(fake.resend(press))
    assert again.inbound.dedupe_key == pressed.inbound.dedupe_key


def test_a_press_on_a_message_that_telegram_no_longer_shows(fake):
    ann = fake.user("Ann")
    sent = fake.push_text(ann, fake.private(ann), "(stands for a card)").message
    sent.deleted = True
    pressed = meaning(fake.press_data(ann, sent, "w:q1:confirm").update)

    assert pressed.inbound.conversation.chat == str(ann.id)


def test_a_press_that_is_not_ours(fake):
    ann = fake.user("Ann")
    sent = fake.push_text(ann, fake.private(ann), "(stands for a card)").message
    foreign = meaning(fake.press_data(ann, sent, "vote_7").update)
    inline = fake.press_data(ann, sent, "w:q1:confirm").update.json()
    del inline["callback_query"]["message"]
    inline["callback_query"]["inline_message_id"] = "x"

    assert foreign == Pressed(query_id=foreign.query_id, lang="en")
    assert meaning(inline).press is None


def test_other_updates_mean_nothing_to_us(fake):
    ann = fake.user("Ann")
    message = fake.push_text(ann, fake.private(ann), "btc price").message
    assert meaning(fake.edit_text(message, "buy btc")) is None
    assert meaning(fake.push_text(ann, fake.channel("News"), "@bellwether_bot hi")) is None
    assert meaning(fake.block(ann)) is None


PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000a49444154789c6300010000050001"
    "0d0a2db40000000049454e44ae426082"
)
