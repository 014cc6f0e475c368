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
    "venue_other_money": {
        "en": "{symbol} is paid for in {currency}, and this account holds {money}. "
        "Choose a market in {money}.",
        "zh": "{symbol} 以 {currency} 结算，此账户的资金是 {money}，请选择以 {money} 计价的市场。",
    },
    "venue_needs_price": {
        "en": "A limit order for {symbol} needs its price. Say at which price.",
        "zh": "{symbol} 的限价单需要价格，请说明价格。",
    },
    "venue_needs_trigger": {
        "en": "A stop or take-profit order for {symbol} needs the price that sets it off. "
        "Say at which price.",
        "zh": "{symbol} 的止损或止盈单需要触发价，请说明价格。",
    },
    "venue_off_tick": {
        "en": "{price} is between two prices of {symbol}, which moves in steps of {tick}. "
        "The nearest is {near}.",
        "zh": "{symbol} 的最小价格单位是 {tick}，{price} 不在其上，最接近的是 {near}。",
    },
    "venue_price_too_high": {
        "en": "{price} is no price for {symbol}: it may be up to {most} {currency}. "
        "Check the price.",
        "zh": "{price} 不是 {symbol} 的有效价格，最高为 {most} {currency}，请核对价格。",
    },
    "venue_would_cross": {
        "en": "At {price} this {symbol} order would fill at once, and it was to be placed only if "
        "it rests. Choose a price further away, or let it fill.",
        "zh": "按 {price}，这个 {symbol} 订单会立即成交，而它要求只挂单。请换一个更远的价格，"
        "或允许立即成交。",
    },
    "venue_would_trigger": {
        "en": "The price of {symbol} is {mark} and has reached {trigger} already, so this order "
        "would be set off at once. Choose a price that is still ahead.",
        "zh": "{symbol} 的价格是 {mark}，已经达到 {trigger}，这一单会立即触发。"
        "请选择尚未达到的价格。",
    },
    "venue_too_many_orders": {
        "en": "This account has {most} orders at rest, the most there may be. "
        "Cancel one of them first.",
        "zh": "此账户已有 {most} 个挂单，达到上限，请先撤销一个。",
    },
    "venue_canceled_oco": {
        "en": "Cancelled, since the other order of its pair was filled.",
        "zh": "与它成对的另一单已成交，因此撤销。",
    },
    "venue_canceled_position_closed": {
        "en": "Cancelled, since the {symbol} position that it was to close is gone.",
        "zh": "它要平掉的 {symbol} 仓位已不存在，因此撤销。",
    },
    "venue_canceled_liquidated": {
        "en": "Cancelled, since the {symbol} position that it was to close was liquidated.",
        "zh": "它要平掉的 {symbol} 仓位已被强平，因此撤销。",
    },
    "venue_canceled_reset": {
        "en": "Cancelled, since the account was reset.",
        "zh": "账户已重置，因此撤销。",
    },
    "venue_bank_bounds": {
        "en": "The amount must be between {least} and {most} {currency}. Choose another one.",
        "zh": "金额必须在 {least} 到 {most} {currency} 之间，请换一个金额。",
    },
    "venue_bank_full": {
        "en": "A paper account may have up to {most} {currency} free, and {free} are there. "
        "Add less.",
        "zh": "模拟账户的可用余额最多为 {most} {currency}，目前有 {free}，请减少金额。",
    },
    "venue_bank_short": {
        "en": "{free} {currency} is free, less than the {asked} to be taken out. Take out less.",
        "zh": "可用余额为 {free} {currency}，少于要取出的 {asked}，请减少金额。",
    },
}
