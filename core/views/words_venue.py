"""What a venue says to a person: why it took no order, and what would do instead."""

WORDS: dict[str, dict[str, str]] = {
    "venue_unknown_symbol": {
        "en": "{symbol} is not traded here. Choose a market from the list.",
        "zh": "这里没有 {symbol} 这个市场，请从列表中选择。",
    },
    "venue_min_quantity": {
        "en": "{quantity} {currency} is too little: the smallest order for {symbol} is {minimum} "
        "{currency} now, worth {value} {quote}. Try a larger amount.",
        "zh": "{quantity} {currency} 太少：{symbol} 目前最小的一单是 {minimum} {currency}，"
        "价值 {value} {quote}，请增加数量。",
    },
    "venue_min_notional": {
        "en": "An order for {symbol} must be worth at least {minimum} {currency}, "
        "and this one is worth {value} {currency}. Try a larger amount.",
        "zh": "{symbol} 的订单价值至少要 {minimum} {currency}，"
        "这一单只有 {value} {currency}，请增加金额。",
    },
    "venue_too_large": {
        "en": "No order for {symbol} may be worth more than {most} {currency}. "
        "Try a smaller amount.",
        "zh": "{symbol} 单笔订单价值不能超过 {most} {currency}，请减少金额。",
    },
    "venue_unknown_order": {
        "en": "The exchange has no such order. /orders lists those that rest.",
        "zh": "交易所没有这个订单。可用 /orders 查看挂单。",
    },
    "venue_order_closed": {
        "en": "That order no longer rests, so it cannot be changed.",
        "zh": "该订单已不在挂单中，无法修改。",
    },
    "venue_nothing_to_reduce": {
        "en": "There is no {symbol} position that this order could close. Nothing was placed.",
        "zh": "没有可由这一单平掉的 {symbol} 仓位，未下单。",
    },
    "venue_nothing_to_sell": {
        "en": "There is no {currency} in this account to sell. Nothing was placed.",
        "zh": "此账户没有可卖的 {currency}，未下单。",
    },
    "venue_insufficient_holding": {
        "en": "You hold {free} {currency}, less than the {asked} {currency} to be sold. "
        "Sell {free} or less.",
        "zh": "您持有 {free} {currency}，少于要卖的 {asked} {currency}，请卖出不超过 {free}。",
    },
    "venue_insufficient_balance": {
        "en": "This order needs {needed} {currency} with its fee, and {free} {currency} is free. "
        "Try a smaller amount.",
        "zh": "这一单含手续费需要 {needed} {currency}，可用余额只有 {free} {currency}，"
        "请减少金额。",
    },
    "venue_insufficient_margin": {
        "en": "This order needs {needed} {currency} of margin and fee, and {free} {currency} "
        "would be free for it. Try a smaller amount or a higher leverage.",
        "zh": "这一单的保证金和手续费需要 {needed} {currency}，可用的只有 {free} {currency}，"
        "请减少金额或提高杠杆。",
    },
    "venue_leverage_limit": {
        "en": "{asked}x is not possible: for a {symbol} position worth {value} {currency} leverage "
        "goes from 1x to {most}x. Choose one of these, or a smaller amount.",
        "zh": "不能用 {asked} 倍：价值 {value} {currency} 的 {symbol} 仓位杠杆为 1 到 {most} 倍，"
        "请在此范围内选择，或减少金额。",
    },
    "venue_leverage_differs": {
        "en": "Your {symbol} position has {has}x leverage, and this order asks for {asked}x. "
        "Add with {has}x, or close the position first.",
        "zh": "您的 {symbol} 仓位是 {has} 倍杠杆，这一单要求 {asked} 倍。"
        "请用 {has} 倍加仓，或先平仓。",
    },
    "venue_would_liquidate": {
        "en": "Filled at {price}, this {symbol} position would be liquidated at once "
        "(mark {mark}). Try a smaller amount or a lower leverage.",
        "zh": "按 {price} 成交后，这个 {symbol} 仓位会立即被强平（标记价 {mark}），"
        "请减少金额或降低杠杆。",
    },
}
