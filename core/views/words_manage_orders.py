"""Resting orders: listed, taken back, changed; positions closed elsewhere."""

WORDS: dict[str, dict[str, str]] = {
    "order": {"en": "Order", "zh": "订单"},
    "trigger": {"en": "Trigger", "zh": "触发价"},
    "filled": {"en": "Filled", "zh": "已成交"},
    "type_market": {"en": "market", "zh": "市价"},
    "type_limit": {"en": "limit", "zh": "限价"},
    "type_stop": {"en": "stop", "zh": "止损"},
    "type_take_profit": {"en": "take profit", "zh": "止盈"},
    "order_line": {
        "en": "{side} {quantity} {symbol}, {kind} {price}",
        "zh": "{side} {quantity} {symbol}，{kind} {price}",
    },
    "orders_title": {"en": "Open orders ({count})", "zh": "挂单（{count}）"},
    "no_orders": {"en": "No open orders.", "zh": "没有挂单。"},
    "list_page": {"en": "Page {page} of {pages}.", "zh": "第 {page} / {pages} 页。"},
    "page_next": {"en": "Next ▶ ({page}/{pages})", "zh": "下一页 ▶（{page}/{pages}）"},
    "page_previous": {"en": "◀ Previous ({page}/{pages})", "zh": "◀ 上一页（{page}/{pages}）"},
    "orders_more": {"en": "and {count:more|more}", "zh": "另有 {count} 个"},
    "orders_foreign": {
        "en": "* was placed at the exchange by other means.",
        "zh": "* 是通过其他方式在交易所下的单。",
    },
    "cancel_cancelled": {"en": "Cancelled: {order}.", "zh": "已撤销：{order}。"},
    "cancelled_partly": {
        "en": "Cancelled: {order}. {filled} of it had filled before and stays.",
        "zh": "已撤销：{order}。其中 {filled} 此前已成交，保持不变。",
    },
    "cancel_filled": {
        "en": "Too late: {order} has filled.",
        "zh": "已来不及：{order} 已成交。",
    },
    "cancel_refused": {
        "en": "Not cancelled: {order}. {reason}",
        "zh": "未能撤销：{order}。{reason}",
    },
    "cancel_unknown": {
        "en": "⚠️ {order}: the exchange did not answer, so it is UNKNOWN whether it was cancelled. "
        "Look again with /orders.",
        "zh": "⚠️ {order}：交易所没有答复，是否已撤销未知。请稍后用 /orders 查看。",
    },
    "cancel_gone": {
        "en": "{count:order|orders} rested no more.",
        "zh": "其中 {count} 个已不在挂单中。",
    },
    "cancel_none": {
        "en": "There is no order to cancel that would still open a position.",
        "zh": "没有会开仓的挂单可撤销。",
    },
    "cancel_keeps": {
        "en": "{count:stop or target stays|stops and targets stay}, because what you hold would be "
        "unprotected without:",
        "zh": "保留 {count} 个止损或止盈，否则您的持仓将失去保护：",
    },
    "cancel_kept_too": {
        "en": "Cancel {count:stop or target|stops and targets} too…",
        "zh": "也撤销这 {count} 个止损止盈…",
    },
    "cancel_everything_title": {
        "en": "Cancel {count:resting order|resting orders}?",
        "zh": "撤销全部 {count} 个挂单？",
    },
    "cancel_everything_of": {
        "en": "Cancel {count:order|orders} on {account}…",
        "zh": "撤销 {account} 的 {count} 个挂单…",
    },
    "cancel_more_cancelled": {
        "en": "Cancelled: {count:more|more}.",
        "zh": "已撤销：另 {count} 个。",
    },
    "cancel_more_filled": {
        "en": "Too late, filled: {count:more|more}.",
        "zh": "已来不及，已成交：另 {count} 个。",
    },
    "cancel_more_refused": {
        "en": "Not cancelled: {count:more|more}. /orders shows what rests.",
        "zh": "未能撤销：另 {count} 个。/orders 可查看现有挂单。",
    },
    "cancel_more_unknown": {
        "en": "⚠️ UNKNOWN whether cancelled: {count:more|more}. Look again with /orders.",
        "zh": "⚠️ 是否已撤销未知：另 {count} 个。请稍后用 /orders 查看。",
    },
    "no_such_order": {
        "en": "There is no such open order. /orders lists them.",
        "zh": "没有这样的挂单。/orders 可查看全部。",
    },
    "which_order": {
        "en": "{count:open order fits|open orders fit}. Which one do you mean?",
        "zh": "有 {count} 个挂单符合，您指的是哪一个？",
    },
    "order_protects": {
        "en": "⚠️ {order} protects a position. Without it nothing limits the loss. Remove it "
        "anyway?",
        "zh": "⚠️ {order} 正在保护仓位。没有它，亏损将不受限制。仍要撤销吗？",
    },
    "removal_title": {
        "en": "Remove protection ({count})?",
        "zh": "撤销保护单（{count}）？",
    },
    "removal_warning": {
        "en": "⚠️ The position stays open without it: nothing limits its loss then.",
        "zh": "⚠️ 仓位会继续持有但没有保护，亏损将不受限制。",
    },
    "removal_warning_some": {
        "en": "⚠️ {count:of them is a stop or target|of them are stops and targets}: positions "
        "stay open, and nothing limits their loss then.",
        "zh": "⚠️ 其中 {count} 个是止损或止盈：仓位会继续持有，亏损将不受限制。",
    },
    "change_title": {"en": "Change this order?", "zh": "修改这个订单？"},
    "change_old_new": {"en": "{old} → {new}", "zh": "{old} → {new}"},
    "change_mark_is": {"en": "{price} at {time}", "zh": "{price}，{time}"},
    "change_if_nobody": {
        "en": "If nobody answers, nothing changes; expires at {time}.",
        "zh": "若无人确认则不会更改，{time} 过期。",
    },
    "change_done": {"en": "Changed. It now is: {order}.", "zh": "已修改，现为：{order}。"},
    "change_gone": {
        "en": "The order rests no more: it filled or was cancelled meanwhile. /orders and "
        "/history show how it is now.",
        "zh": "该订单已不在挂单中：期间已成交或被撤销。请用 /orders 和 /history 查看现状。",
    },
    "change_refused": {
        "en": "Not changed; the order stays as it was. {reason}",
        "zh": "未修改，订单保持原样。{reason}",
    },
    "change_unknown": {
        "en": "⚠️ The exchange did not answer, so it is UNKNOWN whether order {order} was changed. "
        "I am looking it up and will tell you.",
        "zh": "⚠️ 交易所没有答复，订单 {order} 是否已修改未知。我正在查询，有结果会告诉您。",
    },
    "change_nothing": {
        "en": "That is what the order is already: {order}.",
        "zh": "订单已经是这样：{order}。",
    },
    "change_too_small": {
        "en": "That is too little for {symbol}: at least {least} {coin}, and not less than has "
        "filled already.",
        "zh": "{symbol} 的数量太少：至少 {least} {coin}，且不能少于已成交的数量。",
    },
    "change_by_words": {
        "en": "This card has no amount to change. Cancel it and say what you want instead.",
        "zh": "这张卡片没有可修改的数量。请取消后重新说明。",
    },
    "marked_closed": {
        "en": "Marked closed: {quantity} {coin} of {symbol}. It was closed at the exchange by "
        "other means, so its price, fee and profit are unknown.",
        "zh": "已标记为平仓：{symbol} {quantity} {coin}。它是通过其他方式在交易所平掉的，"
        "成交价、手续费和盈亏未知。",
    },
    "nothing_to_mark": {
        "en": "There is nothing of {symbol} to mark closed: our book and the exchange agree.",
        "zh": "{symbol} 没有需要标记的仓位：记录与交易所一致。",
    },
    "mark_closed_label": {"en": "Mark {symbol} closed", "zh": "将 {symbol} 标记为已平仓"},
    "coins_set_aside": {
        "en": "All your {coin} ({locked}) is set aside at the exchange for orders that rest in "
        "{symbol}. Cancel those first; /orders lists them. Nothing was placed.",
        "zh": "您的 {coin}（{locked}）已全部被 {symbol} 的挂单占用。请先撤销这些挂单"
        "（/orders 可查看）。未下单。",
    },
    "sold_elsewhere": {
        "en": "Our book has {quantity} {coin} of {symbol}, but the exchange has none: it was "
        "closed there by other means. There is nothing to sell or close. Mark it closed here too?",
        "zh": "记录中有 {symbol} {quantity} {coin}，但交易所没有：它已通过其他方式平掉，"
        "没有可卖出或平掉的。要在这里也标记为已平仓吗？",
    },
}
