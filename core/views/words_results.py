"""What tools found: the words of their views."""

WORDS: dict[str, dict[str, str]] = {
    "badge_paper": {"en": "PAPER", "zh": "PAPER 模拟盘"},
    "badge_live": {"en": "LIVE", "zh": "LIVE 实盘"},
    "badge_simulated": {"en": "SIMULATED", "zh": "SIMULATED 模拟行情"},
    "as_of": {"en": "As of {time}.", "zh": "截至 {time}。"},
    # Prices.
    "prices_title": {"en": "Prices", "zh": "价格"},
    "price": {"en": "Price", "zh": "价格"},
    "bid_ask": {"en": "Bid / ask", "zh": "买一 / 卖一"},
    "change_24h": {"en": "24 h", "zh": "24 小时"},
    "source": {"en": "Source", "zh": "来源"},
    "market": {"en": "Market", "zh": "市场"},
    "time": {"en": "Time", "zh": "时间"},
    "source_simulated": {"en": "simulated market", "zh": "模拟市场"},
    "price_source": {"en": "{source}, {time}", "zh": "{source}，{time}"},
    "time_and_age": {"en": "{time} ({age} s old)", "zh": "{time}（{age} 秒前）"},
    "no_price_for": {
        "en": "The price of {symbols} could not be read.",
        "zh": "无法读取 {symbols} 的价格。",
    },
    # Balance.
    "balance_title": {"en": "Balance on {venue}", "zh": "{venue} 余额"},
    "balance_row": {
        "en": "{total} (free {free}, locked {locked})",
        "zh": "{total}（可用 {free}，冻结 {locked}）",
    },
    "balance_row_free": {"en": "{total}, all free", "zh": "{total}，全部可用"},
    "equity": {"en": "Equity", "zh": "总权益"},
    "equity_without": {
        "en": "Equity is unknown: the price of {symbols} could not be read.",
        "zh": "总权益未知：无法读取 {symbols} 的价格。",
    },
    # Positions.
    "positions_title": {"en": "Positions ({count})", "zh": "持仓（{count}）"},
    "position": {"en": "Position", "zh": "持仓"},
    "size": {"en": "Size", "zh": "数量"},
    "entry": {"en": "Entry", "zh": "开仓价"},
    "mark": {"en": "Now", "zh": "现价"},
    "value": {"en": "Value", "zh": "价值"},
    "pnl": {"en": "P&L", "zh": "盈亏"},
    "margin": {"en": "Margin", "zh": "保证金"},
    "liquidation": {"en": "Liq.", "zh": "强平价"},
    "stop_at": {"en": "Stop", "zh": "止损"},
    "target_at": {"en": "Target", "zh": "止盈"},
    "no_positions": {"en": "No open positions.", "zh": "没有持仓。"},
    "positions_chart": {
        "en": "/chart {coin} draws it with your entry.",
        "zh": "/chart {coin} 可查看标有入场价的K线图。",
    },
    "no_position_in": {"en": "No open position in {symbol}.", "zh": "没有 {symbol} 的持仓。"},
    "total_pnl": {"en": "Total unrealised P&L: {pnl}.", "zh": "未实现盈亏合计：{pnl}。"},
    "total_without": {
        "en": "Total unrealised P&L: {pnl}, without {symbols}: price not readable.",
        "zh": "未实现盈亏合计：{pnl}，不含 {symbols}（价格无法读取）。",
    },
    "total_unknown": {
        "en": "Total unrealised P&L: unknown, the price of {symbols} could not be read.",
        "zh": "未实现盈亏合计：未知，无法读取 {symbols} 的价格。",
    },
    # Trade history.
    "history_title": {"en": "Trades ({shown} of {count})", "zh": "成交（{shown} / {count}）"},
    "no_trades": {"en": "No trades yet.", "zh": "还没有成交。"},
    "no_trades_in": {"en": "No trades in {symbol} yet.", "zh": "还没有 {symbol} 的成交。"},
    "trade": {"en": "Trade", "zh": "成交"},
    "fee": {"en": "Fee", "zh": "手续费"},
    "history_totals": {
        "en": "{count:trade|trades} in all, from {first} to {last}: realised {realized}, "
        "fees {fees}, net {net}.",
        "zh": "从 {first} 到 {last} 共 {count} 笔：已实现 {realized}，手续费 {fees}，净额 {net}。",
    },
    "did_liquidated": {"en": "Liquidated", "zh": "已强平"},
    "history_liquidated": {
        "en": "Liquidated among them: {count}, margin lost {lost}.",
        "zh": "其中强平 {count} 笔，损失保证金 {lost}。",
    },
    "history_wins": {
        "en": "Of {closed} that closed something: {wins} won, {losses} lost, {even} broke even "
        "(win rate {rate}, before fees).",
        "zh": "其中 {closed} 笔有平仓：盈利 {wins}，亏损 {losses}，持平 {even}"
        "（胜率 {rate}，未计手续费）。",
    },
    # Preferences.
    "preferences_title": {"en": "What I keep for you", "zh": "我为您保存的设置"},
    "no_preferences": {"en": "No preferences are saved.", "zh": "还没有保存任何偏好。"},
    "preference": {"en": "Setting", "zh": "设置"},
    "preference_value": {"en": "Value", "zh": "内容"},
    "pref_language": {"en": "language", "zh": "语言"},
    "pref_timezone": {"en": "time zone", "zh": "时区"},
    "pref_style": {"en": "style", "zh": "风格"},
    "pref_favourites": {"en": "favourite", "zh": "收藏"},
    "pref_nickname": {"en": "nickname", "zh": "昵称"},
    "pref_quiet_hours": {"en": "quiet hours", "zh": "免打扰时段"},
    "pref_colours": {"en": "colours", "zh": "涨跌颜色"},
    "pref_quick_amounts": {"en": "quick amounts", "zh": "快捷金额"},
    "pref_note": {"en": "note", "zh": "备注"},
    "preference_saved": {"en": "Saved: {name} {value}.", "zh": "已保存：{name} {value}。"},
    "preference_changed": {
        "en": "Saved: {name} {value} (was {old}).",
        "zh": "已保存：{name} {value}（原为 {old}）。",
    },
    "preference_same": {"en": "Already so: {name} {value}.", "zh": "已经是：{name} {value}。"},
    "preference_deleted": {"en": "Deleted: {name} {old}.", "zh": "已删除：{name} {old}。"},
}
