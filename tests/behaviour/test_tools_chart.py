"""get_chart: figures by code, a picture of them where one can be drawn, and words in any case."""

from decimal import Decimal

import pytest

from core.domain.charts import CHART, CandlePicture
from core.domain.outbound import ImageBlock, TextBlock
from core.domain.records import Insert, Preference
from core.domain.references import Reference, References
from core.errors import PersonError, PictureError
from core.tools.arguments import parse_arguments
from tests.behaviour.tool_desk import PERPETUAL, SPOT, ToolDesk


@pytest.fixture
async def desk():
    return await ToolDesk().open()


def blocks(desk, result, lang="en"):
    return desk.registry.tools["get_chart"].view(result.data, lang)


async def test_candles_come_with_a_picture_a_line_and_words_for_it(desk):
    result = await desk.use("get_chart", symbol="btc", interval="4h")
    image, line = blocks(desk, result)
    (picture,) = result.pictures
    assert isinstance(image, ImageBlock)
    assert isinstance(line, TextBlock)
    assert (image.id, image.alt) == (picture.id, picture.alt)
    assert line.text.startswith(f"{SPOT} · 4h: 100,000")
    assert "PAPER · SIMULATED" in line.text
    assert "4h candles of BTC/USDT" in image.alt
    (spec,) = desk.charts.drawn
    assert (spec.symbol, spec.interval, spec.look.mode) == (SPOT, "4h", "paper")
    assert spec.look.simulated
    assert result.references[0].id == SPOT
    assert not result.writes


async def test_a_position_is_in_the_picture_with_its_fills_and_lines(desk):
    await desk.trade("open_long", "1000", "quote", leverage=5, stop="95000", target="110000")
    result = await desk.use("get_chart", symbol="btc")
    (spec,) = desk.charts.drawn
    assert isinstance(spec, CandlePicture)
    assert spec.symbol == PERPETUAL
    kinds = {one.kind for one in spec.levels}
    assert kinds == {"entry", "liquidation", "stop", "target"}
    assert {one["kind"] for one in result.data["levels"]} == kinds
    assert [(one.side, one.kind) for one in spec.marks] == [("BUY", "entry")]
    alt = blocks(desk, result)[0].alt
    assert "Stop 95,000" in alt
    assert "Target 110,000" in alt


async def test_in_a_group_a_chart_shows_nothing_of_the_persons_own(desk):
    await desk.trade("open_long", "1000", "quote", leverage=5)
    tool = desk.registry.tools["get_chart"]
    args = parse_arguments(tool, {"symbol": PERPETUAL})
    result = await tool.run(args, desk.context(private=False))
    (spec,) = desk.charts.drawn
    assert (spec.marks, spec.levels, result.data["marks"]) == ((), (), 0)
    assert tool.action(args).private is False
    for kind in ("equity", "calendar", "allocation", "card"):
        assert tool.action(parse_arguments(tool, {"kind": kind})).private


async def test_a_picture_that_cannot_be_drawn_is_told_in_words(desk):
    desk.charts.error = PictureError("took too long")
    result = await desk.use("get_chart", symbol="btc")
    assert result.pictures == ()
    (text,) = blocks(desk, result)
    assert isinstance(text, TextBlock)
    assert "could not be drawn" in text.text
    assert "now 100,000" in text.text
    assert "PAPER · SIMULATED" in text.text
    assert "图片暂时无法生成" in blocks(desk, result, "zh")[0].text


async def test_without_a_coin_it_is_the_one_spoken_of_else_it_asks(desk):
    with pytest.raises(PersonError) as asked:
        await desk.use("get_chart")
    assert asked.value.key == "chart.which"
    spoken = Reference(kind="symbol", id="ETH/USDT", name="ETH/USDT", at=desk.clock.now())
    tool = desk.registry.tools["get_chart"]
    context = desk.context(references=References(current=(spoken,)))
    result = await tool.run(parse_arguments(tool, {}), context)
    assert result.data["symbol"] == "ETH/USDT"


async def test_original_g1_11_a_minute_is_no_month(desk):
    for interval in ("1m", "1M"):
        assert (await desk.use("get_chart", symbol="btc", interval=interval)).ok
    assert [one.interval for one in desk.charts.drawn] == ["1m", "1M"]


async def test_colours_zone_and_language_are_the_persons(desk):
    now = desk.clock.now()
    await desk.commit(
        Insert(
            record=Preference(
                id="p",
                account_id="anna",
                key="colours",
                value="red_up",
                created_at=now,
                updated_at=now,
            )
        )
    )
    await desk.use("get_chart", symbol="btc", lang="zh")
    look = desk.charts.drawn[0].look
    assert (look.red_up, look.lang, look.zone) == (True, "zh", "UTC")


async def test_what_is_held_adds_up_to_the_equity(desk):
    await desk.trade("buy", "3000", "quote")
    await desk.trade("open_short", "1000", "quote", symbol="ETH", leverage=2)
    result = await desk.use("get_chart", kind="allocation")
    (spec,) = desk.charts.drawn
    assert {one.name for one in spec.shares} == {"USDT", "BTC", "ETH/USDT:USDT"}
    assert sum(one.value for one in spec.shares) == Decimal(result.data["equity"])
    assert "What the account holds: USDT" in blocks(desk, result)[0].alt


async def test_a_month_is_drawn_by_the_persons_days(desk):
    await desk.trade("open_long", "1000", "quote", leverage=5)
    desk.prices.set(PERPETUAL, "101000")
    await desk.trade("close_long", "100", "percent_of_position")
    result = await desk.use("get_chart", kind="calendar")
    (spec,) = desk.charts.drawn
    (day,) = spec.days
    history = (await desk.use("get_trade_history")).data["totals"]
    assert day.day == desk.clock.now().date()
    assert day.pnl == spec.total == Decimal(history["net"])
    assert result.data["days"] == [{"day": day.day.isoformat(), "pnl": history["net"]}]
    with pytest.raises(PersonError):
        await desk.use("get_chart", kind="calendar", month="2026-13")
    assert (await desk.use("get_chart", kind="calendar", month="2020-01")).data["days"] == []


async def test_a_card_to_share_has_no_private_figure(desk):
    with pytest.raises(PersonError) as nothing:
        await desk.use("get_chart", kind="card")
    assert nothing.value.key == "chart.nothing_to_share"
    await desk.trade("open_long", "1234", "quote", leverage=10)
    desk.prices.set(PERPETUAL, "101000")
    result = await desk.use("get_chart", kind="card")
    spec = desk.charts.drawn[-1]
    assert set(spec.model_dump()) == {
        "type", "look", "symbol", "side", "fraction", "is_open", "day",
    }  # fmt: skip
    assert (spec.symbol, spec.side, spec.is_open) == (PERPETUAL, "LONG", True)
    assert Decimal("0.09") < spec.fraction < Decimal("0.11")
    said = " ".join(str(one) for one in result.data.values())
    assert "1234" not in said
    assert "10000" not in said


async def test_a_closed_trade_is_shared_by_what_it_had_put_up(desk):
    await desk.trade("open_short", "1000", "quote", leverage=4)
    desk.prices.set(PERPETUAL, "95000")
    await desk.trade("close_short", "100", "percent_of_position")
    await desk.use("get_chart", kind="card", symbol="btc perp")
    spec = desk.charts.drawn[-1]
    assert (spec.side, spec.is_open) == ("SHORT", False)
    assert Decimal("0.19") < spec.fraction < Decimal("0.21")


async def test_a_trade_elsewhere_is_not_shared_as_the_one_named(desk):
    await desk.trade("open_long", "1000", "quote", leverage=5)
    with pytest.raises(PersonError) as nothing:
        await desk.use("get_chart", kind="card", symbol="doge")
    assert nothing.value.key == "chart.nothing_to_share_in"
    # Speaking of a price is not naming a trade.
    tool = desk.registry.tools["get_chart"]
    spoken = Reference(kind="symbol", id="DOGE/USDT", name="DOGE/USDT", at=desk.clock.now())
    context = desk.context(references=References(current=(spoken,)))
    result = await tool.run(parse_arguments(tool, {"kind": "card"}), context)
    assert result.data["symbol"] == PERPETUAL


async def test_an_equity_curve_begins_with_what_was_paid_in(desk):
    await desk.trade("open_long", "1000", "quote", leverage=5)
    desk.prices.set(PERPETUAL, "99000")
    desk.clock.advance(60)
    result = await desk.use("get_chart", kind="equity")
    (spec,) = desk.charts.drawn
    assert spec.points[0].value == 10000
    assert spec.points[-1].value == Decimal(result.data["equity"])
    assert spec.change == spec.points[-1].value - 10000
    assert spec.change < 0
    assert "largest drawdown" in blocks(desk, result)[0].alt


async def test_every_spec_of_the_tool_can_be_sent_to_the_drawing_process(desk):
    await desk.trade("open_long", "1000", "quote", leverage=5)
    for kind in ("candles", "equity", "calendar", "allocation", "card"):
        await desk.use("get_chart", kind=kind, symbol="btc")
    for spec in desk.charts.drawn:
        assert CHART.validate_json(CHART.dump_json(spec)) == spec
