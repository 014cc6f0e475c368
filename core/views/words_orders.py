"""Orders that wait, their stops and targets, and which account they are of."""

WORDS: dict[str, dict[str, str]] = {
    # The card.
    "title_limit": {"en": "{action} limit", "zh": "限价{action}"},
    "title_stop": {"en": "Stop: {action}", "zh": "止损触发：{action}"},
    "title_take_profit": {"en": "Take profit: {action}", "zh": "止盈触发：{action}"},
    "card_limit": {"en": "Limit", "zh": "限价"},
    "card_limit_rests": {
        "en": "{price}: rests in the book until the price comes to it",
        "zh": "{price}：挂单等待价格到达",
    },
    "card_limit_post_only": {
        "en": "{price}, post only: rests in the book, refused if it would fill at once",
        "zh": "{price}，只做挂单（post only）：若会立即成交则被拒绝",
    },
    "card_limit_at_once": {
        "en": "{price}: fills at once, at this price or better",
        "zh": "{price}：会立即以该价格或更优价格成交",
    },
    "card_take_profit": {"en": "Take profit", "zh": "止盈"},
    "card_trigger_is": {
        "en": "{price}: at market once the mark price reaches it (now {mark})",
        "zh": "{price}：标记价格到达后按市价执行（现价 {mark}）",
    },
    "card_fee_maker": {
        "en": "{fee} ({rate}, maker, since it rests)",
        "zh": "{fee}（{rate}，挂单费率）",
    },
    "card_stop_is": {
        "en": "{price} ({distance}), would lose about {amount}",
        "zh": "{price}（{distance}），约亏损 {amount}",
    },
    "card_target_is": {
        "en": "{price} ({distance}), would gain about {amount}",
        "zh": "{price}（{distance}），约盈利 {amount}",
    },
    "card_reward_risk": {"en": "Reward / risk", "zh": "盈亏比"},
    "card_reward_risk_is": {"en": "{ratio} : 1", "zh": "{ratio} : 1"},
    "card_far": {
        "en": "⚠️ That price is more than 20% away from the present one: please check it.",
        "zh": "⚠️ 该价格与现价相差超过 20%，请核对。",
    },
    "card_stop_too_late": {
        "en": "⚠️ The position would be liquidated before this stop is reached.",
        "zh": "⚠️ 仓位会在到达该止损价之前被强平。",
    },
    "card_one_more": {
        "en": "⚠️ There is a stop or target already, at {prices}: this one is added to it. To move "
        "it instead, say for example: move my stop to another price.",
        "zh": "⚠️ 已有止损或止盈（{prices}），这一单会另外增加一个。"
        "如需移动原来的，请说：把止损移到某个价格。",
    },
    "card_until_cancelled": {
        "en": "It stays at the exchange until it fills or you cancel it.",
        "zh": "订单会一直挂在交易所，直到成交或您撤销。",
    },
    "card_legs_later": {
        "en": "Stop and target are placed as soon as it fills.",
        "zh": "成交后会立即挂出止损和止盈。",
    },
    # What became of it.
    "placed_limit": {
        "en": "{action} {quantity} {coin}: limit order resting at {price}",
        "zh": "{action} {quantity} {coin}：限价单已挂出，价格 {price}",
    },
    "placed_stop": {
        "en": "{action} {quantity} {coin}: stop set at {price}",
        "zh": "{action} {quantity} {coin}：止损单已设置，触发价 {price}",
    },
    "placed_take_profit": {
        "en": "{action} {quantity} {coin}: take profit set at {price}",
        "zh": "{action} {quantity} {coin}：止盈单已设置，触发价 {price}",
    },
    "fill_partly_rests": {
        "en": "{filled} of {asked} {coin} filled; the rest of the order still waits.",
        "zh": "{asked} {coin} 中已成交 {filled}，其余仍在挂单。",
    },
    "leg_rests": {"en": "{price}, resting at the exchange", "zh": "{price}，已挂在交易所"},
    "leg_filled": {"en": "{price}, already reached", "zh": "{price}，已触发成交"},
    "leg_refused": {"en": "{price}, NOT placed", "zh": "{price}，未能设置"},
    "leg_unknown": {"en": "{price}, outcome UNKNOWN", "zh": "{price}，结果未知"},
    "leg_not_sent": {"en": "{price}, not placed yet", "zh": "{price}，尚未设置"},
    "stop_not_placed": {
        "en": "⚠️ The stop could not be placed. {reason}",
        "zh": "⚠️ 止损未能设置。{reason}",
    },
    "stop_short": {
        "en": "🚨 {short} {coin} have NO stop: the exchange does not enlarge the one at {price}. "
        "Set one for them, or close them.",
        "zh": "🚨 有 {short} {coin} 没有止损：交易所无法加大 {price} 的止损单。"
        "请为其设置止损，或平仓。",
    },
    "target_short": {
        "en": "⚠️ The target at {price} does not cover {short} {coin}: the exchange does not "
        "enlarge it.",
        "zh": "⚠️ {price} 的止盈单未覆盖 {short} {coin}：交易所无法加大该订单。",
    },
    "target_not_placed": {
        "en": "⚠️ The target could not be placed. {reason} The rest stands as shown.",
        "zh": "⚠️ 止盈未能设置。{reason}其余如上所示。",
    },
    "entry_closed_again": {
        "en": "So that nothing is left unprotected, the position was closed again at {price}: "
        "{pnl}.",
        "zh": "为避免仓位没有保护，已将其平掉，成交价 {price}：{pnl}。",
    },
    "entry_naked": {
        "en": "🚨 Closing it again was refused too. {reason} You hold it WITHOUT a stop: please "
        "close it or set a stop now.",
        "zh": "🚨 平仓也被拒绝。{reason}您现在持有的仓位没有止损：请立即平仓或设置止损。",
    },
    "protection_stop": {"en": "the stop", "zh": "止损单"},
    "protection_target": {"en": "the target", "zh": "止盈单"},
    "protection_closed": {"en": "the order that closes it", "zh": "平仓单"},
    "protection_unknown": {
        "en": "The answer about {what} did not come: its outcome is UNKNOWN. I am looking it up by "
        "its id {order} and will tell you.",
        "zh": "没有收到关于{what}的答复，结果未知。我正在按编号 {order} 查询，有结果会告诉您。",
    },
    "protection_not_sent": {
        "en": "🚨 The exchange could not be reached, so {what} ({order}) is NOT placed yet. I keep "
        "trying and will tell you.",
        "zh": "🚨 无法连接交易所，{what}（{order}）尚未设置。我会继续尝试，有结果会告诉您。",
    },
    "order_refused_before": {
        "en": "The exchange refused it.",
        "zh": "交易所已拒绝。",
    },
    "leg_shrunk": {
        "en": "The order at {price} now covers {quantity} {coin}, what is left.",
        "zh": "{price} 的保护单已改为剩余的 {quantity} {coin}。",
    },
    "leg_cancelled": {
        "en": "The order at {price} was cancelled: nothing is left for it.",
        "zh": "{price} 的保护单已撤销：没有剩余仓位。",
    },
    "leg_not_adjusted": {
        "en": "⚠️ The order at {price} could not be brought to what is left ({quantity} {coin}). "
        "Please check it with /orders.",
        "zh": "⚠️ {price} 的保护单未能调整为剩余的 {quantity} {coin}，请用 /orders 查看。",
    },
    # Why a price cannot be.
    "price_slip": {
        "en": "{price} {currency} is more than ten times off the present price of {symbol}, "
        "{mark}. Nothing was placed: please check the digits.",
        "zh": "{price} {currency} 与 {symbol} 现价 {mark} 相差十倍以上。未下单，请核对数字。",
    },
    "post_only_crosses": {
        "en": "A post-only limit at {price} would fill at once: {symbol} is at {mark}. Choose a "
        "price that waits, or leave out post only.",
        "zh": "post only 限价 {price} 会立即成交：{symbol} 现价 {mark}。"
        "请换一个会等待的价格，或去掉 post only。",
    },
    "limit_above": {
        "en": "A limit to buy at {price} is more than 5% above the present price of {symbol}, "
        "{mark}, and would fill at once. Choose a lower price, or say market.",
        "zh": "买入限价 {price} 比 {symbol} 现价 {mark} 高出 5% 以上，会立即成交。"
        "请降低价格，或使用市价。",
    },
    "limit_below": {
        "en": "A limit to sell at {price} is more than 5% below the present price of {symbol}, "
        "{mark}, and would fill at once. Choose a higher price, or say market.",
        "zh": "卖出限价 {price} 比 {symbol} 现价 {mark} 低 5% 以上，会立即成交。"
        "请提高价格，或使用市价。",
    },
    "stop_sells_wrong_side": {
        "en": "A stop that sells must be below the present price: {symbol} is at {mark}, so "
        "{price} would trigger at once. For a profit above the price, set a take profit.",
        "zh": "卖出止损必须低于现价：{symbol} 现价 {mark}，{price} 会立即触发。"
        "想在更高价获利，请设置止盈。",
    },
    "stop_buys_wrong_side": {
        "en": "A stop that buys must be above the present price: {symbol} is at {mark}, so "
        "{price} would trigger at once. For a price below it, use a limit or a take profit.",
        "zh": "买入止损必须高于现价：{symbol} 现价 {mark}，{price} 会立即触发。"
        "更低的价格请用限价或止盈。",
    },
    "take_profit_sells_wrong_side": {
        "en": "A take profit that sells must be above the present price: {symbol} is at {mark}, so "
        "{price} would trigger at once. To limit a loss, set a stop.",
        "zh": "卖出止盈必须高于现价：{symbol} 现价 {mark}，{price} 会立即触发。"
        "想限制亏损，请设置止损。",
    },
    "take_profit_buys_wrong_side": {
        "en": "A take profit that buys must be below the present price: {symbol} is at {mark}, so "
        "{price} would trigger at once. To limit a loss, set a stop.",
        "zh": "买入止盈必须低于现价：{symbol} 现价 {mark}，{price} 会立即触发。"
        "想限制亏损，请设置止损。",
    },
    "stop_wrong_side_long": {
        "en": "The stop of a long must be below where it opens, {entry}; {price} is not. {symbol} "
        "is at {mark} now.",
        "zh": "做多的止损必须低于开仓价 {entry}，{price} 不符合。{symbol} 现价 {mark}。",
    },
    "stop_wrong_side_short": {
        "en": "The stop of a short must be above where it opens, {entry}; {price} is not. {symbol} "
        "is at {mark} now.",
        "zh": "做空的止损必须高于开仓价 {entry}，{price} 不符合。{symbol} 现价 {mark}。",
    },
    "target_wrong_side_long": {
        "en": "The target of a long must be above where it opens, {entry}; {price} is not. "
        "{symbol} is at {mark} now.",
        "zh": "做多的止盈必须高于开仓价 {entry}，{price} 不符合。{symbol} 现价 {mark}。",
    },
    "target_wrong_side_short": {
        "en": "The target of a short must be below where it opens, {entry}; {price} is not. "
        "{symbol} is at {mark} now.",
        "zh": "做空的止盈必须低于开仓价 {entry}，{price} 不符合。{symbol} 现价 {mark}。",
    },
    # A model's order that is not the one said.
    "orders_disagree": {
        "en": "Your words say “{said}”, the plan says “{planned}”. Which one do you mean?",
        "zh": "您说的是“{said}”，而计划是“{planned}”。您指的是哪一个？",
    },
    # How much.
    "amount_missing": {
        "en": "How much {coin}? The minimum is {minimum} {quote}; {free} {currency} is free.",
        "zh": "{coin} 要多少？最小 {minimum} {quote}，可用 {free} {currency}。",
    },
    "amount_missing_to_sell": {
        "en": "How much {coin} do you want to sell? You have {free} {currency}; the minimum is "
        "{minimum} {quote}.",
        "zh": "要卖出多少 {coin}？您有 {free} {currency}，最小 {minimum} {quote}。",
    },
    "ask_amount_bounds": {
        "en": "The minimum is {minimum} {quote}; {free} {currency} is free.",
        "zh": "最小 {minimum} {quote}，可用 {free} {currency}。",
    },
    "ask_amount_held": {
        "en": "You have {free} {currency}; the minimum is {minimum} {quote}.",
        "zh": "您有 {free} {currency}，最小 {minimum} {quote}。",
    },
    "suggest_bare": {"en": "{action} {symbol}", "zh": "{action} {symbol}"},
    "amount_all": {"en": "all", "zh": "全部"},
    "amount_half": {"en": "half", "zh": "一半"},
    # What the offline planner calls it.
    "offline_minimum": {
        "en": "The minimum is {minimum} {quote}.",
        "zh": "最小 {minimum} {quote}。",
    },
    "offline_goal_protect": {"en": "{kind} at {price}:", "zh": "{kind} {price}："},
    "offline_nothing_to_protect": {
        "en": "Nothing of that is held, so there is nothing for a stop or target. Held now:",
        "zh": "没有这样的持仓，无法设置止损或止盈。当前持仓：",
    },
    "offline_goal_orders": {"en": "Open orders", "zh": "当前挂单"},
    "offline_goal_cancel": {"en": "Cancel orders", "zh": "撤销挂单"},
    "offline_goal_amend": {"en": "Change an order", "zh": "修改订单"},
    "offline_goal_marked": {"en": "Mark a position closed", "zh": "标记为已平仓"},
    # Which account.
    "account_unknown": {
        "en": "There is no exchange account called {name}. You have: {accounts}. Nothing was "
        "placed.",
        "zh": "没有名为 {name} 的交易账户。现有：{accounts}。未下单。",
    },
    "account_ambiguous": {
        "en": "{name} fits several accounts: {accounts}. Please name the one you mean.",
        "zh": "{name} 对应多个账户：{accounts}。请说明是哪一个。",
    },
    "account_disabled": {
        "en": "The account {name} ({venue}) is switched off. Nothing was placed: enable it first, "
        "or name another account.",
        "zh": "账户 {name}（{venue}）已停用，未下单。请先启用，或指定其他账户。",
    },
    "account_gone": {
        "en": "The exchange account of this order is no longer there. Nothing was placed.",
        "zh": "这笔订单所属的交易账户已不存在，未下单。",
    },
}
