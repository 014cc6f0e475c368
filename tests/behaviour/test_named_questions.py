"""Words that name the question they answer, as the HTTP API sends them."""

from core.domain.conversation import Text
from core.domain.records import FillRow
from tests.desk import open_desk


async def test_a_bare_yes_that_names_its_question_confirms_that_one_only_peers_8() -> None:
    async with open_desk() as desk:
        ann = desk.person()
        await ann.say("buy 50 usdt of btc")
        first = ann.question_id
        await ann.say("buy 20 usdt of eth")
        second = ann.question_id
        await ann.send(Text(text="yes", question_id=first))
        assert ann.last is not None
        assert ann.last.messages[-1]["text"].startswith(("Bought 0.0005", "I am the offline"))
        (fill,) = await desk.rows(FillRow)
        assert fill.symbol == "BTC/USDT"
        assert [item["question_id"] for item in await ann.questions()] == [second]


async def test_words_for_a_question_that_was_closed_meanwhile_are_told_so_and_do_nothing() -> None:
    async with open_desk() as desk:
        ann = desk.person()
        await ann.say("buy 50 usdt of btc")
        question = ann.question_id
        await ann.press("cancel")
        await ann.send(Text(text="yes", question_id=question))
        assert ann.last is not None
        assert ann.last.outcome == "already_answered"
        assert await desk.rows(FillRow) == []
