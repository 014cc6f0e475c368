"""The worked cases of the paper exchange: other implementations' figures, to the last digit."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

from core.domain import margin
from core.domain.paper_trade import Filled
from tests.domain.paper_desk import BTC, MARKETS, SPOT_BTC, Desk, quote_of

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "market"
FILE = DATA / "paper_cases.json"
REASONS = {
    "reject reduce-only": "venue_nothing_to_reduce",
    "reject min-notional": "venue_min_notional",
    "reject min-qty": "venue_min_quantity",
    "reject insufficient margin": "venue_insufficient_margin",
    "reject leverage": "venue_leverage_limit",
}
SHOWN = Decimal("0.00000001")

pytestmark = pytest.mark.skipif(not FILE.exists(), reason="the worked cases are not beside us")


def load():
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {"cases": []}


def cases():
    for case in load()["cases"]:
        if "steps" in case:
            yield pytest.param(case, id=case["id"])
        if "variant_gap" in case:
            *steps, mark = case["steps"]
            gap = case["variant_gap"]
            steps = [*steps, mark | {"price": gap["mark"]}]
            yield pytest.param(
                case | {"steps": steps, "expect": {"final": gap["final"]}}, id=f"{case['id']}-gap"
            )
        if "variant_short" in case:
            first, *steps = case["steps"]
            expect = {"final": case["variant_short"]}
            short = case | {"steps": [first | {"side": "sell"}, *steps], "expect": expect}
            yield pytest.param(short, id=f"{case['id']}-short")


def rejections():
    for case in load()["cases"]:
        for number, step in enumerate(case.get("each_on_fresh_account", []), 1):
            yield pytest.param(step, id=f"{case['id']}-{number}")


def open_desk(case, defaults):
    return Desk((case.get("account") or defaults["account"])["USDT"])


def run(desk, step, case, defaults):
    """One step of a script; the result of an order, or the liquidation that a mark brings."""
    side = {"buy": "BUY", "sell": "SELL"}.get(step.get("side"))
    spot = case.get("market") == "spot"
    how = {
        "symbol": SPOT_BTC if spot else BTC,
        "leverage": step.get("leverage", case.get("leverage", defaults["leverage"])),
        "reduce_only": step.get("reduce_only", False),
    }
    match step["do"]:
        case "mark":
            return desk.mark(step["price"])
        case "funding":
            desk.wait(hours=8)
            return desk.meet(quote_of(BTC, step["mark"]), step["rate"])
        case "limit-fill":
            away = Decimal(1000) if side == "BUY" else Decimal(-1000)
            desk.limit(side, step["qty"], step["price"], at=Decimal(step["price"]) + away, **how)
            (report,) = desk.fills(desk.price(Decimal(step["price"]) - away / 100))
            assert report.fills[0].maker
            return report
        case "stop-market":
            assert side == "SELL"
            return desk.stop(side, step["qty"], step["trigger"], at=100000, **how)
        case _:
            return desk.trade(side, step["qty"], step["price"], **how)


def seen(desk, name, outcomes):
    """What the desk has under the name that a case gives it."""
    match name:
        case "free" | "wallet" | "fees" | "lost" | "funding":
            return getattr(desk, name)
        case "realized":
            return desk.realised
        case "margin":
            return desk.margin()
        case "qty":
            return desk.quantity()
        case "entry":
            return desk.entry().quantize(SHOWN)
        case "liq":
            return desk.liquidation_price().quantize(SHOWN)
        case "filled":
            return outcomes[-1].quantity
        case "liquidated":
            return outcomes[-1] is not None
        case "maintenance_at_mark_100000":
            return margin.maintenance_margin(desk.quantity() * 100_000, MARKETS[BTC].tiers)
        case _:
            return desk.book.balance(name)


def expected(value):
    return value if isinstance(value, bool) else Decimal(value)


def check(desk, wanted, outcomes):
    assert {name: seen(desk, name, outcomes) for name in wanted} == {
        name: expected(value) for name, value in wanted.items()
    }


@pytest.mark.parametrize("case", list(cases()))
def test_a_worked_case_comes_out_to_the_last_digit(case):
    defaults = load()["defaults"]
    desk, outcomes = open_desk(case, defaults), []
    for number, step in enumerate(case["steps"], 1):
        outcomes.append(run(desk, step, case, defaults))
        check(desk, case["expect"].get(f"after_{number}", {}), outcomes)
    check(desk, case["expect"]["final"], outcomes)


@pytest.mark.parametrize("step", list(rejections()))
def test_an_order_is_taken_or_refused_as_worked_out(step):
    defaults = load()["defaults"]
    desk = open_desk(step, defaults)
    before = desk.book
    outcome = run(desk, step, step, defaults)
    match step["expect"].split(" (")[0].split(":")[0]:
        case "ok, free 0.25":
            assert desk.free == Decimal("0.25")
        case "ok, qty floored to 0.012":
            assert isinstance(outcome, Filled)
            assert outcome.quantity == desk.quantity() == Decimal("0.012")
        case refusal:
            assert (outcome.reason, desk.book) == (REASONS[refusal], before)


def test_our_markets_are_the_ones_that_the_cases_assume():
    defaults, market = load()["defaults"], MARKETS[BTC]
    assert {
        "taker": market.taker,
        "maker": market.maker,
        "step": market.step,
        "tick": market.tick,
        "min_qty": market.min_quantity,
        "min_notional": market.min_notional,
    } == {
        name: Decimal(defaults[name])
        for name in ("taker", "maker", "step", "tick", "min_qty", "min_notional")
    }


def test_continuity_gives_the_amounts_that_venues_publish_with_their_tiers():
    published = json.loads((DATA / load()["defaults"]["tiers"]).read_text(encoding="utf-8"))
    for rows in published.values():
        tiers = margin.tiers_from(
            [
                (
                    str(row["minNotional"]),
                    str(row["maintenanceMarginRate"]),
                    int(row["maxLeverage"]),
                )
                for row in rows
            ]
        )
        assert [tier.cum for tier in tiers] == [Decimal(str(row["cum"])) for row in rows]
