"""What stands in pictures, and what is said of them: labels and alt texts."""

WORDS: dict[str, dict[str, str]] = {
    "picture": {"en": "[picture: {alt}]", "zh": "[图片：{alt}]"},
    "picture.none": {
        "en": "The picture could not be drawn just now; here is what it would show.",
        "zh": "图片暂时无法生成，以下是图中的内容。",
    },
    "chart.level.entry": {"en": "Entry", "zh": "开仓"},
    "chart.level.stop": {"en": "Stop", "zh": "止损"},
    "chart.level.target": {"en": "Target", "zh": "止盈"},
    "chart.level.liquidation": {"en": "Liquidation", "zh": "强平"},
    "chart.level.order": {"en": "Order", "zh": "挂单"},
    "chart.buy": {"en": "buy", "zh": "买"},
    "chart.sell": {"en": "sell", "zh": "卖"},
    "chart.liquidated": {"en": "liquidated", "zh": "强平"},
    "chart.volume": {"en": "Volume", "zh": "成交量"},
    "chart.equity": {"en": "Equity", "zh": "账户净值"},
    "chart.drawdown": {"en": "Drawdown", "zh": "回撤"},
    "chart.month": {"en": "{year}-{month:02} daily P&L", "zh": "{year}年{month}月 每日盈亏"},
    "chart.weekdays": {"en": "Mon Tue Wed Thu Fri Sat Sun", "zh": "一 二 三 四 五 六 日"},
    "chart.total": {"en": "Month", "zh": "本月"},
    "chart.allocation": {"en": "Allocation", "zh": "资产分布"},
    "chart.without": {"en": "without {names}", "zh": "不含 {names}"},
    "chart.others": {"en": "others", "zh": "其他"},
    "chart.open": {"en": "open, not final", "zh": "持仓中，非最终结果"},
    "chart.closed": {"en": "closed", "zh": "已平仓"},
    "chart.LONG": {"en": "LONG", "zh": "做多"},
    "chart.SHORT": {"en": "SHORT", "zh": "做空"},
    "chart.SPOT": {"en": "SPOT", "zh": "现货"},
    "chart.empty": {"en": "no data", "zh": "暂无数据"},
    "chart.unknown": {"en": "unknown", "zh": "未知"},
    "chart.line.candles": {
        "en": "{symbol} · {interval}: {price} ({change} over {count:candle|candles})",
        "zh": "{symbol} · {interval}：{price}（{count} 根K线内 {change}）",
    },
    "chart.line.equity": {
        "en": "Equity, {period}: {equity} ({change})",
        "zh": "净值（{period}）：{equity}（{change}）",
    },
    "chart.line.calendar": {
        "en": "Daily results of {month}: {total} in all",
        "zh": "{month} 每日盈亏：合计 {total}",
    },
    "chart.line.allocation": {"en": "Allocation of {equity}", "zh": "资产分布，共 {equity}"},
    "chart.line.card": {"en": "{symbol} {side}: {result}", "zh": "{symbol} {side}：{result}"},
    "chart.alt.candles": {
        "en": "{count} {interval} candles of {symbol} from {first} to {last}: opened at {open}, "
        "now {close}, high {high}, low {low}.",
        "zh": "{symbol} 的 {count} 根 {interval} K线，{first} 至 {last}：开盘 {open}，"
        "现价 {close}，最高 {high}，最低 {low}。",
    },
    "chart.alt.nothing": {
        "en": "There are no {interval} candles of {symbol} yet.",
        "zh": "{symbol} 还没有 {interval} K线。",
    },
    "chart.alt.levels": {"en": "Lines: {levels}.", "zh": "价位线：{levels}。"},
    "chart.alt.marks": {
        "en": "Your fills are marked: {count}.",
        "zh": "已标出您的成交：{count} 处。",
    },
    "chart.alt.equity": {
        "en": "Equity curve from {first} to {last}: lowest {low}, highest {high}, "
        "largest drawdown {drawdown}.",
        "zh": "{first} 至 {last} 的净值曲线：最低 {low}，最高 {high}，最大回撤 {drawdown}。",
    },
    "chart.alt.calendar": {
        "en": "Results by day in {month}, after fees: {days}.",
        "zh": "{month} 每日盈亏（已扣手续费）：{days}。",
    },
    "chart.no_funding": {
        "en": "Funding is not in it.",
        "zh": "不含资金费。",
    },
    "chart.alt.allocation": {"en": "What the account holds: {parts}.", "zh": "账户构成：{parts}。"},
    "chart.alt.card": {
        "en": "A trade in {symbol}, {side}: {result}, {state}.",
        "zh": "{symbol} {side}：{result}，{state}。",
    },
    "chart.which": {
        "en": "Of which market? Name a coin, for example: chart BTC 4h.",
        "zh": "要看哪个市场？请说出币种，例如：BTC 4小时K线图。",
    },
    "chart.nothing_to_share": {
        "en": "There is no position and no closed trade with a known result to share.",
        "zh": "没有持仓，也没有结果已知的平仓可供分享。",
    },
    "chart.nothing_to_share_in": {
        "en": "There is no position in {symbol} and no closed trade in it with a known result "
        "to share.",
        "zh": "{symbol} 没有持仓，也没有结果已知的平仓可供分享。",
    },
    "chart.month_unknown": {
        "en": "{month} is no month I know. Write one such as 2026-11.",
        "zh": "{month} 不是有效的月份，请写成 2026-11 这样。",
    },
    "suggest_chart": {"en": "chart {symbol}", "zh": "{symbol} K线图"},
}
