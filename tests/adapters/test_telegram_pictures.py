"""Pictures on Telegram: a photo with its words, and the words in any case."""

import base64

import pytest

from core.domain.outbound import Choice, ImageBlock, TextBlock
from core.domain.records import Insert, Picture
from tests.adapters.telegram_desk import chatting
from tests.adapters.telegram_outbox import Outbox
from tests.doubles.pictures import png
from tests.doubles.telegram import FakeTelegram, Fault

REPEAT = "You may have received this already"


@pytest.fixture
async def fake():
    async with FakeTelegram() as fake:
        yield fake


@pytest.fixture
async def tg(fake):
    async with chatting(fake) as tg:
        yield tg


@pytest.fixture
def outbox(tg):
    return Outbox(tg)


async def picture(tg, alt="What it shows.", data=None) -> ImageBlock:
    """A picture that was drawn for the person."""
    row = Picture(
        id=tg.desk.ids.new(),
        account_id="owner",
        conversation_id="telegram:1::1",
        mime="image/png",
        data=base64.b64encode(data or png()).decode(),
        alt=alt,
        created_at=tg.desk.clock.now(),
    )
    await tg.desk.desk.parts.records.commit(Insert(record=row))
    return ImageBlock(id=row.id, alt=alt)


def shown(tg) -> list[tuple[bool, str]]:
    """What is in the chat: whether it is a photo, and its words."""
    return [("photo" in message.media, message.text) for message in tg.fake.sent(tg.chat)]


async def test_a_chart_asked_for_in_words_comes_as_one_photo(tg):
    message = await tg.say("/chart btc 4h", "BTC/USDT · 4h")
    await tg.quiet()
    assert "photo" in message.media
    assert "PAPER · SIMULATED" in message.text
    assert "candles of BTC/USDT" in message.text
    # The placeholder is gone: nothing else is left of the turn.
    assert [is_photo for is_photo, _ in shown(tg)] == [True]


async def test_words_that_a_caption_cannot_hold_are_a_message_of_their_own(tg, outbox):
    image = await picture(tg)
    words = "A line of words.\n" * 80
    opened = await outbox.post(tg.chat, "placeholder")
    blocks = (image, TextBlock(text=words))
    answer = await outbox.post(tg.chat, "answer", target=opened.message_id, blocks=blocks)
    row = await outbox.settled(answer)
    (is_photo, first), (then_photo, caption) = shown(tg)
    assert (is_photo, first) == (False, words.strip())
    assert (then_photo, caption) == (True, "What it shows.")
    assert len(row.platform_message_id.split(",")) == 2


async def test_I12_a_photo_that_is_refused_leaves_its_words(tg, outbox):
    image = await picture(tg)
    tg.fake.fault("sendPhoto", Fault.error(400, "Bad Request: PHOTO_INVALID_DIMENSIONS"))
    blocks = (image, TextBlock(text="BTC at 95,000"))
    await outbox.settled(await outbox.post(tg.chat, "message", blocks=blocks))
    assert shown(tg) == [(False, "BTC at 95,000\n\nWhat it shows.")]


async def test_a_picture_that_is_no_more_leaves_its_words(tg, outbox):
    image = ImageBlock(id="gone", alt="What it showed.")
    await outbox.settled(await outbox.post(tg.chat, "message", blocks=(image, image)))
    assert shown(tg) == [(False, "[picture: What it showed.]")] * 2


async def test_the_longest_alt_is_cut_to_what_a_caption_holds(tg, outbox):
    image = await picture(tg, alt="😀" * 900)
    await outbox.settled(await outbox.post(tg.chat, "message", blocks=(image,)))
    ((is_photo, caption),) = shown(tg)
    assert is_photo
    assert caption.endswith("…")


async def test_a_photo_in_doubt_is_sent_again_with_a_label(tg, outbox):
    image = await picture(tg)
    tg.fake.fault("sendPhoto", Fault.drop())
    blocks = (image, TextBlock(text="BTC at 95,000"))
    row = await outbox.post(tg.chat, "message", blocks=blocks)
    await outbox.wait_out(row)
    assert REPEAT in shown(tg)[-1][1]
    assert shown(tg)[-1][0]


async def test_a_question_with_a_picture_is_closed_on_its_words(tg, outbox):
    image = await picture(tg)
    asked = await outbox.post(
        tg.chat,
        "message",
        blocks=(image, TextBlock(text="Shall I?")),
        question_id="q",
        choices=(Choice(id="confirm", label="Yes"),),
    )
    await outbox.settled(asked)
    assert [is_photo for is_photo, _ in shown(tg)] == [True, False]
    assert tg.fake.sent(tg.chat)[1].labels == ["Yes"]
    closed = await outbox.post(tg.chat, "close", target=asked.message_id, text="Done.")
    await outbox.settled(closed)
    photo, words = tg.fake.sent(tg.chat)
    assert ("photo" in photo.media, words.text, words.labels) == (True, "Shall I?\n\nDone.", [])
