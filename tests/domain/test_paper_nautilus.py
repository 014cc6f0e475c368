"""Random scripts of market orders leave the same money as nautilus_trader's matching engine.

It is not among our dependencies (hundreds of megabytes): where it is not installed this is skipped.
It knows no liquidation and computes averages in floats, so marks stay near the entry and money is
compared to 1e-6.
"""

import random
from decimal import Decimal
from importlib import import_module

import pytest

from tests.domain.paper_desk import Desk

pytest.importorskip("nautilus_trader")

SECOND = 1_000_000_000
NEAR = Decimal("0.000001")


def script(seed, length=20):
    """(side, steps, price, reduce-only): opens, adds, partial closes and flips."""
    draw = random.Random(seed)
    price, made = Decimal(100000), []
    for _ in range(length):
        price = max(Decimal(99000), min(Decimal(101000), price + draw.randint(-300, 300)))
        side = draw.choice(["BUY", "SELL"])
        made.append((side, draw.randint(1, 60), price, draw.random() < 0.25))
    return made


def of_ours(steps):
    desk, seen = Desk("100000"), []
    for side, size, price, reduce_only in steps:
        desk.trade(side, size * Decimal("0.001"), price, reduce_only=reduce_only)
        seen.append((desk.quantity(), desk.wallet))
    return seen


def of_nautilus(steps):
    engine_of = import_module("nautilus_trader.backtest.engine")
    config = import_module("nautilus_trader.config")
    model = import_module("nautilus_trader.model")
    enums = import_module("nautilus_trader.model.enums")
    kit = import_module("nautilus_trader.test_kit.providers").TestInstrumentProvider
    trading = import_module("nautilus_trader.trading.strategy")
    market = kit.btcusdt_perp_binance()
    values = type(market).to_dict(market) | {"taker_fee": "0.0005", "maker_fee": "0.0002"}
    market = type(market).from_dict(values | {"margin_init": "0.1", "margin_maint": "0.004"})
    seen = []

    class Plays(trading.Strategy):  # type: ignore[misc, name-defined]  # a class of no type
        def on_start(self):
            self.subscribe_quote_ticks(market.id)
            self.left = list(steps)

        def on_quote_tick(self, tick):
            if tick.ts_event // SECOND % 2:
                seen.append(self.money())
                return
            side, size, _, reduce_only = self.left.pop(0)
            order = self.order_factory.market(
                market.id,
                getattr(enums.OrderSide, side),
                market.make_qty(size * Decimal("0.001")),
                reduce_only=reduce_only,
            )
            self.submit_order(order)

        def money(self):
            account = self.portfolio.account(market.id.venue)
            total = account.balance_total(market.quote_currency).as_decimal()
            return Decimal(self.portfolio.net_position(market.id)), total

    engine = engine_of.BacktestEngine(
        config=engine_of.BacktestEngineConfig(logging=config.LoggingConfig(bypass_logging=True))
    )
    engine.add_venue(
        venue=market.id.venue,
        oms_type=enums.OmsType.NETTING,
        account_type=enums.AccountType.MARGIN,
        base_currency=None,
        starting_balances=[model.Money(100_000, market.quote_currency)],
        default_leverage=Decimal(10),
    )
    engine.add_instrument(market)
    engine.add_data(
        [
            model.QuoteTick(
                market.id,
                market.make_price(price),
                market.make_price(price),
                market.make_qty(1000),
                market.make_qty(1000),
                (2 * number + late) * SECOND,
                (2 * number + late) * SECOND,
            )
            for number, (_, _, price, _) in enumerate(steps, 1)
            for late in (0, 1)
        ]
    )
    engine.add_strategy(Plays(config.StrategyConfig()))
    engine.run()
    engine.dispose()
    return seen


@pytest.mark.parametrize("seed", range(20))
def test_a_script_of_market_orders_leaves_the_same_money(seed):
    steps = script(seed)
    ours, theirs = of_ours(steps), of_nautilus(steps)
    assert len(ours) == len(theirs)
    for step, (quantity, wallet), (their_quantity, their_wallet) in zip(
        steps, ours, theirs, strict=True
    ):
        assert quantity == their_quantity, step
        assert abs(wallet - their_wallet) < NEAR, step
