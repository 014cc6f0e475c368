"""The venue's answers, in the form of the recorded ones."""

from decimal import Decimal
from typing import Any

from tests.doubles.binance.book import QUOTE, ZERO, Book, Order, Position

TYPES = ["LIMIT", "MARKET", "STOP", "STOP_MARKET", "TAKE_PROFIT", "TAKE_PROFIT_MARKET"]
SPOT_TYPES = ["LIMIT", "LIMIT_MAKER", "MARKET", "STOP_LOSS", "STOP_LOSS_LIMIT", "TAKE_PROFIT"]
# base: (spot step, spot tick, perpetual step, perpetual tick)
MARKETS = {"BTC": ("0.00001", "0.01", "0.001", "0.1"), "ETH": ("0.0001", "0.01", "0.001", "0.01")}


def text(value: Decimal) -> str:
    return f"{value:f}"


def exchange_info(market: str) -> dict[str, Any]:
    return {
        "timezone": "UTC",
        "serverTime": 0,
        "rateLimits": [],
        "exchangeFilters": [],
        "symbols": [_symbol(market, base, grid) for base, grid in MARKETS.items()],
    }


def _symbol(market: str, base: str, grid: tuple[str, str, str, str]) -> dict[str, Any]:
    linear = market == "linear"
    step, tick = (grid[2], grid[3]) if linear else (grid[0], grid[1])
    notional: dict[str, Any] = {"filterType": "MIN_NOTIONAL", "notional": "5"}
    if not linear:
        notional = {"filterType": "NOTIONAL", "minNotional": "5.0", "applyMinToMarket": True}
    common = {
        "symbol": f"{base}{QUOTE}",
        "status": "TRADING",
        "baseAsset": base,
        "quoteAsset": QUOTE,
        "baseAssetPrecision": 8,
        "quotePrecision": 8,
        "orderTypes": TYPES if linear else SPOT_TYPES,
        "filters": [
            {
                "filterType": "PRICE_FILTER",
                "minPrice": tick,
                "maxPrice": "9000000",
                "tickSize": tick,
            },
            {"filterType": "LOT_SIZE", "minQty": step, "maxQty": "1000", "stepSize": step},
            {"filterType": "MARKET_LOT_SIZE", "minQty": step, "maxQty": "120", "stepSize": step},
            notional,
        ],
    }
    if not linear:
        return {**common, "isSpotTradingAllowed": True, "permissions": ["SPOT"]}
    return {
        **common,
        "pair": f"{base}{QUOTE}",
        "contractType": "PERPETUAL",
        "deliveryDate": 4133404800000,
        "onboardDate": 1569398400000,
        "marginAsset": QUOTE,
        "pricePrecision": 2,
        "quantityPrecision": 3,
    }


def order(one: Order) -> dict[str, Any]:
    average = one.value / one.filled if one.filled else ZERO
    common = {
        "symbol": one.symbol,
        "orderId": one.id,
        "clientOrderId": one.client_id,
        "price": text(one.price),
        "origQty": text(one.quantity),
        "executedQty": text(one.filled),
        "status": one.status,
        "timeInForce": "GTX" if one.post_only else "GTC",
        "type": one.type,
        "side": one.side,
        "time": one.at,
        "updateTime": one.updated,
    }
    if one.market == "spot":
        return {**common, "cummulativeQuoteQty": text(one.value)}
    return {
        **common,
        "avgPrice": text(average),
        "cumQuote": text(one.value),
        "reduceOnly": one.reduce_only,
        "closePosition": False,
        "positionSide": "BOTH",
        "stopPrice": "0",
        "origType": one.type,
    }


def full(one: Order, book: Book) -> dict[str, Any]:
    """A new spot order with its fills."""
    fills = [
        {
            "price": trade["price"],
            "qty": trade["qty"],
            "commission": trade["commission"],
            "commissionAsset": trade["commissionAsset"],
            "tradeId": trade["id"],
        }
        for trade in book.trades
        if trade["orderId"] == one.id
    ]
    return {**order(one), "transactTime": one.updated, "fills": fills}


def algo(one: Order) -> dict[str, Any]:
    return {
        "algoId": one.id,
        "clientAlgoId": one.client_id,
        "algoType": "CONDITIONAL",
        "orderType": one.type,
        "symbol": one.symbol,
        "side": one.side,
        "positionSide": "BOTH",
        "timeInForce": "GTC",
        "quantity": text(one.quantity),
        "algoStatus": one.status,
        "triggerPrice": text(one.trigger),
        "price": "0",
        "workingType": one.working_type,
        "reduceOnly": one.reduce_only,
        "actualOrderId": str(one.became) if one.became else "",
        "createTime": one.at,
        "updateTime": one.updated,
    }


def position(book: Book, symbol: str, held: Position) -> dict[str, Any]:
    mark = book.prices[("linear", symbol)]
    value = held.amount * mark
    leverage = book.leverages.get(symbol, 20)
    lost = ("linear", symbol) in book.lost
    return {
        "symbol": symbol,
        "positionSide": "BOTH",
        "positionAmt": text(held.amount),
        "entryPrice": text(held.entry),
        "breakEvenPrice": text(held.entry),
        "markPrice": "0.00000000" if lost else text(mark),
        "unRealizedProfit": "0.00000000" if lost else text(book.gain(symbol)),
        "liquidationPrice": text(book.liquidation(symbol)),
        "isolatedMargin": text(held.margin + book.gain(symbol)),
        "notional": text(value),
        "marginAsset": QUOTE,
        "isolatedWallet": text(held.margin),
        "initialMargin": text(abs(value) / leverage),
        "maintMargin": text(abs(value) * Decimal("0.004")),
        "positionInitialMargin": text(abs(value) / leverage),
        "openOrderInitialMargin": "0",
        "adl": 1,
        "updateTime": 1,
    }


def futures_account(book: Book) -> dict[str, Any]:
    gain = sum((book.gain(symbol) for symbol in book.positions), ZERO)
    free = book.wallet - book.set_aside() - book.resting()
    asset = {
        "asset": QUOTE,
        "walletBalance": text(book.wallet),
        "unrealizedProfit": text(gain),
        "marginBalance": text(book.wallet + gain),
        "initialMargin": text(book.set_aside() + book.resting()),
        "availableBalance": text(free),
        "updateTime": 1,
    }
    return {"totalWalletBalance": text(book.wallet), "assets": [asset], "positions": []}


def spot_account(book: Book) -> dict[str, Any]:
    held = [
        {"asset": coin, "free": text(amount), "locked": "0"} for coin, amount in book.spot.items()
    ]
    return {"accountType": "SPOT", "canTrade": True, "updateTime": 1, "balances": held}


def ticker(symbol: str, price: Decimal) -> dict[str, Any]:
    return {
        "symbol": symbol,
        "priceChange": "0",
        "priceChangePercent": "0",
        "weightedAvgPrice": text(price),
        "lastPrice": text(price),
        "lastQty": "1",
        "bidPrice": text(price),
        "bidQty": "1",
        "askPrice": text(price),
        "askQty": "1",
        "openPrice": text(price),
        "highPrice": text(price),
        "lowPrice": text(price),
        "volume": "1",
        "quoteVolume": text(price),
        "openTime": 1,
        "closeTime": 2,
        "firstId": 1,
        "lastId": 2,
        "count": 1,
    }


def order_update(one: Order, trade: dict[str, Any] | None) -> dict[str, Any]:
    """The event on the user's stream of futures."""
    average = one.value / one.filled if one.filled else ZERO
    told = {
        "s": one.symbol,
        "c": one.client_id,
        "S": one.side,
        "o": one.type,
        "f": "GTC",
        "q": text(one.quantity),
        "p": text(one.price),
        "ap": text(average),
        "sp": text(one.trigger),
        "x": "TRADE" if trade else one.status,
        "X": one.status,
        "i": one.id,
        "l": trade["qty"] if trade else "0",
        "z": text(one.filled),
        "L": trade["price"] if trade else "0",
        "T": one.updated,
        "t": trade["id"] if trade else 0,
        "m": bool(trade and trade["maker"]),
        "R": one.reduce_only,
        "wt": "CONTRACT_PRICE",
        "ot": one.type,
        "ps": "BOTH",
        "cp": False,
        "rp": trade["realizedPnl"] if trade else "0",
    }
    if trade:
        told |= {"N": trade["commissionAsset"], "n": trade["commission"]}
    return {"e": "ORDER_TRADE_UPDATE", "E": one.updated, "T": one.updated, "o": told}
