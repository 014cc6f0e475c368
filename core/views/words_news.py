"""What has become of an order after its turn."""

WORDS: dict[str, dict[str, str]] = {
    "news.order": {"en": "{action} {quantity} {coin}", "zh": "{action} {quantity} {coin}"},
    "news.leg_stop": {"en": "stop at {price}", "zh": "止损 {price}"},
    "news.leg_target": {"en": "target at {price}", "zh": "止盈 {price}"},
    "news.leg_entry": {"en": "order at {price}", "zh": "挂单 {price}"},
    "news.filled": {
        "en": "Your {symbol} order has filled.",
        "zh": "您的 {symbol} 订单已成交。",
    },
    "news.partly": {
        "en": "Your {symbol} order has filled in part.",
        "zh": "您的 {symbol} 订单已部分成交。",
    },
    "news.stop_hit": {
        "en": "Stop hit: your {symbol} position was closed.",
        "zh": "触发止损：您的 {symbol} 仓位已平。",
    },
    "news.target_hit": {
        "en": "Target hit: your {symbol} position was closed.",
        "zh": "触发止盈：您的 {symbol} 仓位已平。",
    },
    "news.with_it": {"en": "Cancelled with it: {orders}.", "zh": "同时已撤销：{orders}。"},
    "news.cancelled": {
        "en": "Cancelled at the exchange: {order}. Nothing more of it fills.",
        "zh": "已在交易所撤销：{order}，不会再成交。",
    },
    "news.expired": {
        "en": "Expired at the exchange: {order}. Nothing more of it fills.",
        "zh": "已在交易所过期：{order}，不会再成交。",
    },
    "news.rejected": {
        "en": "The exchange refused {order}. Nothing of it was placed.",
        "zh": "交易所拒绝了 {order}，未下单。",
    },
    "news.found": {
        "en": "Known now: {order} was placed and rests at the exchange.",
        "zh": "已确认：{order} 已挂单，正在等待成交。",
    },
    "news.absent": {
        "en": "Known now: {order} is not at the exchange. It does not fill any more.",
        "zh": "已确认：交易所没有 {order}，不会再成交。",
    },
    "news.protection": {
        "en": "The protection of {order} is settled.",
        "zh": "{order} 的保护单已有结果。",
    },
    "news.legs_closed": {
        "en": "Your {symbol} position is closed, so {orders} rests no more.",
        "zh": "您的 {symbol} 仓位已平，{orders} 已不再挂单。",
    },
    "news.legs_orphan": {
        "en": "Your {symbol} position is closed, so I cancelled what was left of its protection: "
        "{orders}.",
        "zh": "您的 {symbol} 仓位已平，我已撤销剩余的保护单：{orders}。",
    },
    "news.legs_used_up": {
        "en": "Cancelled what was left of {orders}: its stop or target was hit, so nothing would "
        "protect what fills later.",
        "zh": "已撤销 {orders} 的未成交部分：其止损或止盈已触发，之后成交的部分将没有保护。",
    },
    "news.legs_naked": {
        "en": "⚠️ The exchange cancelled the {orders} of your {symbol} position, which is still "
        "open: it is not protected by it any more.",
        "zh": "⚠️ 交易所撤销了您 {symbol} 仓位的{orders}，而仓位仍在：已不再受其保护。",
    },
    "news.day": {
        "en": "Today ({zone}): fills {fills}, net {realized}, fees {fees}.",
        "zh": "今日（{zone}）：成交 {fills} 笔，净盈亏 {realized}，手续费 {fees}。",
    },
}
