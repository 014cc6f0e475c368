"""The offline planner's vocabulary: every phrase it knows, by what it does in a request.

A request is understood only when all of its words are known and fit together; this is what keeps
"don't buy btc" and "buy btc when it dips" from being orders.
"""

from enum import Enum, auto


class Word(Enum):
    """What a word of a request is."""

    BUY = auto()
    SELL = auto()
    LONG = auto()
    SHORT = auto()
    OPEN = auto()
    TRADE = auto()
    CLOSE = auto()
    CLOSE_LONG = auto()
    CLOSE_SHORT = auto()
    CLOSE_ALL = auto()
    REDUCE = auto()
    SPOT = auto()
    PERPETUAL = auto()

    SYMBOL = auto()
    IT = auto()
    THESE = auto()
    ORDINAL = auto()
    AMOUNT = auto()
    SHARE = auto()
    VAGUE = auto()
    LEVERAGE = auto()

    LIMIT = auto()
    STOP = auto()
    TARGET = auto()
    STOP_ENTRY = auto()
    TARGET_ENTRY = auto()
    """These five announce a price; without one behind them they are none of an order's words."""
    LIMIT_PRICE = auto()
    STOP_PRICE = auto()
    TARGET_PRICE = auto()
    STOP_ENTRY_PRICE = auto()
    TARGET_ENTRY_PRICE = auto()
    """A price with what announced it; its text is the price alone."""
    POST_ONLY = auto()
    PUT = auto()
    CANCEL = auto()
    MOVE = auto()
    ORDERS = auto()
    """Orders that rest."""
    ORDER_ID = auto()
    """One resting order by its id, which is the text."""

    PRICE = auto()
    LOOK = auto()
    """A vaguer wish to know how a coin does."""
    HOW_MUCH = auto()
    BALANCE = auto()
    PORTFOLIO = auto()
    MONEY = auto()
    POSITIONS = auto()
    HAVE = auto()
    HISTORY = auto()
    LAST = auto()
    PERIOD = auto()
    """A stretch of time that is over or runs: a wish for trades, and out of place in an order."""
    TODAY = auto()
    RESULT = auto()
    """What was won or lost."""
    CHART = auto()
    CURVE = auto()
    CALENDAR = auto()
    ALLOCATION = auto()
    SHOW_AROUND = auto()
    """A wish to share something, as a picture of it."""
    HELP = auto()

    AND = auto()
    MY = auto()
    FILLER = auto()
    READING = auto()
    """Words of a wish to see something: harmless in a question, out of place in an order."""
    POLITE = auto()
    """An order dressed as a question."""
    ASKING = auto()
    """What makes a sentence a question, a thought or a condition, so that it is no order now."""
    NOT = auto()
    OTHER = auto()
    """Not in the vocabulary."""


PHRASES: dict[Word, str] = {
    Word.BUY: "buy|to buy|buy in|purchase|买|买入|买进|购买|买点|买些|入手",
    Word.SELL: "sell|to sell|sell off|dump|卖|卖出|卖掉|抛|抛掉|抛售|出掉|卖点",
    Word.LONG: (
        "long|to long|longs|go long|to go long|long position|做多|开多|开多单|开多仓|多单|多仓|"
        "多头|看多|做多单"
    ),
    Word.SHORT: (
        "short|to short|shorts|go short|to go short|short position|做空|开空|开空单|开空仓|"
        "空单|空仓|空头|看空|做空单"
    ),
    Word.OPEN: "open|open a position|enter|开仓|开单|建仓|open position",
    Word.TRADE: "trade|交易",
    Word.CLOSE: "close|close out|exit|get out of|平|平仓|平掉|离场|了结",
    Word.CLOSE_LONG: "平多|平多单|平多仓|平掉多单|平掉多仓",
    Word.CLOSE_SHORT: "平空|平空单|平空仓|平掉空单|平掉空仓",
    Word.CLOSE_ALL: (
        "全平|全平仓|全部平仓|全部平掉|一键平仓|清仓|flatten|flatten all|flatten everything|"
        "close all positions|close all my positions|close all of them|close them all|"
        "close everything"
    ),
    Word.REDUCE: "reduce|cut|trim|减仓|减|减掉",
    Word.SPOT: "spot|现货",
    Word.PERPETUAL: "perp|perps|perpetual|perpetuals|futures|合约|永续|永续合约",
    Word.IT: (
        "it|this|this one|that|that one|the same one|its|它|它的|这个|那个|这个币|那个币|"
        "这一个|那一个|这单|这仓|这个仓位|这个持仓|那个仓位|this coin|that coin|the same coin|"
        "this position|that position"
    ),
    Word.THESE: (
        "them|these|those|both|both of them|both of these|both of those|all of them|all of these|"
        "all of those|all three|all two|它们|他们|这些|那些|这几个|那几个|这两个|那两个|两个都"
    ),
    Word.VAGUE: (
        "some|a bit|a bit of|a little|a few|few|several|a lot|a lot of|lots of|lots|一点|"
        "一点点|点|一些|些|少量|随便"
    ),
    Word.LIMIT: "limit|limit order|limit price|limit at|at limit|限价|限价单|挂单价|挂单",
    Word.STOP: (
        "stop|stop loss|stop-loss|stoploss|sl|stop order|protective stop|止损|止损价|止损单|止损位"
    ),
    Word.TARGET: (
        "take profit|take-profit|takeprofit|tp|target|target price|profit target|止盈|止盈价|"
        "止盈单|止盈位|目标价|目标"
    ),
    Word.STOP_ENTRY: "stop entry|stop-entry|entry stop|突破入场",
    Word.TARGET_ENTRY: "take profit entry|回调入场",
    Word.POST_ONLY: "post only|post-only|postonly|maker only|只挂单|只做maker|只做挂单",
    Word.CANCEL: "cancel|withdraw|revoke|remove|delete|撤|撤销|撤单|撤掉|撤回|取消|移除|删除",
    Word.MOVE: (
        "move|change|amend|modify|edit|raise|lower|shift|移到|移至|移动到|移动|改到|改成|改为|调整|调到|"
        "调整到|上移|下移|上移到|下移到|修改"
    ),
    Word.ORDERS: (
        "open orders|open order|pending orders|resting orders|working orders|limit orders|order|"
        "当前挂单|我的挂单|所有挂单|全部挂单|挂单列表|委托|当前委托|委托单|未成交订单|未成交的订单|单子"
    ),
    Word.PUT: "put|place|set|add|attach|设|设置|设个|设定|加|加个|加上|挂|挂个|放",
    Word.PRICE: (
        "price|prices|px|price of|quote|quotes|rate|价格|现价|报价|币价|什么价|什么价格|啥价|"
        "啥价格|价钱"
    ),
    Word.LOOK: (
        "worth now|trading at|doing|going|ticker|analyse|analyze|analysis|how's|hows|"
        "行情|走势|怎么样|怎样|咋样|怎么看|分析|涨跌"
    ),
    Word.HOW_MUCH: "how much|how many|多少钱|多少|几多|几钱",
    Word.BALANCE: (
        "balance|balances|bal|equity|funds|net worth|buying power|cash|wallet|余额|资金|净值|权益|"
        "账户余额|可用资金|钱包|本金"
    ),
    Word.PORTFOLIO: "portfolio|account|holdings and balance|资产|账户|投资组合|账户情况",
    Word.MONEY: "money|usdt|dollars|钱",
    Word.POSITIONS: (
        "position|positions|pos|holding|holdings|open positions|what do i hold|what do i own|"
        "what am i holding|持仓|仓位|仓|头寸|我持有什么|我有什么币|我有哪些币"
    ),
    Word.HAVE: "do i have|i have|have i got|do i own|i own|do i hold|i hold|have|我有|有|持有",
    Word.HISTORY: (
        "trades|history|trade history|trading history|order history|orders|fills|transactions|"
        "成交|成交记录|交易记录|交易历史|历史成交|历史|历史记录|记录|订单|买卖记录"
    ),
    Word.LAST: "last|recent|latest|past|previous|最近|最新|最后|上|近",
    Word.PERIOD: (
        "yesterday|yesterday's|this week|this week's|last week|last week's|past week|this month|"
        "this month's|last month|last month's|past month|this year|last year|昨天|昨日|本周|这周|"
        "这个星期|上周|上个星期|最近一周|近一周|本月|这个月|上个月|上月|最近一个月|近一个月|今年|去年"
    ),
    Word.TODAY: "today|today's|今天|今日",
    Word.RESULT: (
        "pnl|p&l|p/l|profit|profits|loss|losses|profit and loss|profits and losses|"
        "how much did i make|how much have i made|how much did i lose|how much have i lost|"
        "how much did i earn|盈亏|盈利|亏损|收益|利润|赚了多少|赚了多少钱|亏了多少|亏了多少钱|"
        "我赚了多少|我亏了多少|performance|win rate|how did i do|how have i done|how did it go|"
        "业绩|战绩|胜率|表现"
    ),
    Word.CHART: (
        "chart|charts|candles|candlesticks|candle chart|kline|klines|k-line|graph|k线|k线图|图表|"
        "走势图|蜡烛图"
    ),
    Word.CURVE: (
        "equity curve|equity chart|equity graph|balance curve|净值曲线|资金曲线|收益曲线|权益曲线"
    ),
    Word.CALENDAR: "pnl calendar|p&l calendar|profit calendar|calendar|盈亏日历|收益日历|日历",
    Word.ALLOCATION: "allocation|asset allocation|资产分布|仓位分布|资产配置|持仓分布",
    Word.SHOW_AROUND: "share|share card|pnl card|分享|晒单|晒一下|分享卡片|收益卡片",
    Word.HELP: (
        "help|commands|menu|what can you do|what can i say|what can i do|what do you do|"
        "how do you work|how does this work|who are you|what are you|帮助|你能做什么|你会什么|"
        "你可以做什么|能做什么|怎么用|有什么功能|功能|指令|命令|你是谁|菜单"
    ),
    Word.AND: (
        "and|then|and then|plus|also|&|和|跟|与|及|以及|还有|然后|再|并|并且|同时|顺便|,|，|、|;|；"
    ),
    Word.MY: "my|mine|我的|我",
    Word.FILLER: (
        "please|pls|plz|the|a|an|of|in|on|for|with|using|use|worth|worth of|in total|now|"
        "right now|just|me|i|i'd like to|i would like to|i want to|i wanna|want to|i need to|"
        "let's|lets|let us|at market|market|at market price|at the market|market order|hey|hi|"
        "hello|ok|okay|by|coin|coins|token|tokens|thanks|thank you|thx|bitte|quickly|请|那|"
        "那么|帮我|帮忙|麻烦|给我|替我|一下|一下子|的|吧|啊|呀|哦|把|将|我要|我想|我想要|想|要|"
        "用|以|市价|币|单|个|枚|谢谢|你好|好的|现在|立即|马上|价值|先"
    ),
    Word.READING: (
        "what|what's|whats|what is|what are|what was|is|are|was|show|show me|tell me|"
        "give me|get|check|see|look up|look at|view|list|display|current|currently|live|'s|s|am|at|"
        "where|how is|how are|how|any|there|total|available|free|查|查看|查询|查一下|看|看看|"
        "还在吗|还在么|还在不在|看一下|显示|列出|当前|目前|是|是什么|什么|哪些|都|总|总共|一共|可用|还|还剩|"
        "剩|剩下|告诉我|知道|里|里面|目前的|情况|笔|条|几"
    ),
    Word.POLITE: (
        "can you|could you|would you|will you|can i|could i|may i|能不能帮我|可以帮我|能帮我|"
        "可否|能否|能"
    ),
    Word.ASKING: (
        "?|？|should|shall|would|could|can|may|might|if|whether|why|when|what if|how do i|"
        "how to|how do you|how can i|good idea|a good time|worth it|or|think|suppose|imagine|"
        "maybe|perhaps|吗|么|嘛|呢|怎么|如何|该|该不该|应该|应不应该|要不要|能不能|可不可以|"
        "是否|是不是|如果|假如|万一|要是|为什么|为啥|好不好|会不会|值得|值不值得|或者|还是|"
        "觉得|可能|也许|tomorrow|tonight|later|soon|daily|weekly|monthly|every|each|until|"
        "unless|once|after|before|below|above|under|over|next|"
        "明天|今晚|稍后|以后|每天|每周|每月|定投|之后|之前|低于|高于|跌到|涨到|等"
    ),
    Word.NOT: (
        "not|no|don't|dont|do not|never|won't|wont|will not|without|avoid|instead|"
        "undo|didn't|cannot|can't|cant|不|不要|别|不想|不用|不需要|没有|没|先别|千万别|勿|"
        "停止|不能|不会"
    ),
}

MARKS = frozenset({"?", "？", "吗", "呢", "么"})
"""What ends a question: left out where a question is welcome."""
