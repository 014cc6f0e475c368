"""Profit and loss: the words of its figures."""

WORDS: dict[str, dict[str, str]] = {
    "command.pnl": {
        "en": "profit and loss: /pnl, /pnl week, /pnl month btc",
        "zh": "盈亏：/pnl、/pnl 本周、/pnl 本月 btc",
    },
    "command.performance": {
        "en": "how well it went: win rate, drawdown and more",
        "zh": "业绩：胜率、回撤等",
    },
    "command.chart": {
        "en": "a picture: /chart btc 4h, /chart equity, calendar, allocation, card",
        "zh": "图片：/chart btc 4h、/chart equity（净值）、calendar、allocation、card",
    },
    "period.today": {"en": "today", "zh": "今天"},
    "period.week": {"en": "this week", "zh": "本周"},
    "period.month": {"en": "this month", "zh": "本月"},
    "period.all": {"en": "all time", "zh": "全部时间"},
    "performance_title": {"en": "Performance, {period}", "zh": "业绩（{period}）"},
    "performance_title_of": {
        "en": "Performance in {symbol}, {period}",
        "zh": "{symbol} 业绩（{period}）",
    },
    "performance_accounts": {"en": "Accounts", "zh": "账户"},
    "performance_span": {"en": "From", "zh": "起"},
    "performance_net": {"en": "Net result", "zh": "净盈亏"},
    "performance_realized": {"en": "Realised", "zh": "已实现"},
    "performance_fees": {"en": "Fees", "zh": "手续费"},
    "performance_funding": {"en": "Funding", "zh": "资金费"},
    "performance_unrealized": {"en": "Unrealised now", "zh": "当前未实现"},
    "performance_equity": {"en": "Equity now", "zh": "当前净值"},
    "performance_change": {"en": "Equity change", "zh": "净值变化"},
    "performance_change_since": {"en": "{change} since {time}", "zh": "{change}（自 {time} 起）"},
    "performance_trades": {"en": "Trades", "zh": "成交"},
    "performance_trades_are": {
        "en": "{trades:order|orders} filled, {closed:close|closes}",
        "zh": "{trades} 笔成交，{closed} 笔平仓",
    },
    "performance_wins": {"en": "Win rate", "zh": "胜率"},
    "performance_wins_are": {
        "en": "{rate} ({wins} won, {losses} lost, {even} even)",
        "zh": "{rate}（盈 {wins}，亏 {losses}，平 {even}）",
    },
    "performance_factor": {"en": "Profit factor", "zh": "盈亏比（总额）"},
    "performance_no_loss": {"en": "no losses", "zh": "没有亏损"},
    "performance_average": {"en": "Average win / loss", "zh": "平均盈利 / 亏损"},
    "performance_expectancy": {"en": "Per close", "zh": "平均每笔平仓"},
    "performance_drawdown": {"en": "Max drawdown", "zh": "最大回撤"},
    "performance_sharpe": {"en": "Sharpe", "zh": "夏普比率"},
    "performance_sharpe_short": {
        "en": "needs 10 days of records",
        "zh": "需至少 10 天记录",
    },
    "performance_liquidations": {
        "en": "{count} liquidated, margin lost {lost} (in Realised)",
        "zh": "强平 {count} 次，损失保证金 {lost}（已计入已实现）",
    },
    "performance_funding_unknown": {
        "en": "Funding could not be read in full from the exchange ({known} was), so the net "
        "result is not known.",
        "zh": "交易所的资金费未能完整读取（已读取 {known}），因此净盈亏未知。",
    },
    "performance_before_funding": {
        "en": "Before funding: {net}.",
        "zh": "未计资金费：{net}。",
    },
    "performance_reset": {
        "en": "Counted since this account was reset: {account}, {time}. /history keeps what was "
        "traded before.",
        "zh": "自账户重置起计算：{account}，{time}。此前的成交仍在 /history 中。",
    },
    "performance_transfers": {
        "en": "The equity change may hold money moved in or out: the exchange does not tell all of "
        "it.",
        "zh": "净值变化可能包含转入或转出的资金：交易所未提供完整记录。",
    },
    "performance_liquidations_unread": {
        "en": "Liquidations could not be read in full from the exchange: one may be missing here.",
        "zh": "交易所的强平记录未能完整读取，这里可能有遗漏。",
    },
    "performance_unread": {
        "en": "Could not be read now: {names}. The equity is therefore unknown.",
        "zh": "目前无法读取：{names}，因此净值未知。",
    },
    "performance_same": {
        "en": "{names}: the same account at the venue, its equity counted once.",
        "zh": "{names}：在交易所是同一账户，净值只计一次。",
    },
    "performance_none": {
        "en": "No trades {period}.",
        "zh": "{period}没有成交。",
    },
    "performance_days": {
        "en": "Days begin at midnight in {zone}.",
        "zh": "按 {zone} 的零点划分日期。",
    },
    "results_unknown": {
        "en": "{count:close has|closes have} no known result; the others made {known}.",
        "zh": "{count} 笔平仓的结果未知；其余合计 {known}。",
    },
    "fees_unknown": {
        "en": "{count:order has|orders have} no known fee; the others cost {known}.",
        "zh": "{count} 笔订单的手续费未知；其余合计 {known}。",
    },
    "no_trades_then": {"en": "No trades {period}.", "zh": "{period}没有成交。"},
    "leg_filled_stop": {"en": "Stop", "zh": "止损"},
    "leg_filled_target": {"en": "Target", "zh": "止盈"},
    "account_named": {"en": "Account {name} ({venue})", "zh": "账户 {name}（{venue}）"},
    "account_unread": {
        "en": "{name} could not be read now; what it holds is unknown.",
        "zh": "{name} 目前无法读取，持有情况未知。",
    },
    "account_shown_before": {
        "en": "{name}: all of it is on the pages before.",
        "zh": "{name}：已在前面的页显示完。",
    },
    "accounts_equity": {"en": "Equity of all: {amount}", "zh": "净值合计：{amount}"},
    "accounts_pnl": {"en": "Unrealised of all: {amount}", "zh": "未实现盈亏合计：{amount}"},
    "accounts_without": {"en": "(without {names})", "zh": "（不含 {names}）"},
    "accounts_unknown": {
        "en": "You have no exchange account called {name}. You have: {known}. "
        "Name one of them, or say all.",
        "zh": "您没有名为 {name} 的交易账户。现有：{known}。请指定其中一个，或说“全部”。",
    },
    "accounts_one": {
        "en": "That means several accounts: {known}. Name one of them.",
        "zh": "这对应多个账户：{known}。请指定其中一个。",
    },
}
