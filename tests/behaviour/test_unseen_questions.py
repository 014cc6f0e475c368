"""Words that crossed with a question: they were sent before it was shown, and do not answer it."""

from decimal import Decimal

from core.domain.conversation import Text
from core.domain.records import FillRow, OutboxItem, Waiting
from tests.desk import open_desk

TELEGRAM = frozenset({"telegram"})


async def test_a_second_yes_that_crossed_with_a_fresh_card_places_nothing_I2() -> None:
    async with open_desk() as desk:
        ann = desk.person()
        await ann.say("buy 50 usdt of sol")
        await desk.market.move("SOL/USDT", Decimal(205))
        first = await desk.accept(ann.key, Text(text="yes"))
        second = await desk.accept(ann.key, Text(text="yes"))
        desk.clock.advance(1)
        assert "price has moved" in (await desk.finished(first.run_id)).messages[-1]["text"]
        assert "before this was shown" in (await desk.finished(second.run_id)).messages[-1]["text"]
        assert await desk.rows(FillRow) == []


async def test_a_yes_after_the_fresh_card_was_shown_places_it_once_I2() -> None:
    async with open_desk() as desk:
        ann = desk.person()
        await ann.say("buy 50 usdt of sol")
        await desk.market.move("SOL/USDT", Decimal(205))
        await ann.say("yes")
        await ann.say("yes")
        assert len(await desk.rows(FillRow)) == 1


async def test_on_telegram_a_card_counts_as_shown_when_it_was_delivered_I2() -> None:
    async with open_desk(pushed=TELEGRAM, owners=(("telegram", "1"),)) as desk:
        ann = desk.person("1", platform="telegram")
        await ann.accept("buy 50 usdt of btc")
        await desk.idle()
        await ann.accept("yes")
        await desk.idle()
        assert await desk.rows(FillRow) == []
        (card,) = await desk.rows(Waiting, status="open")
        (sent,) = await desk.rows(OutboxItem, message_id=card.message_id)
        assert sent.status == "new"
