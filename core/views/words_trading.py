"""Orders: what they are called, their card, and why one cannot be."""

WORDS: dict[str, dict[str, str]] = {
    # What an order does, as a verb.
    "do_buy": {"en": "Buy", "zh": "买入"},
    "do_sell": {"en": "Sell", "zh": "卖出"},
    "do_open_long": {"en": "Open long", "zh": "开多"},
    "do_open_short": {"en": "Open short", "zh": "开空"},
    "do_close_long": {"en": "Close long", "zh": "平多"},
    "do_close_short": {"en": "Close short", "zh": "平空"},
    # What it did.
    "did_buy": {"en": "Bought", "zh": "已买入"},
    "did_sell": {"en": "Sold", "zh": "已卖出"},
    "did_open_long": {"en": "Opened long", "zh": "已开多"},
    "did_open_short": {"en": "Opened short", "zh": "已开空"},
    "did_close_long": {"en": "Closed long", "zh": "已平多"},
    "did_close_short": {"en": "Closed short", "zh": "已平空"},
    # Buttons that stand for a request.
    "suggest_order_label": {
        "en": "{action} {amount} of {coin}",
        "zh": "{action} {amount} 的 {coin}",
    },
    "suggest_order": {"en": "{action} {amount} of {symbol}", "zh": "{action} {amount} 的 {symbol}"},
    "suggest_coins_label": {"en": "{action} {amount}", "zh": "{action} {amount}"},
    "suggest_leverage_label": {"en": "{order} at {leverage}x", "zh": "{order}，{leverage} 倍"},
    "suggest_order_leverage": {
        "en": "{action} {amount} of {symbol} {leverage}x",
        "zh": "{action} {amount} 的 {symbol} {leverage}倍",
    },
    "suggest_all_label": {"en": "{action}: all {coin}", "zh": "{action}全部 {coin}"},
    "suggest_all": {"en": "{action} all {symbol}", "zh": "{action}全部 {symbol}"},
    # The card.
    "card_title": {"en": "{action} {quantity} {coin}?", "zh": "{action} {quantity} {coin}？"},
    "card_exchange": {"en": "Exchange", "zh": "交易所"},
    "card_market": {"en": "Market", "zh": "市场"},
    "card_side": {"en": "Side", "zh": "方向"},
    "card_amount": {"en": "Amount", "zh": "数量"},
    "card_amount_is": {
        "en": "{amount} = {quantity} {coin}, worth {value}",
        "zh": "{amount} = {quantity} {coin}，价值 {value}",
    },
    "card_quantity_is": {
        "en": "{quantity} {coin}, worth {value}",
        "zh": "{quantity} {coin}，价值 {value}",
    },
    "card_price": {"en": "Price", "zh": "价格"},
    "card_price_is": {
        "en": "{price} at {time}, {age} s old, {source}",
        "zh": "{price}，{time}，{age} 秒前，{source}",
    },
    "card_fee": {"en": "Fee", "zh": "手续费"},
    "card_fee_is": {"en": "{fee} ({rate})", "zh": "{fee}（{rate}）"},
    "card_cost": {"en": "Total cost", "zh": "总成本"},
    "card_proceeds": {"en": "You receive", "zh": "到账"},
    "card_pnl": {"en": "Realises about", "zh": "预计实现盈亏"},
    "card_leverage": {"en": "Leverage", "zh": "杠杆"},
    "card_leverage_is": {"en": "{leverage}x isolated", "zh": "{leverage} 倍逐仓"},
    "card_margin": {"en": "Margin", "zh": "保证金"},
    "card_liquidation": {"en": "Liquidation price", "zh": "强平价"},
    "card_stop": {"en": "Stop", "zh": "止损"},
    "card_target": {"en": "Target", "zh": "止盈"},
    "none": {"en": "none", "zh": "无"},
    "nothing": {"en": "nothing", "zh": "无持仓"},
    "spot": {"en": "spot", "zh": "现货"},
    "perpetual": {"en": "perpetual", "zh": "永续"},
    "card_clamped": {
        "en": "You asked for more than there is; this takes all {quantity} {coin} of it.",
        "zh": "您要求的超过现有数量，这一单按全部 {quantity} {coin} 执行。",
    },
    "card_rounded_up": {
        "en": "This is the smallest order that the exchange takes, slightly above your amount.",
        "zh": "这是交易所接受的最小订单，略高于您的金额。",
    },
    "card_large": {
        "en": "A large order is confirmed twice.",
        "zh": "大额订单需要确认两次。",
    },
    "card_if_nobody": {
        "en": "If nobody answers, nothing is placed; expires at {time}.",
        "zh": "若无人确认则不会下单，{time} 过期。",
    },
    # A fill.
    "fill_title": {
        "en": "{did} {quantity} {coin} at {price}",
        "zh": "{did} {quantity} {coin}，成交价 {price}",
    },
    "fill_value": {"en": "Value", "zh": "成交额"},
    "fill_pnl": {"en": "Realised P&L", "zh": "已实现盈亏"},
    "fill_partly": {
        "en": "Only partly filled: {filled} of {asked} {coin}.",
        "zh": "仅部分成交：{asked} {coin} 中的 {filled}。",
    },
    # Why an order cannot be.
    "below_minimum": {
        "en": "The minimum for {symbol} is {minimum} {currency}. The smallest order now is {least} "
        "{coin}, which is {cost} {currency}.",
        "zh": "{symbol} 的最小下单金额是 {minimum} {currency}。现在最小的一单是 {least} {coin}，"
        "约 {cost} {currency}。",
    },
    "too_little_to_close": {
        "en": "That is too little: the smallest order for {symbol} now is {least} {coin}, which is "
        "{cost} {currency}. You hold {held} {coin}.",
        "zh": "数量太少：{symbol} 现在最小的一单是 {least} {coin}，约 {cost} {currency}。"
        "您持有 {held} {coin}。",
    },
    "dust": {
        "en": "You hold {held} {coin}, less than the smallest order for {symbol}: {least} {coin}, "
        "which is {cost} {currency}. It cannot be sold by itself.",
        "zh": "您持有 {held} {coin}，少于 {symbol} 的最小下单量 {least} {coin}（约 {cost} "
        "{currency}），无法单独卖出。",
    },
    "insufficient_funds": {
        "en": "Not enough {currency}: this order needs {needed} with its fee, and {free} is free.",
        "zh": "{currency} 不足：这一单含手续费需要 {needed}，可用 {free}。",
    },
    "nothing_to_sell": {
        "en": "There is no {coin} to sell. Held: {held}.",
        "zh": "没有可卖的 {coin}。当前持有：{held}。",
    },
    "no_long": {
        "en": "There is no long position in {symbol} to close. Held: {held}.",
        "zh": "没有可平的 {symbol} 多仓。当前持有：{held}。",
    },
    "no_short": {
        "en": "There is no short position in {symbol} to close. Held: {held}.",
        "zh": "没有可平的 {symbol} 空仓。当前持有：{held}。",
    },
    "opposite_position": {
        "en": "You hold {held}. This order would close it instead of opening the other side: close "
        "it first.",
        "zh": "您持有 {held}。这一单会平掉它而不是开反向仓位，请先平仓。",
    },
    "leverage_of_position": {
        "en": "Your {symbol} position has {leverage}x leverage, and a position has only one. Add "
        "with {leverage}x, or close it first.",
        "zh": "您的 {symbol} 仓位是 {leverage} 倍杠杆，一个仓位只有一个杠杆。"
        "请用 {leverage} 倍加仓，或先平仓。",
    },
    "leverage_too_high": {
        "en": "{leverage}x is too much for {symbol} at this size: the maximum is {maximum}x.",
        "zh": "{symbol} 在这个规模下不能用 {leverage} 倍：最高 {maximum} 倍。",
    },
    "order_refused": {
        "en": "The exchange refused the order and gave no reason. Nothing was placed.",
        "zh": "交易所拒绝了订单且未说明原因，未下单。",
    },
    "price_too_old": {
        "en": "The price of {symbol} is {age} s old, and an order needs one of at most {limit} s. "
        "Nothing was placed; try again in a moment.",
        "zh": "{symbol} 的价格是 {age} 秒前的，下单要求不超过 {limit} 秒。未下单，请稍后再试。",
    },
    "trading_reducing": {
        "en": "This account only closes positions now. Nothing was placed; /unhalt allows opening.",
        "zh": "此账户目前只允许平仓，未下单；/unhalt 可恢复开仓。",
    },
    "trading_halted": {
        "en": "Trading is halted on this account: only closing is possible. Nothing was placed; "
        "/unhalt allows opening.",
        "zh": "此账户已停止交易，只能平仓，未下单；/unhalt 可恢复开仓。",
    },
    "funds_reserved": {
        "en": "Not enough {currency}: this order needs {needed} with its fee, {free} is free, and "
        "{reserved} of that is set aside for orders on their way. Nothing was placed.",
        "zh": "{currency} 不足：这一单含手续费需要 {needed}，可用 {free}，其中 {reserved} "
        "已为在途订单预留。未下单。",
    },
    "holding_changed": {
        "en": "What this order would sell or close is no longer there. Held: {held}. Nothing was "
        "placed.",
        "zh": "这一单要卖出或平掉的持仓已不存在。当前持有：{held}。未下单。",
    },
    "position_changed": {
        "en": "Your {symbol} position has changed since this card. Nothing was placed; ask again "
        "for a fresh card.",
        "zh": "自这张卡片以来，您的 {symbol} 仓位已变化。未下单，请重新发起。",
    },
    "exchange_unavailable": {
        "en": "The exchange {venue} of this account is not connected here. Nothing was done.",
        "zh": "此账户的交易所 {venue} 未在这里连接，没有执行任何操作。",
    },
    # Which market.
    "unknown_symbol": {
        "en": "{symbol} is not traded here.",
        "zh": "这里没有 {symbol} 这个市场。",
    },
    "market_read_label": {"en": "{symbol} ({kind})", "zh": "{symbol}（{kind}）"},
    "ambiguous_market": {
        "en": "Which market do you mean by {symbol}?",
        "zh": "您说的 {symbol} 是哪个市场？",
    },
    "no_spot_market": {
        "en": "{symbol} has no spot market here.",
        "zh": "{symbol} 在这里没有现货市场。",
    },
    "no_perpetual_market": {
        "en": "{symbol} has no perpetual market here, so it cannot be held long or short.",
        "zh": "{symbol} 在这里没有永续市场，不能做多或做空。",
    },
    "market_kind_unclear": {
        "en": "{symbol} is a {kind} market. What do you want to do?",
        "zh": "{symbol} 是{kind}市场。您想怎么做？",
    },
    "market_label": {"en": "{symbol} · {kind} · {venue}", "zh": "{symbol} · {kind} · {venue}"},
    "suggest_price": {"en": "price of {symbol}", "zh": "{symbol} 价格"},
    "suggest_trades": {"en": "my {symbol} trades", "zh": "{symbol} 成交记录"},
    "suggest_favourite": {"en": "add {symbol} to my favourites", "zh": "把 {symbol} 加入收藏"},
    "suggest_positions": {"en": "my {symbol} position", "zh": "{symbol} 持仓"},
}
