"""Risk limits, the day's loss, halts and what follows from them."""

WORDS: dict[str, dict[str, str]] = {
    # What a limit is called.
    "limit_name_max_notional": {"en": "Largest order", "zh": "单笔最大金额"},
    "limit_name_max_position": {"en": "Largest position", "zh": "单个仓位上限"},
    "limit_name_max_positions": {"en": "Open positions", "zh": "持仓数量上限"},
    "limit_name_max_leverage": {"en": "Leverage", "zh": "杠杆上限"},
    "limit_name_max_margin_share": {"en": "Margin of equity", "zh": "保证金占净值上限"},
    "limit_name_daily_loss": {"en": "Loss of a day", "zh": "单日亏损上限"},
    "limit_name_min_reward_risk": {"en": "Reward to risk, at least", "zh": "盈亏比下限"},
    "limit_name_symbols": {"en": "Allowed symbols", "zh": "允许的交易对"},
    "limit_none": {"en": "none", "zh": "不限"},
    "limit_all": {"en": "all", "zh": "全部"},
    "limit_state": {"en": "Trading", "zh": "交易状态"},
    "state_ACTIVE": {"en": "active", "zh": "正常"},
    "state_REDUCING": {"en": "only closing", "zh": "只许平仓"},
    "state_HALTED": {"en": "halted", "zh": "已停止"},
    "limit_title": {"en": "Risk limits of {account}", "zh": "{account} 的风险限额"},
    "limit_day": {
        "en": "Today ({zone}): realised {realized}, open {unrealized}.",
        "zh": "今日（{zone}）：已实现 {realized}，未实现 {unrealized}。",
    },
    # Changing one.
    "limit_card": {"en": "Change a limit: {name}?", "zh": "修改限额：{name}？"},
    "limit_account": {"en": "Account", "zh": "账户"},
    "limit_now": {"en": "Now", "zh": "现在"},
    "limit_new": {"en": "New", "zh": "改为"},
    "limit_wider": {
        "en": "This allows more risk than now. If nobody answers, it stays as it is.",
        "zh": "这会放宽风险限制。若无人确认，则保持不变。",
    },
    "limit_tighter": {
        "en": "This allows no more risk than now. If nobody answers, it stays as it is.",
        "zh": "这不会放宽风险限制。若无人确认，则保持不变。",
    },
    "limit_changed": {
        "en": "{name} of {account} is now {new}, was {old}.",
        "zh": "{account} 的{name}现在是 {new}，原来是 {old}。",
    },
    "limit_moved": {
        "en": "This limit has changed since the card was shown. Nothing was changed; ask again.",
        "zh": "自这张卡片以来，此限额已变化。未做修改，请重新发起。",
    },
    "limit_no_account": {
        "en": "There is no exchange account called {name}. Yours: {known}.",
        "zh": "没有名为 {name} 的交易所账户。您的账户：{known}。",
    },
    "limit_no_value": {
        "en": "“{value}” is no value for a limit. Write plain digits such as 500, or none.",
        "zh": "“{value}” 不是有效的限额。请写数字，例如 500，或写“不限”。",
    },
    "limit_no_symbol": {
        "en": "{symbol} is no market here. Write symbols such as BTC/USDT, with commas between.",
        "zh": "这里没有 {symbol} 这个市场。请写 BTC/USDT 这样的交易对，用逗号分隔。",
    },
    "limit_range": {
        "en": "{value} is out of range: above 0, at most {most}.",
        "zh": "{value} 超出范围：须大于 0，且不超过 {most}。",
    },
    "limit_whole": {
        "en": "{value} will not do: a whole number from 1 to {most}.",
        "zh": "{value} 不可用：须为 1 到 {most} 的整数。",
    },
    # Why an order is refused.
    "limit_symbol": {
        "en": "{symbol} is not among the symbols that this account may open: {allowed}. Nothing "
        "was placed.",
        "zh": "此账户只允许开仓：{allowed}，不含 {symbol}。未下单。",
    },
    "limit_leverage": {
        "en": "{leverage}x is above the leverage limit of this account, {limit}x. Nothing was "
        "placed.",
        "zh": "{leverage} 倍超过此账户的杠杆上限 {limit} 倍。未下单。",
    },
    "limit_notional": {
        "en": "An order of {value} is above this account's limit for one order, {limit}. Nothing "
        "was placed.",
        "zh": "这一单 {value} 超过此账户单笔上限 {limit}。未下单。",
    },
    "limit_position": {
        "en": "Your {symbol} position would be {value} with orders on their way, above this "
        "account's limit of {limit}. Nothing was placed.",
        "zh": "加上在途订单，您的 {symbol} 仓位将达到 {value}，超过此账户上限 {limit}。未下单。",
    },
    "limit_positions": {
        "en": "{count:position is|positions are} open or on the way, and this account's limit is "
        "{limit}. Close one first. Nothing was placed.",
        "zh": "已有 {count} 个持仓或在途开仓，此账户上限为 {limit} 个。请先平掉一个。未下单。",
    },
    "limit_margin": {
        "en": "Margin in use would be {share} of your equity, above the limit of {limit}. Nothing "
        "was placed.",
        "zh": "保证金将占净值的 {share}，超过上限 {limit}。未下单。",
    },
    "limit_unreadable": {
        "en": "The limit “{limit}” cannot be checked now, since the account cannot be read in "
        "full. Nothing was placed; try again shortly.",
        "zh": "账户数据暂时读不全，无法核对“{limit}”限额。未下单，请稍后再试。",
    },
    "limit_needs_levels": {
        "en": "This account asks for a reward to risk of at least {limit}, so an order needs a "
        "stop and a target. Nothing was placed.",
        "zh": "此账户要求盈亏比至少 {limit}，下单需同时给出止损和止盈。未下单。",
    },
    "limit_reward": {
        "en": "Reward to risk is {ratio}, below this account's limit of {limit}. Nothing was "
        "placed.",
        "zh": "盈亏比为 {ratio}，低于此账户下限 {limit}。未下单。",
    },
    "limit_loss": {
        "en": "Today's loss is {loss} {currency}, and the limit is {limit}. Only closing is "
        "possible until the day ends at {ends}, midnight in {zone}; then /unhalt allows opening.",
        "zh": "今日亏损 {loss} {currency}，上限为 {limit}。在 {ends}（{zone} 的零点）之前只能平仓，"
        "之后可用 /unhalt 恢复开仓。",
    },
    "limit_loss_unknown": {
        "en": "Today's loss cannot be told now, and this account stops at {limit} {currency}: "
        "nothing was placed. Closing is always possible.",
        "zh": "暂时无法得知今日亏损，而此账户的单日亏损上限为 {limit} {currency}：未下单。"
        "平仓不受影响。",
    },
    "price_disagrees": {
        "en": "The price of {symbol} is {price} here and {other} at {source}: more than "
        "{tolerance} apart. Nothing was placed.",
        "zh": "{symbol} 在此报价 {price}，在 {source} 报价 {other}，相差超过 {tolerance}。未下单。",
    },
    # What was done elsewhere.
    "reconcile.found": {
        "en": "Done elsewhere on {account}, not through me:",
        "zh": "{account} 上有不是通过我进行的操作：",
    },
    "reconcile.closed": {
        "en": "{symbol}: our book has {ours}, the exchange has nothing. It was closed there; at "
        "what price I do not know.",
        "zh": "{symbol}：记录为 {ours}，交易所没有。它已在交易所平掉，成交价未知。",
    },
    "reconcile.differs": {
        "en": "{symbol}: our book has {ours}, the exchange has {theirs}. What the exchange has is "
        "what counts.",
        "zh": "{symbol}：记录为 {ours}，交易所为 {theirs}。以交易所为准。",
    },
    "reconcile.order": {
        "en": "An order that I did not place rests there: {order}.",
        "zh": "有一个不是我下的挂单：{order}。",
    },
    "loss_stop.hit": {
        "en": "Daily loss stop: {account} has lost {loss} today, and the limit is {limit}. It only "
        "closes now, and resting orders that would open are cancelled. The day ends at {ends}, "
        "midnight in {zone}; after that, /unhalt allows opening.",
        "zh": "触发单日亏损上限：{account} 今日亏损 {loss}，上限 {limit}。现在只能平仓，"
        "会开仓的挂单将被撤销。今日于 {ends}（{zone} 的零点）结束，之后可用 /unhalt 恢复开仓。",
    },
    "loss_stop.over": {
        "en": "{account}: the day of the daily loss stop is over. It still only closes; /unhalt "
        "allows opening again.",
        "zh": "{account}：触发亏损上限的那一天已结束。目前仍只能平仓；可用 /unhalt 恢复开仓。",
    },
    "offline_limits": {"en": "Your risk limits", "zh": "您的风险限额"},
    "offline_limit_change": {"en": "Change a risk limit", "zh": "修改风险限额"},
    # Halting, and trading again.
    "command.halt": {
        "en": "stop trading now: nothing opens until /unhalt",
        "zh": "立即停止交易：/unhalt 之前不再开仓",
    },
    "command.limits": {"en": "your risk limits", "zh": "您的风险限额"},
    "command.unhalt": {"en": "allow opening again", "zh": "恢复开仓"},
    "side_BUY": {"en": "buy", "zh": "买入"},
    "side_SELL": {"en": "sell", "zh": "卖出"},
    "halt.done": {
        "en": "Trading is halted on {accounts}. Nothing opens until you say /unhalt; closing stays "
        "possible.",
        "zh": "已停止交易：{accounts}。在您发送 /unhalt 之前不会再开仓，平仓不受影响。",
    },
    "halt.order": {
        "en": "{side} {quantity} {symbol} at {price}",
        "zh": "{side} {quantity} {symbol}，价格 {price}",
    },
    "halt.taken": {"en": "{account}: cancelled {orders}.", "zh": "{account}：已撤销 {orders}。"},
    "halt.none": {
        "en": "{account}: no resting order would open anything.",
        "zh": "{account}：没有会开仓的挂单。",
    },
    "halt.left": {
        "en": "Not certainly cancelled, and tried again until it is: {orders}.",
        "zh": "尚未确认撤销，将持续重试：{orders}。",
    },
    "halt.kept": {
        "en": "Kept, since {count:order only closes|orders only close}.",
        "zh": "保留只平仓的挂单：{count} 个。",
    },
    "halt.unread": {
        "en": "{account}: its exchange does not answer, so resting orders may still be there. This "
        "is tried again until it does, and you are told.",
        "zh": "{account}：交易所没有响应，挂单可能仍在。将持续重试，并告知您结果。",
    },
    "halt.next": {
        "en": "Positions stay as they are. To close them all:",
        "zh": "持仓保持不变。如需全部平仓：",
    },
    "halt.nothing_held": {"en": "Nothing is held.", "zh": "目前没有持仓。"},
    "halt.flatten": {"en": "Flatten everything…", "zh": "全部平仓…"},
    "unhalt.private": {
        "en": "Say /unhalt in our private chat.",
        "zh": "请在私聊中发送 /unhalt。",
    },
    "unhalt.nothing": {
        "en": "Trading is active on all your accounts.",
        "zh": "您的所有账户交易均正常。",
    },
    "unhalt.ask": {
        "en": "Allow opening again on {accounts}?",
        "zh": "恢复在 {accounts} 上开仓？",
    },
    "unhalt.button": {"en": "Resume trading", "zh": "恢复交易"},
    "unhalt.done": {
        "en": "Trading is active again on {accounts}.",
        "zh": "已恢复交易：{accounts}。",
    },
    "unhalt.loss": {
        "en": "{account} stays closed for opening: today's loss is {loss}, and the limit is "
        "{limit}. The day ends at {ends}, midnight in {zone}.",
        "zh": "{account} 仍不能开仓：今日亏损 {loss}，上限 {limit}。"
        "今日于 {ends}（{zone} 的零点）结束。",
    },
    "unhalt.unknown": {
        "en": "{account} stays closed for opening: today's loss cannot be told now (limit {limit}; "
        "loss {loss}). The day ends at {ends}, midnight in {zone}.",
        "zh": "{account} 仍不能开仓：暂时无法得知今日亏损（上限 {limit}；亏损 {loss}）。"
        "今日于 {ends}（{zone} 的零点）结束。",
    },
    # Closing everything.
    "flatten_card": {
        "en": "Close everything: {count:order|orders}?",
        "zh": "全部平仓：共 {count} 单？",
    },
    "flatten_row": {"en": "{held}, P&L {pnl}", "zh": "{held}，盈亏 {pnl}"},
    "flatten_nothing": {
        "en": "Nothing is held on any of your accounts.",
        "zh": "您的账户都没有持仓。",
    },
    "flatten_nothing_closable": {
        "en": "Nothing can be closed now: {problems}",
        "zh": "现在没有可平的仓位：{problems}",
    },
    "flatten_whole": {
        "en": "This closes everything, and has no amount to change. Close one position instead.",
        "zh": "这是全部平仓，没有数量可改。您可以单独平掉某个仓位。",
    },
    "flatten_unread": {
        "en": "{account} cannot be read now: what it holds is not in this.",
        "zh": "{account} 暂时无法读取：其持仓不在此列。",
    },
    "flatten_unpriced": {
        "en": "{symbol}: its price cannot be read now, so it is not in this.",
        "zh": "{symbol}：暂时无法取得价格，不在此列。",
    },
    "flatten_left": {"en": "Not closed:", "zh": "未平仓："},
    "flatten_unknown": {
        "en": "{symbol} on {account}: the exchange did not answer. Whether it closed is UNKNOWN; "
        "it is looked up, and you will be told.",
        "zh": "{account} 的 {symbol}：交易所没有响应，是否成交未知，正在查询，届时告知您。",
    },
    "flatten_not_sent": {
        "en": "{symbol} on {account}: the exchange was not reached. It is still open.",
        "zh": "{account} 的 {symbol}：未能连接交易所，仓位仍在。",
    },
    "flatten_late": {
        "en": "{symbol} on {account}: it was not sent in time. It is still open.",
        "zh": "{account} 的 {symbol}：未能及时发送，仓位仍在。",
    },
}
