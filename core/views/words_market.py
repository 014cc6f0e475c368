"""Candles, a market at a glance, shares and the watchlist."""

WORDS: dict[str, dict[str, str]] = {
    "interval_m": {"en": "{count} min", "zh": "{count} 分钟"},
    "interval_h": {"en": "{count} h", "zh": "{count} 小时"},
    "interval_d": {"en": "{count} day", "zh": "{count} 天"},
    "interval_w": {"en": "{count} week", "zh": "{count} 周"},
    "interval_M": {"en": "{count} month", "zh": "{count} 个月"},
    "kline_title": {"en": "{symbol}, candles of {interval}", "zh": "{symbol} {interval} K 线"},
    "open": {"en": "Open", "zh": "开"},
    "high": {"en": "High", "zh": "高"},
    "low": {"en": "Low", "zh": "低"},
    "close": {"en": "Close", "zh": "收"},
    "no_candles": {"en": "There are no candles yet.", "zh": "还没有 K 线。"},
    "candles_shown": {
        "en": "The newest {shown} of {count} candles.",
        "zh": "显示 {count} 根 K 线中最新的 {shown} 根。",
    },
    "candle_forming": {
        "en": "The last candle is still being made.",
        "zh": "最后一根 K 线尚未收盘。",
    },
    "period": {
        "en": "{change}, {low} – {high}, average volume {volume}",
        "zh": "{change}，{low} – {high}，平均成交量 {volume}",
    },
    "last_candles": {"en": "Last {count} ×", "zh": "最近 {count} 根"},
    "range_24h": {"en": "24 h range", "zh": "24 小时区间"},
    "volume_24h": {"en": "24 h turnover", "zh": "24 小时成交额"},
    "mark_index": {"en": "{symbol} mark / index", "zh": "{symbol} 标记价 / 指数价"},
    "funding": {"en": "Funding rate", "zh": "资金费率"},
    "funding_due": {"en": "{rate}, next at {time}", "zh": "{rate}，下次 {time}"},
    "open_interest": {"en": "Open interest", "zh": "未平仓量"},
    "snapshot_day": {"en": "the last 24 hours", "zh": "24 小时数据"},
    "snapshot_perpetual": {"en": "the perpetual's funding", "zh": "永续合约数据"},
    "snapshot_candles": {"en": "the candles", "zh": "K 线"},
    "snapshot_missing": {
        "en": "Could not be read: {what}.",
        "zh": "未能读取：{what}。",
    },
    "suggest_kline": {"en": "{symbol} candles", "zh": "{symbol} K线"},
    "suggest_snapshot": {"en": "analyse {symbol}", "zh": "分析 {symbol}"},
    # Shares.
    "stock_no_coin": {
        "en": "{symbol} is a share ({name}, {exchange}), not a coin. Shares have no price and are "
        "not traded here; I can only look up which share a name means.",
        "zh": "{symbol} 是股票（{name}，{exchange}），不是加密货币。这里没有股票行情，"
        "也不能交易股票，只能查询名称对应的股票。",
    },
    "coin_or_stock": {
        "en": "{symbol} is a coin, and a share too ({name}). Which one do you mean?",
        "zh": "{symbol} 既是加密货币，也是股票（{name}）。您指的是哪一个？",
    },
    "coin_label": {"en": "{coin}, the coin", "zh": "{coin}（加密货币）"},
    "stock_label": {"en": "{symbol}, {name} (share)", "zh": "{symbol}，{name}（股票）"},
    "suggest_stock": {"en": "search stock {keyword}", "zh": "搜索股票 {keyword}"},
    "stocks_title": {"en": "Shares for “{keyword}”", "zh": "“{keyword}”对应的股票"},
    "no_stock": {
        "en": "I know no share called “{keyword}”. Try its ticker or its full name.",
        "zh": "没有找到名为“{keyword}”的股票。请换用股票代码或全名。",
    },
    "stock_symbol": {"en": "Ticker", "zh": "代码"},
    "stock_name": {"en": "Name", "zh": "名称"},
    "stock_exchange": {"en": "Exchange", "zh": "交易所"},
    "stock_note": {
        "en": "From the built-in table: names only, no prices. Shares are not traded here.",
        "zh": "来自内置名录：仅名称，无行情。这里不能交易股票。",
    },
    # The watchlist.
    "watchlist_title": {"en": "Watchlist ({count})", "zh": "自选列表（{count}）"},
    "watchlist_empty": {
        "en": "Your watchlist is empty. Say “watch btc” to add to it.",
        "zh": "您的自选列表是空的。说“关注 BTC”即可添加。",
    },
    "watch_added": {"en": "Added to your watchlist: {symbol}.", "zh": "已加入自选列表：{symbol}。"},
    "watch_there": {
        "en": "{symbol} is on your watchlist already.",
        "zh": "{symbol} 已在自选列表中。",
    },
    "watch_removed": {
        "en": "Taken off your watchlist: {symbol}.",
        "zh": "已从自选列表移除：{symbol}。",
    },
    "watch_not_there": {
        "en": "{symbol} is not on your watchlist. On it: {names}.",
        "zh": "{symbol} 不在自选列表中。列表中有：{names}。",
    },
    "watch_full": {
        "en": "Your watchlist holds {most} markets, and no more. Remove one first.",
        "zh": "自选列表最多 {most} 个，请先移除一个。",
    },
    "watch_not_listed": {
        "en": "Not listed any more: {symbols}.",
        "zh": "已下架：{symbols}。",
    },
    "suggest_watch": {"en": "watch {symbol}", "zh": "关注 {symbol}"},
    "suggest_unwatch": {"en": "unwatch {symbol}", "zh": "取消关注 {symbol}"},
    "do_watch": {"en": "Watch {symbol}", "zh": "关注 {symbol}"},
    "do_unwatch": {"en": "Unwatch {symbol}", "zh": "取消关注 {symbol}"},
    "command.watchlist": {
        "en": "your watchlist with prices",
        "zh": "自选列表及价格",
    },
    "command.candles": {
        "en": "candles, e.g. /candles btc 1h",
        "zh": "K 线，例如 /candles btc 1h",
    },
    "command.market": {
        "en": "a market at a glance, e.g. /market btc",
        "zh": "行情概览，例如 /market btc",
    },
    "command.stock": {
        "en": "which share a name means, e.g. /stock apple",
        "zh": "查股票名称，例如 /stock 茅台",
    },
}
