"""The venue's REST endpoints over a Book, by method and path."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from tests.doubles.binance import money, shapes
from tests.doubles.binance.book import MAINTENANCE, ZERO, Book, Order, Refused

Answer = dict[str, Any] | list[Any]
Params = Mapping[str, str]
Endpoint = Callable[[Book, Params], Answer]


def endpoints() -> dict[tuple[str, str], Endpoint]:
    """Every endpoint by (method, path)."""
    return {
        ("GET", "/api/v3/exchangeInfo"): lambda *_: shapes.exchange_info("spot"),
        ("GET", "/fapi/v1/exchangeInfo"): lambda *_: shapes.exchange_info("linear"),
        ("GET", "/api/v3/time"): lambda book, _: {"serverTime": book.now()},
        ("GET", "/fapi/v1/time"): lambda book, _: {"serverTime": book.now()},
        ("GET", "/api/v3/account"): lambda book, _: shapes.spot_account(book),
        ("GET", "/fapi/v3/account"): lambda book, _: shapes.futures_account(book),
        ("GET", "/fapi/v3/positionRisk"): _positions,
        ("GET", "/fapi/v1/leverageBracket"): lambda *_: [_bracket(one) for one in shapes.MARKETS],
        ("GET", "/fapi/v1/positionSide/dual"): lambda book, _: {"dualSidePosition": book.hedged},
        ("POST", "/fapi/v1/marginType"): _margin_type,
        ("POST", "/fapi/v1/leverage"): _leverage,
        ("GET", "/api/v3/ticker/24hr"): _tickers,
        ("POST", "/fapi/v1/order"): _place_linear,
        ("GET", "/fapi/v1/order"): lambda book, said: shapes.order(_find(book, "linear", said)),
        ("DELETE", "/fapi/v1/order"): lambda book, said: shapes.order(
            book.cancel(_find(book, "linear", said))
        ),
        ("PUT", "/fapi/v1/order"): _amend,
        ("POST", "/fapi/v1/algoOrder"): _place_algo,
        ("GET", "/fapi/v1/algoOrder"): lambda book, said: shapes.algo(_find_algo(book, said)),
        ("DELETE", "/fapi/v1/algoOrder"): _cancel_algo,
        ("GET", "/fapi/v1/openAlgoOrders"): lambda book, said: [
            shapes.algo(one) for one in _open(book, "linear", said, algo=True)
        ],
        ("GET", "/fapi/v1/openOrders"): lambda book, said: [
            shapes.order(one) for one in _open(book, "linear", said, algo=False)
        ],
        ("GET", "/fapi/v1/allOrders"): lambda book, said: _all(book, "linear", said),
        ("GET", "/fapi/v1/userTrades"): lambda book, said: _trades(book, "linear", said),
        ("POST", "/api/v3/order"): _place_spot,
        ("GET", "/api/v3/order"): lambda book, said: shapes.order(_find(book, "spot", said)),
        ("DELETE", "/api/v3/order"): lambda book, said: shapes.order(
            book.cancel(_find(book, "spot", said))
        ),
        ("GET", "/api/v3/openOrders"): lambda book, said: [
            shapes.order(one) for one in _open(book, "spot", said, algo=False)
        ],
        ("GET", "/api/v3/allOrders"): lambda book, said: _all(book, "spot", said),
        ("GET", "/api/v3/myTrades"): lambda book, said: _trades(book, "spot", said),
        ("GET", "/fapi/v1/income"): money.income,
        ("GET", "/fapi/v1/forceOrders"): money.force_orders,
        ("GET", "/sapi/v1/capital/deposit/hisrec"): money.deposits,
        ("GET", "/sapi/v1/capital/withdraw/history"): money.withdrawals,
    }


def _positions(book: Book, _: Params) -> Answer:
    return [
        shapes.position(book, symbol, held)
        for symbol, held in book.positions.items()
        if held.amount
    ]


def _bracket(base: str) -> dict[str, Any]:
    rows = ((125, 0, 50000, float(MAINTENANCE), 0.0), (100, 50000, 50000000, 0.005, 50.0))
    brackets = [
        {
            "bracket": number,
            "initialLeverage": most,
            "notionalFloor": floor,
            "notionalCap": cap,
            "maintMarginRatio": rate,
            "cum": cum,
        }
        for number, (most, floor, cap, rate, cum) in enumerate(rows, 1)
    ]
    return {"symbol": f"{base}USDT", "brackets": brackets}


def _margin_type(book: Book, said: Params) -> Answer:
    if book.margin_types.get(said["symbol"], "CROSSED") == said["marginType"]:
        raise Refused(-4046, "No need to change margin type.")
    book.margin_types[said["symbol"]] = said["marginType"]
    return {"code": 200, "msg": "success"}


def _leverage(book: Book, said: Params) -> Answer:
    leverage = int(said["leverage"])
    if leverage > 100:
        raise Refused(-4028, f"Leverage {leverage} is not valid")
    book.leverages[said["symbol"]] = leverage
    return {"leverage": leverage, "maxNotionalValue": "1000000", "symbol": said["symbol"]}


def _tickers(book: Book, said: Params) -> Answer:
    asked = said.get("symbols", "")
    return [
        shapes.ticker(symbol, price)
        for (market, symbol), price in book.prices.items()
        if market == "spot" and (not asked or f'"{symbol}"' in asked)
    ]


def _new(book: Book, market: str, said: Params, **changes: Any) -> Order:
    if (market, said["symbol"]) not in book.prices:
        raise Refused(-1121, "Invalid symbol.")
    return Order(
        market=market,
        symbol=said["symbol"],
        id=0,
        client_id=said.get("newClientOrderId") or said.get("clientAlgoId", ""),
        side=said["side"],
        type=said["type"],
        quantity=Decimal(said["quantity"]),
        price=Decimal(said.get("price", "0")),
        at=book.now(),
        reduce_only=said.get("reduceOnly") == "true",
        post_only=said.get("timeInForce") == "GTX" or said["type"] == "LIMIT_MAKER",
        **changes,
    )


def _place_linear(book: Book, said: Params) -> Answer:
    if said["type"] not in ("LIMIT", "MARKET"):
        raise Refused(-4120, "Order type not supported for this endpoint.")
    if book.hedged:
        raise Refused(-4061, "Order's position side does not match user's setting.")
    return shapes.order(book.take(_new(book, "linear", said)))


def _place_spot(book: Book, said: Params) -> Answer:
    return shapes.full(book.take(_new(book, "spot", said)), book)


def _place_algo(book: Book, said: Params) -> Answer:
    trigger = Decimal(said["triggerPrice"])
    mark = book.prices[("linear", said["symbol"])]
    falls = (said["side"] == "SELL") == said["type"].startswith("STOP")
    if (trigger >= mark) if falls else (trigger <= mark):
        raise Refused(-2021, "Order would immediately trigger.")
    order = _new(
        book,
        "linear",
        said,
        algo=True,
        trigger=trigger,
        working_type=said.get("workingType", "CONTRACT_PRICE"),
    )
    return shapes.algo(book.take(order))


def _cancel_algo(book: Book, said: Params) -> Answer:
    order = book.cancel(_find_algo(book, said))
    return {"algoId": order.id, "clientAlgoId": order.client_id, "code": "200", "msg": "success"}


def _amend(book: Book, said: Params) -> Answer:
    order = _find(book, "linear", said)
    return shapes.order(book.amend(order, Decimal(said["quantity"]), Decimal(said["price"])))


def _find(book: Book, market: str, said: Params) -> Order:
    return book.find(
        market,
        said["symbol"],
        algo=False,
        number=said.get("orderId", ""),
        client_id=said.get("origClientOrderId", ""),
    )


def _find_algo(book: Book, said: Params) -> Order:
    number, client_id = said.get("algoId", ""), said.get("clientAlgoId", "")
    for one in book.orders:
        if one.algo and (one.client_id == client_id if client_id else str(one.id) == number):
            return one
    raise Refused(-2013, "Order does not exist.")


def _open(book: Book, market: str, said: Params, *, algo: bool) -> list[Order]:
    return [
        one
        for one in book.orders
        if one.market == market
        and one.algo == algo
        and one.open
        and said.get("symbol", one.symbol) == one.symbol
    ]


def _all(book: Book, market: str, said: Params) -> Answer:
    since = int(said.get("startTime", "0"))
    return [
        shapes.order(one)
        for one in book.orders
        if (one.market, one.symbol, one.algo) == (market, said["symbol"], False) and one.at >= since
    ]


def _trades(book: Book, market: str, said: Params) -> Answer:
    return [
        one
        for one in book.trades
        if (one["market"], one["symbol"]) == (market, said["symbol"])
        and said.get("orderId", str(one["orderId"])) == str(one["orderId"])
    ]


def fresh(now: Callable[[], int]) -> Book:
    """10,000 USDT in all, half of it in each wallet, Bitcoin at 100,000 and Ether at 4,000."""
    prices = {
        (market, symbol): Decimal(price)
        for market in ("spot", "linear")
        for symbol, price in (("BTCUSDT", 100000), ("ETHUSDT", 4000))
    }
    return Book(
        now=now, prices=prices, spot={"USDT": Decimal(5000), "BTC": ZERO}, wallet=Decimal(5000)
    )
