"""What the engine itself says: approvals, questions, commands, ends and failures."""

WORDS: dict[str, dict[str, str]] = {
    "choice.confirm": {"en": "✅ Confirm ({mode})", "zh": "✅ 确认（{mode}）"},
    "choice.confirm_change": {"en": "✅ Confirm", "zh": "✅ 确认"},
    "choice.confirm_large": {
        "en": "⚠️ Yes, place this large order ({mode})",
        "zh": "⚠️ 确认大额下单（{mode}）",
    },
    "choice.amount": {"en": "✏️ Change amount", "zh": "✏️ 修改数量"},
    "choice.cancel": {"en": "✖️ Cancel", "zh": "✖️ 取消"},
    "choice.unknown": {"en": "(a button)", "zh": "（按钮）"},
    "approval.large": {
        "en": "This is a large order. Please confirm it a second time.",
        "zh": "这是一笔大额订单，请再确认一次。",
    },
    "approval.press_needed": {
        "en": "“{title}” is a large order: words are not enough, please press its button.",
        "zh": "“{title}”是大额订单：文字确认无效，请按按钮确认。",
    },
    "approval.unseen": {
        "en": "Your answer came before this was shown to you, so it did not count: “{title}”. "
        "Please look at it and answer again.",
        "zh": "您的回答早于该问题的显示，因此不算数：“{title}”。请看过后再回答。",
    },
    "approval.confirmed": {"en": "✅ Confirmed ({mode}).", "zh": "✅ 已确认（{mode}）。"},
    "approval.confirmed_change": {"en": "✅ Confirmed.", "zh": "✅ 已确认。"},
    "approval.cancelled_rest": {
        "en": "Cancelled. Nothing more was placed; what was placed before stays.",
        "zh": "已取消，没有再下单；之前已下的单不受影响。",
    },
    "approval.cancelled": {
        "en": "Cancelled. Nothing was placed.",
        "zh": "已取消，没有下单。",
    },
    "approval.cancelled_change": {
        "en": "Cancelled. Nothing was changed.",
        "zh": "已取消，没有改动。",
    },
    "approval.not_changed": {"en": "Nothing was changed.", "zh": "没有改动。"},
    "approval.never_changed": {
        "en": "The change was not made before the program ended. Here is a fresh card.",
        "zh": "程序结束前未作改动。这是一张新的确认卡。",
    },
    "approval.not_placed": {"en": "Nothing was placed.", "zh": "没有下单。"},
    "approval.amended": {
        "en": "Replaced by a card with the new amount.",
        "zh": "已换成新数量的确认卡。",
    },
    "approval.changing": {"en": "Changing the amount…", "zh": "正在修改数量…"},
    "approval.expired": {
        "en": "That card had expired, nothing was placed. Here is a fresh one.",
        "zh": "那张确认卡已过期，没有下单。这是一张新的。",
    },
    "approval.expired_change": {
        "en": "That card had expired, nothing was changed. Here is a fresh one.",
        "zh": "那张确认卡已过期，没有改动。这是一张新的。",
    },
    "approval.expired_card_change": {
        "en": "⌛ Expired. Nothing was changed. / 已过期，没有改动。",
        "zh": "⌛ 已过期，没有改动。 / Expired. Nothing was changed.",
    },
    "approval.expired_card": {
        "en": "⌛ Expired. Nothing was placed. / 已过期，没有下单。",
        "zh": "⌛ 已过期，没有下单。 / Expired. Nothing was placed.",
    },
    "approval.late": {
        "en": "Your confirmation took a while to reach me, so nothing was placed yet. "
        "Please look at the fresh price.",
        "zh": "您的确认到得有些晚，尚未下单，请看最新价格。",
    },
    "approval.late_change": {
        "en": "Your confirmation took a while to reach me, so nothing was changed yet. "
        "Please look at the fresh card.",
        "zh": "您的确认到得有些晚，尚未改动，请看新的确认卡。",
    },
    "approval.moved_change": {
        "en": "The price has moved since the card was shown, so nothing was changed yet. "
        "Please look at the fresh card.",
        "zh": "确认卡显示后价格变动较大，尚未改动，请看新的确认卡。",
    },
    "approval.changed_change": {
        "en": "What this card was about has changed since it was shown, so nothing was done yet. "
        "Please look at the fresh card.",
        "zh": "确认卡显示后情况已有变化，尚未改动，请看新的确认卡。",
    },
    "approval.moved": {
        "en": "The price has moved since the card was shown, so nothing was placed yet. "
        "Please look at the fresh price.",
        "zh": "确认卡显示后价格变动较大，尚未下单，请看最新价格。",
    },
    "approval.changed": {
        "en": "What this order would do has changed since the card was shown, so nothing was "
        "placed yet. Please look at the fresh card.",
        "zh": "确认卡显示后，订单内容已有变化，尚未下单，请看新的确认卡。",
    },
    "approval.busy": {
        "en": "Another order on this account is being placed right now. Please try again.",
        "zh": "该账户正在处理另一笔订单，请稍后再试。",
    },
    "ask.amount": {
        "en": "What amount instead, for “{title}”? For example: 50 usdt, 0.001 btc, 25%.",
        "zh": "“{title}”要改成多少？例如：50 usdt、0.001 btc、25%。",
    },
    "ask.answered": {"en": "Answered: {answer}", "zh": "已回答：{answer}"},
    "ask.superseded": {
        "en": "You went on with something else.",
        "zh": "您已继续其他事项。",
    },
    "ask.expired": {
        "en": "That question had expired. Please say again what you would like.",
        "zh": "那个问题已过期，请重新说一下您的需求。",
    },
    "ask.unclear": {
        "en": "I need one more detail. Could you say it in other words?",
        "zh": "我还需要一个信息，能换个说法吗？",
    },
    "press.unknown": {
        "en": "I do not know this button any more. Please ask again.",
        "zh": "这个按钮已失效，请重新发起。",
    },
    "press.unknown_choice": {
        "en": "That is not one of this question's choices.",
        "zh": "这不是该问题的选项。",
    },
    "press.not_yours": {
        "en": "This question is for somebody else. Only they can answer it.",
        "zh": "这个问题是问别人的，只有对方可以回答。",
    },
    "press.already": {
        "en": "Already answered: {choice} ({where}, {at} UTC). Nothing more was done.",
        "zh": "已经回答过：{choice}（{where}，{at} UTC），没有再执行。",
    },
    "press.replaced": {
        "en": "This card is closed: you went on with a newer card or request ({where}, {at} UTC). "
        "Nothing was placed by it.",
        "zh": "这张卡片已关闭：您已使用较新的卡片或请求（{where}，{at} UTC），没有据此下单。",
    },
    "press.working": {"en": "Working on it…", "zh": "处理中…"},
    "platform.telegram": {"en": "on Telegram", "zh": "Telegram"},
    "platform.discord": {"en": "on Discord", "zh": "Discord"},
    "platform.web": {"en": "on the web page", "zh": "网页"},
    "platform.terminal": {"en": "in the terminal", "zh": "终端"},
    "waiting.reminder": {
        "en": "⏳ Still waiting for your answer: {title}",
        "zh": "⏳ 还在等您回答：{title}",
    },
    "waiting.reminder_more": {
        "en": "⏳ Still waiting for your answer: {title} (and {more} more, see /status)",
        "zh": "⏳ 还在等您回答：{title}（另有 {more} 个，见 /status）",
    },
    "waiting.which": {
        "en": "Several questions are open. Please press the button of the one you mean:\n{titles}",
        "zh": "有几个问题在等回答，请按您所指那个的按钮：\n{titles}",
    },
    "waiting.too_many": {
        "en": "Too many questions were open, so I closed the oldest: {title} "
        "Nothing was placed by it.",
        "zh": "待答的问题太多，已关闭最早的一个：{title} 没有据此下单。",
    },
    "inbox.unreadable": {
        "en": "A message of yours could not be opened any more: the key that sealed it is missing. "
        "Nothing was done with it. Please send it again.",
        "zh": "您的一条消息已无法打开：封存它的密钥不存在，因此没有处理。请重新发送。",
    },
    "text.empty": {
        "en": "Your message was empty. Send me some words, or /help.",
        "zh": "消息是空的。请发文字，或发送 /help。",
    },
    "text.too_long": {
        "en": "That is {length} characters; I read at most {limit} in one message. "
        "Please send it shorter. Nothing was done.",
        "zh": "这条消息有 {length} 个字符，我一次最多读 {limit} 个。请缩短后再发，"
        "没有执行任何操作。",
    },
    "progress.planning": {"en": "Planning…", "zh": "规划中…"},
    "progress.placing": {"en": "Placing the order…", "zh": "正在下单…"},
    "order.unknown": {
        "en": "{mode}: the order was sent, but the venue's answer did not come. Its outcome is "
        "UNKNOWN. It will not be sent again; I am looking it up by its id {order} and will tell "
        "you.",
        "zh": "{mode}：订单已发出，但没有收到交易所的答复，结果未知。不会重复下单；"
        "我正在按编号 {order} 查询，有结果会告诉您。",
    },
    "order.not_changed": {
        "en": "{mode}: the venue could not be reached. Nothing was changed.",
        "zh": "{mode}：无法连接交易所，没有改动。",
    },
    "order.not_sent": {
        "en": "{mode}: the venue could not be reached. Nothing was placed.",
        "zh": "{mode}：无法连接交易所，没有下单。",
    },
    "order.like_in_doubt": {
        "en": "⚠️ The outcome of an order like this one, {order}, is still UNKNOWN: it may have "
        "been placed. Confirming this card places another one.",
        "zh": "⚠️ 一笔相同方向的订单 {order} 结果仍未知，可能已经成交。确认此卡片会再下一单。",
    },
    "order.never_arrived": {
        "en": "The order never reached the venue: nothing was placed. Here is a fresh card.",
        "zh": "订单没有到达交易所，没有成交。这是一张新的确认卡。",
    },
    "venue.unreadable": {
        "en": "I could not read this from the venue at {at} UTC, so it is unknown right now.",
        "zh": "{at} UTC 时无法从交易所读取，目前未知。",
    },
    "venue.unreadable_since": {
        "en": "I could not read this from the venue at {at} UTC, so it is unknown right now. "
        "It was last read at {last}.",
        "zh": "{at} UTC 时无法从交易所读取，目前未知。上一次成功读取是 {last}。",
    },
    "plan.failed": {
        "en": "I could not turn that into something I can safely do. Please put it another way, "
        "or send /help.",
        "zh": "我没能把这句话变成可以安全执行的操作。请换个说法，或发送 /help。",
    },
    "policy.group": {
        "en": "I show and do that only in our private chat.",
        "zh": "这只能在我们的私聊中查看或操作。",
    },
    "policy.role": {
        "en": "Your role here allows reading only. The owner of this desk can change that.",
        "zh": "您在这里的角色只能查看，可请主人更改。",
    },
    "policy.not_in_allow_list": {
        "en": "That is switched off on this desk.",
        "zh": "该功能在此交易台已关闭。",
    },
    "policy.unknown_tool": {
        "en": "There is no such thing on this desk.",
        "zh": "此交易台没有该功能。",
    },
    "answer.empty": {
        "en": "I have nothing certain to say to that. Please ask in other words, or send /help.",
        "zh": "对此我没有确定的答复。请换个说法，或发送 /help。",
    },
    "failed.nothing_done": {
        "en": "Nothing was placed or changed.",
        "zh": "没有下单，也没有更改任何内容。",
    },
    "failed.rest": {
        "en": "The rest of your request was not done.",
        "zh": "其余的请求没有执行。",
    },
    "fallback.answering": {
        "en": "The offline planner answers meanwhile, for reading and closing only.",
        "zh": "暂由离线规划器回答，仅限查询和平仓。",
    },
    "cancelled.turn": {"en": "Stopped, as you asked.", "zh": "已按您的要求停止。"},
    "cancel.done_rest": {
        "en": "Cancelled: {count:open request|open requests}. Nothing more was placed; what was "
        "sent before stays.",
        "zh": "已取消 {count} 个未完成的请求，没有再下单；之前已发出的单不受影响。",
    },
    "cancel.done": {
        "en": "Cancelled: {count:open request|open requests}. Nothing was placed.",
        "zh": "已取消 {count} 个未完成的请求，没有下单。",
    },
    "cancel.nothing": {"en": "Nothing is open here.", "zh": "这里没有待处理的事项。"},
    "cancel.resting": {
        "en": "{account}: {count:order still rests|orders still rest} at the exchange and may "
        "fill:",
        "zh": "{account}：交易所仍有 {count} 个挂单，可能成交：",
    },
    "cancel.unread": {
        "en": "{account}: its exchange does not answer, so I cannot tell what rests there.",
        "zh": "{account}：交易所没有答复，无法得知是否还有挂单。",
    },
    "clear.done": {
        "en": "Cleared: this conversation's history, open questions and references. "
        "Your preferences, orders and their records are kept.",
        "zh": "已清除本会话的历史、待答问题和指代。偏好、订单及记录保留。",
    },
    "status.desk": {
        "en": "Planner: {planner}. Market: {market}. Account: {account} ({mode}, {state}).",
        "zh": "规划器：{planner}。行情：{market}。账户：{account}（{mode}，{state}）。",
    },
    "status.nothing": {"en": "Nothing is open.", "zh": "没有未完成的事项。"},
    "status.waits": {
        "en": "• {goal}: waits for your answer until {until}: {question}",
        "zh": "• {goal}：等您在 {until} 前回答：{question}",
    },
    "status.planning": {"en": "• {goal}: being planned", "zh": "• {goal}：规划中"},
    "status.running": {"en": "• {goal}: running", "zh": "• {goal}：进行中"},
    "status.suspended": {"en": "• {goal}: suspended", "zh": "• {goal}：已挂起"},
    "status.waiting_user": {"en": "• {goal}: waits for you", "zh": "• {goal}：等您回答"},
    "status.waiting_confirmation": {
        "en": "• {goal}: waits for your confirmation",
        "zh": "• {goal}：等您确认",
    },
    "start.known": {
        "en": "Welcome, {name}. This is your trading desk, on a PAPER account. "
        "Try “btc price”, “my balance” or “buy 50 usdt of btc”. /help lists more.",
        "zh": "欢迎，{name}。这是您的交易台，使用模拟（PAPER）账户。"
        "试试“比特币多少钱”“余额”或“买 50u 比特币”。更多见 /help。",
    },
    "stranger.refused": {
        "en": "Hello. This is a private trading desk and I do not know you, so I cannot help here. "
        "Its owner can let you in.",
        "zh": "您好。这是私人交易台，我不认识您，因此无法提供服务。请联系其主人。",
    },
    "stranger.wrong_code": {
        "en": "That code is not right.",
        "zh": "验证码不正确。",
    },
    "stranger.code_in_private": {
        "en": "Please send me that code in a private chat, not here.",
        "zh": "请在私聊中发送验证码，不要发在这里。",
    },
    "stranger.bound": {
        "en": "Welcome. You are now known as the owner here. Accounts are PAPER. "
        "Try “btc price”, or /help.",
        "zh": "欢迎，您已绑定为主人。账户为模拟（PAPER）。试试“比特币多少钱”，或 /help。",
    },
    "account.role_differs": {
        "en": "There is already an account {name}, with the role {role}.",
        "zh": "账户 {name} 已存在，角色为 {role}。",
    },
    "account.one_owner": {
        "en": "There is one owner, the account {name}; other accounts are traders or viewers.",
        "zh": "主人只有一个，即账户 {name}；其他账户是 trader 或 viewer。",
    },
    "help.intro": {
        "en": "Ask in plain words, in English or Chinese: “btc price”, “my balance”, "
        "“buy 50 usdt of btc”, “long eth 100 usdt 3x”, “show my positions”, “close it”. "
        "Every order asks for your confirmation first. Commands:",
        "zh": "直接用中文或英文说：“比特币多少钱”“余额”“买 50u 比特币”“做多 eth 100u 3倍”"
        "“我的持仓”“平掉它”。每笔订单都会先请您确认。命令：",
    },
    "command.start": {"en": "hello", "zh": "开始"},
    "command.help": {"en": "what I can do", "zh": "我能做什么"},
    "command.price": {"en": "prices, e.g. /price btc eth", "zh": "价格，如 /price btc eth"},
    "command.balance": {"en": "your balance", "zh": "余额"},
    "command.positions": {"en": "your positions and holdings", "zh": "持仓"},
    "command.orders": {"en": "your open orders", "zh": "当前挂单"},
    "command.history": {"en": "your recent trades", "zh": "最近成交"},
    "command.preferences": {"en": "what I keep as your preferences", "zh": "我的偏好"},
    "command.exchanges": {"en": "your exchange accounts", "zh": "我的交易所账户"},
    "command.models": {"en": "your language models", "zh": "我的模型"},
    "command.model": {
        "en": "which model answers, e.g. /model NAME or /model desk",
        "zh": "选择回答的模型，如 /model 名称 或 /model desk",
    },
    "command.status": {"en": "what runs and what waits", "zh": "状态"},
    "command.cancel": {
        "en": "stop what runs, else close the last question; /cancel all closes everything",
        "zh": "停止正在进行的，否则关闭最近的问题；/cancel all 全部关闭",
    },
    "command.clear": {"en": "forget this conversation", "zh": "清除本会话"},
    "command.unknown": {
        "en": "There is no command /{name}. /help lists those there are.",
        "zh": "没有命令 /{name}，/help 可查看全部命令。",
    },
    "error.internal": {
        "en": "Something broke on my side (number {number}). I stopped there; "
        "an order that you had not confirmed was not placed. /status shows what is open.",
        "zh": "我这边出错了（编号 {number}），已停止；您未确认的订单没有下单。"
        "/status 可查看未完成事项。",
    },
    "error.internal_started": {
        "en": "Something broke on my side (number {number}) after your order was sent. Its "
        "outcome is UNKNOWN for the moment; I am looking it up and will tell you. It will not be "
        "sent again.",
        "zh": "订单发出后我这边出错了（编号 {number}）。结果暂时未知，正在查询，有结果会告诉您；"
        "不会重复下单。",
    },
    "error.needs_attention": {
        "en": "Your request broke me several times (number {number}), so I set it aside. "
        "Please put it another way.",
        "zh": "您的请求多次导致出错（编号 {number}），已搁置，请换个说法。",
    },
    "liquidation.title": {"en": "Liquidated: {symbol}", "zh": "已强平：{symbol}"},
    "liquidation.side": {"en": "Side", "zh": "方向"},
    "liquidation.quantity": {"en": "Quantity", "zh": "数量"},
    "liquidation.entry": {"en": "Entry price", "zh": "开仓价"},
    "liquidation.mark": {"en": "Mark price", "zh": "标记价"},
    "liquidation.lost": {"en": "Margin lost", "zh": "损失保证金"},
    "liquidation.result": {"en": "Result with fees", "zh": "损益（含手续费）"},
    "liquidation.live_note": {
        "en": "The exchange closed this position by force. Say “my positions” to see what is left.",
        "zh": "交易所已强制平仓。说“我的持仓”可查看剩余仓位。",
    },
    "liquidation.note": {
        "en": "The mark price reached the liquidation price: the position is closed and its "
        "margin is gone. The rest of the account is untouched.",
        "zh": "标记价格触及强平价：仓位已平，保证金全部损失，账户其余资金不受影响。",
    },
}
