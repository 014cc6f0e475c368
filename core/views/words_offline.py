"""What the offline planner says, and the simulated market when it is moved."""

WORDS: dict[str, dict[str, str]] = {
    "offline_intro": {
        "en": "I am the offline planner: no language model is in use, so I understand a fixed "
        "set of requests. Write “help” to see them.",
        "zh": "我是离线规划器：目前没有使用语言模型，只理解固定的一些请求。发送“帮助”可查看。",
    },
    # Goals and step titles.
    "offline_goal_price": {"en": "Price of {symbols}", "zh": "{symbols} 的价格"},
    "offline_goal_kline": {"en": "Candles of {symbol}", "zh": "{symbol} 的 K 线"},
    "offline_goal_snapshot": {"en": "{symbol} at a glance", "zh": "{symbol} 行情概览"},
    "offline_goal_watchlist": {"en": "Watchlist", "zh": "自选列表"},
    "offline_kline_of": {"en": "{symbol} {interval} candles", "zh": "{symbol} {interval} K线"},
    "offline_which_interval": {
        "en": "There are no candles of {said}. There are: {known}; 1M is a month, 1m a minute. "
        "Which ones?",
        "zh": "没有 {said} 的 K 线。可选：{known}；1M 是一个月，1m 是一分钟。要看哪一种？",
    },
    "offline_goal_balance": {"en": "Balance", "zh": "余额"},
    "offline_goal_positions": {"en": "Positions", "zh": "持仓"},
    "offline_goal_positions_of": {"en": "Positions in {symbol}", "zh": "{symbol} 的持仓"},
    "offline_goal_trades": {"en": "Trade history", "zh": "成交记录"},
    "offline_goal_trades_of": {"en": "Trade history of {symbol}", "zh": "{symbol} 的成交记录"},
    "offline_goal_order": {
        "en": "{action} {amount} of {symbol}{leverage}",
        "zh": "{action} {amount} 的 {symbol}{leverage}",
    },
    "offline_goal_exchanges": {"en": "Your exchange accounts", "zh": "您的交易所账户"},
    "offline_goal_models": {"en": "Your models", "zh": "您的模型"},
    "offline_goal_manage_exchange_config": {"en": "Exchange account", "zh": "交易所账户"},
    "offline_goal_manage_model_config": {"en": "Model", "zh": "模型"},
    "offline_goal_preferences": {"en": "Your preferences", "zh": "您的偏好"},
    "offline_goal_memories": {"en": "What I remember about you", "zh": "我记得您的事"},
    "offline_goal_forget_memory": {"en": "Forget a memory", "zh": "忘掉一条记忆"},
    "offline_goal_keep": {"en": "Keep your {name}", "zh": "保存您的{name}"},
    "offline_goal_forget": {"en": "Forget your {name}", "zh": "删除您的{name}"},
    "offline_continue": {
        "en": "The offline planner keeps to its plan.",
        "zh": "离线规划器按原计划继续。",
    },
    # Small talk.
    "offline_hello": {
        "en": "Hello! Ask me for prices, your balance, positions or trades, or for an order. "
        "“help” shows how.",
        "zh": "你好！可以问我价格、余额、持仓、成交记录，也可以下单。发送“帮助”查看说法。",
    },
    "offline_who": {
        "en": "I am Bellwether, a trading desk in chat. “help” shows what I can do.",
        "zh": "我是 Bellwether，聊天里的交易台。发送“帮助”查看我能做什么。",
    },
    "offline_thanks": {"en": "You are welcome.", "zh": "不客气。"},
    "offline_calm": {
        "en": "Understood, something went badly. Tell me what should be different, or “help”.",
        "zh": "明白，看来有些不顺。请告诉我哪里要改，或发送“帮助”。",
    },
    "offline_which_to_cancel": {
        "en": "Which of these? Say “cancel the first one”.",
        "zh": "要撤哪一个？请说“撤销第一个”。",
    },
    "offline_no_list": {
        "en": "There is no such page of a list now. “orders”, “positions” or “trades” shows one.",
        "zh": "现在没有这样的一页。“挂单”、“持仓”或“成交”可查看列表。",
    },
    "offline_breakeven": {
        "en": "Which price is that? “positions” shows your entry. Then say: move my stop to 91000.",
        "zh": "请告诉我价格：“持仓”可查看开仓价，然后说：止损改到 91000。",
    },
    "offline_trailing": {
        "en": "A stop that follows the price is not offered here. A fixed one is: move my stop to "
        "91000. Nothing was changed.",
        "zh": "这里不支持移动止损，只有固定止损：止损改到 91000。没有改动。",
    },
    "offline_double": {
        "en": "How much more? Say it as an order: buy 100 usdt of btc, or long btc 100 usdt 5x. "
        "Nothing was placed.",
        "zh": "要加多少？请直接说：买100u比特币，或做多 btc 100u 5倍。没有下单。",
    },
    "offline_bye": {"en": "Goodbye.", "zh": "再见。"},
    "offline_nothing_open": {
        "en": "That is not an answer I can act on. Nothing was done.",
        "zh": "我无法据此执行，没有执行任何操作。",
    },
    "offline_help": {
        "en": "What I understand, for example (/help lists the commands, /halt stops all opening):",
        "zh": "我能理解的请求，例如（/help 列出命令，/halt 停止一切开仓）：",
    },
    "offline_help_get_market_price": {
        "en": "• prices: btc price · price of eth and sol",
        "zh": "• 价格：比特币多少钱 · ETH 和 SOL 价格",
    },
    "offline_help_get_market_snapshot": {
        "en": "• a market at a glance: analyse btc · eth funding rate",
        "zh": "• 行情概览：分析 btc · eth 资金费率",
    },
    "offline_help_get_kline": {
        "en": "• candles: btc 1h candles · eth daily candles",
        "zh": "• K 线：btc 1小时K线 · eth 日线K线",
    },
    "offline_help_manage_watchlist": {
        "en": "• watchlist: watch sol · my watchlist · unwatch sol",
        "zh": "• 自选列表：关注 sol · 我的自选列表 · 取消关注 sol",
    },
    "offline_help_search_stock": {
        "en": "• shares, by name: search stock apple",
        "zh": "• 股票名称：搜索股票 茅台",
    },
    "offline_help_get_balance": {"en": "• balance: my balance", "zh": "• 余额：我的余额"},
    "offline_help_get_positions": {
        "en": "• positions: my positions · how much btc do I have",
        "zh": "• 持仓：我的持仓 · 我有多少比特币",
    },
    "offline_help_get_trade_history": {
        "en": "• trades: last 5 trades · btc trades",
        "zh": "• 成交：成交记录 · 最近5笔成交",
    },
    "offline_help_execute_trade": {
        "en": "• spot: buy 50 usdt of btc · sell half my eth\n"
        "• perpetuals: long btc 100 usdt 5x · short 0.1 eth 10x\n"
        "• limits, stops and targets: buy 0.1 eth at 3000 · "
        "long btc 100 usdt 5x stop 90000 target 110000\n"
        "• closing: close my btc long · close half of it · close everything\n"
        "Every order shows a card first, and nothing is placed before you confirm it.",
        "zh": "• 现货：买50u比特币 · 卖出一半以太坊\n"
        "• 合约：做多 btc 100u 5倍 · 做空 0.1 eth 10倍\n"
        "• 限价、止损、止盈：限价 3000 买 0.1 eth · 做多 btc 100u 5倍 止损 90000 止盈 110000\n"
        "• 平仓：平多 btc · 平一半 · 全平\n"
        "每一单都会先给您一张卡片，确认之前不会下单。",
    },
    "offline_help_manage_order": {
        "en": "• what rests: my orders · move my stop to 95000 · change the eth order to 2900 · "
        "cancel all orders",
        "zh": "• 挂单：我的订单 · 止损改到 95000 · 把 eth 的单子改到 2900 · 撤销所有挂单",
    },
    "offline_help_manage_limits": {
        "en": "• limits: my limits · set max leverage to 5 · set max order size to 1000 usdt",
        "zh": "• 限额：我的限额 · 最大杠杆 5 倍 · 单笔上限 1000 usdt",
    },
    "offline_help_manage_exchange_config": {
        "en": "• exchanges: list my exchanges · connect my binance account · "
        "reset paper account to 5000",
        "zh": "• 交易所：列出我的交易所 · 连接币安账户 · 重置模拟账户为 5000",
    },
    "offline_help_manage_model_config": {
        "en": "• models: list my models · add a deepseek model · use the desk's model",
        "zh": "• 模型：列出模型 · 添加 deepseek 模型 · 使用系统模型",
    },
    "offline_help_manage_preferences": {
        "en": "• preferences: my language is chinese · set my timezone to Asia/Kolkata · "
        "remember that I like small sizes",
        "zh": "• 偏好：用英文回答 · 时区设为 Asia/Shanghai · 记住我喜欢小仓位",
    },
    "offline_help_get_preferences": {
        "en": "• what I keep for you: my preferences",
        "zh": "• 我保存了什么：我的偏好",
    },
    "offline_help_get_memories": {
        "en": "• what I know of you: what do you know about me",
        "zh": "• 我记得什么：你记得我什么",
    },
    # What can be pressed, and what a press says.
    "offline_examples": {
        "en": "btc price|my balance|my positions|trade history|my preferences|help",
        "zh": "比特币价格|我的余额|我的持仓|成交记录|我的偏好|帮助",
    },
    "offline_price_of": {"en": "{coin} price", "zh": "{coin} 价格"},
    "offline_buy": {"en": "Buy {coin}", "zh": "买入 {coin}"},
    "offline_sell": {"en": "Sell {coin}", "zh": "卖出 {coin}"},
    "offline_long": {"en": "Long {coin}", "zh": "做多 {coin}"},
    "offline_short": {"en": "Short {coin}", "zh": "做空 {coin}"},
    "offline_close_long": {"en": "Close {coin} long", "zh": "平多 {coin}"},
    "offline_long_of": {"en": "{coin} long", "zh": "{coin} 多仓"},
    "offline_short_of": {"en": "{coin} short", "zh": "{coin} 空仓"},
    "offline_spot_of": {"en": "{coin} spot", "zh": "{coin} 现货"},
    "offline_part_of": {"en": "{said} of {position}", "zh": "{said} {position}"},
    "offline_kind_spot": {"en": "spot", "zh": "现货"},
    "offline_kind_perpetual": {"en": "perpetual", "zh": "永续"},
    # Questions.
    "offline_which_price": {"en": "The price of which coin?", "zh": "要看哪个币的价格？"},
    "offline_nothing_listed": {
        "en": "I do not know what you are pointing at. Which coin do you mean?",
        "zh": "我不确定您指的是什么。您说的是哪个币？",
    },
    "offline_not_in_list": {
        "en": "The last list has {count}: {names}. Which one do you mean?",
        "zh": "上一个列表有 {count} 项：{names}。您指的是哪一个？",
    },
    "offline_which_coin": {"en": "Which coin?", "zh": "哪个币？"},
    "offline_which_market": {
        "en": "Which market do you mean by {name}?",
        "zh": "您说的 {name} 是哪个市场？",
    },
    "offline_no_markets": {
        "en": "The list of markets cannot be read right now, so I cannot tell which coin you mean. "
        "Nothing was done; please try again in a moment.",
        "zh": "目前无法读取市场列表，因此无法判断您说的是哪个币。没有执行任何操作，请稍后再试。",
    },
    "offline_unknown_coin": {
        "en": "I know no coin called “{name}” here. Which one do you mean?",
        "zh": "这里没有叫“{name}”的币。您指的是哪一个？",
    },
    "offline_no_market": {
        "en": "{name} has no {kind} market here. Nothing was ordered.",
        "zh": "{name} 在这里没有{kind}市场，没有下单。",
    },
    "offline_one_coin": {
        "en": "One coin at a time, please. Which one?",
        "zh": "请一次说一个币。是哪一个？",
    },
    "offline_which_side": {
        "en": "What do you want to do with {coin}?",
        "zh": "您想对 {coin} 做什么？",
    },
    "offline_sell_perpetual": {
        "en": "Selling the {coin} perpetual can mean two things. Which one?",
        "zh": "卖出 {coin} 永续有两种意思，是哪一种？",
    },
    "offline_which_leverage": {
        "en": "Leverage is one whole number from 1 to {most}. Which?",
        "zh": "杠杆是 1 到 {most} 的一个整数。要多少倍？",
    },
    "offline_which_position": {"en": "Which position?", "zh": "哪个仓位？"},
    "offline_how_much": {
        "en": "How much {coin}? Write an amount such as 50 USDT, or press one.",
        "zh": "要多少 {coin}？请写数量，例如 50 USDT，或点一个。",
    },
    "offline_how_much_of": {
        "en": "How much of your {coin}? Write an amount or a part such as 50%, or press one.",
        "zh": "要处理多少 {coin}？请写数量或比例，例如 50%，或点一个。",
    },
    "offline_one_amount": {
        "en": "There is more than one amount in this. Which one?",
        "zh": "这里有不止一个数量。是哪一个？",
    },
    "offline_half": {
        "en": "Half of what there is, or 0.5 {coin}?",
        "zh": "是现有的一半，还是 0.5 {coin}？",
    },
    "offline_one_at_a_time": {
        "en": "Something is missing in one of these. Let's take them one at a time: which first?",
        "zh": "其中有一项信息不全，请一项一项来。先做哪个？",
    },
    # Where nothing is ordered.
    "offline_nothing_to_close": {
        "en": "I see nothing of that to close. This is what you hold:",
        "zh": "没有找到可平的仓位。您目前持有：",
    },
    "offline_no_perpetuals": {
        "en": "There is no perpetual position to close. Spot is sold by name (sell all btc), or "
        "all at once by “flatten”. This is what you hold:",
        "zh": "没有可平的永续仓位。现货请按名称卖出（全部卖出比特币），或说“清仓”一次卖出。"
        "您目前持有：",
    },
    "offline_say_which": {
        "en": "Say which one to close, for example: close btc long. This is what you hold:",
        "zh": "请说明要平哪一个，例如：平多 btc。您目前持有：",
    },
    "offline_more_to_close": {
        "en": "{count:more is|more are} left for another round.",
        "zh": "还有 {count} 个留到下一轮。",
    },
    "offline_spot_stays": {
        "en": "Spot holdings are not part of this: {coins}. They are sold by name: "
        "sell all {coin}.",
        "zh": "这不包括现货：{coins}。现货请按名称卖出：全部卖出 {coin}。",
    },
    "offline_goal_flatten": {"en": "Close everything", "zh": "全部平仓"},
    "offline_all_time": {
        "en": "I can limit this to today, this week or this month: the totals cover all trades, "
        "not only {period}.",
        "zh": "我只能按今天、本周或本月筛选：合计包括全部成交，不只是{period}。",
    },
    "offline_goal_performance": {"en": "Profit and loss, {period}", "zh": "盈亏（{period}）"},
    "offline_goal_chart": {"en": "A picture", "zh": "图片"},
    "offline_help_get_performance": {
        "en": "• profit and loss: how did I do this week",
        "zh": "• 盈亏：本周盈亏",
    },
    "offline_help_get_chart": {
        "en": "• pictures: chart btc 4h, my equity curve, share this trade",
        "zh": "• 图片：BTC 4小时K线图，净值曲线，分享这单",
    },
    "offline_no_order": {
        "en": "Nothing was ordered: I take an order only from a plain request such as "
        "“buy 50 usdt of btc”, and give no advice.",
        "zh": "没有下单：只有像“买50u比特币”这样直接的请求才会下单，我也不提供建议。",
    },
    "offline_order_unclear": {
        "en": "Nothing was ordered: not all of this is clear to me. I know orders such as "
        "“buy 50 usdt of btc”, “buy 0.1 eth at 3000”, “long btc 100 usdt 5x stop 90000” or "
        "“close btc long”.",
        "zh": "没有下单：有些内容我不理解。我能理解的有“买50u比特币”、“限价 3000 买 0.1 eth”、"
        "“做多 btc 100u 5倍 止损 90000”、“平多 btc”等。",
    },
    "offline_not_understood": {
        "en": "I did not understand that. Did you mean one of these?",
        "zh": "我没有理解。您想要的是下面哪一个？",
    },
    "offline_too_long": {
        "en": "That is too long for me: I understand requests of up to {most} characters.",
        "zh": "太长了：我只理解 {most} 个字符以内的请求。",
    },
    "offline_too_many": {
        "en": "That is too much at once: at most {most} things in one request.",
        "zh": "一次太多了：一个请求最多 {most} 件事。",
    },
    "offline_no_words": {
        "en": "There are no words in that for me to act on. “help” shows what I understand.",
        "zh": "里面没有我能处理的文字。发送“帮助”查看我能理解什么。",
    },
    "offline_not_here": {
        "en": "That is not possible for you here. Orders and private figures are only for private "
        "chats, and orders only for people with the role trader or owner. Nothing was done.",
        "zh": "您在这里不能这样做。下单和查看私人数据只限私聊，"
        "下单还需要 trader 或 owner 角色。没有执行任何操作。",
    },
    "offline_no_comment": {
        "en": "Shown is what the tools returned; without a language model I add nothing to it.",
        "zh": "显示的就是工具返回的内容；没有语言模型，我不做补充。",
    },
    # The simulated market.
    "market_move_reach": {
        "en": "{symbol} can be moved to a price from {low} to {high}.",
        "zh": "{symbol} 的价格只能移动到 {low} 与 {high} 之间。",
    },
}
