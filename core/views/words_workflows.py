"""What is said of work that waits: put aside, taken up again, tried again, stopped, queued."""

WORDS: dict[str, dict[str, str]] = {
    "choice.retry": {"en": "🔁 Try again", "zh": "🔁 重试"},
    "choice.resume_goal": {"en": "▶️ Continue: {goal}", "zh": "▶️ 继续：{goal}"},
    "choice.cancel_goal": {"en": "✖️ Cancel: {goal}", "zh": "✖️ 取消：{goal}"},
    "choice.stop": {"en": "⏹ Stop", "zh": "⏹ 停止"},
    "approval.void": {
        "en": "This desk has changed since that card was made, so it can no longer be carried out "
        "as it was shown. Nothing was placed. I can plan your request again.",
        "zh": "确认卡生成后本交易台已有变化，无法再按原样执行，没有下单。可重新规划您的请求。",
    },
    "capability.changed": {
        "en": "What this desk can do has changed since this was planned, so I planned what was "
        "left anew.",
        "zh": "规划之后本交易台的功能有变化，剩下的部分已重新规划。",
    },
    "done.before": {
        "en": "Already done before, so not done again: {titles}",
        "zh": "之前已完成，不再重复执行：{titles}",
    },
    "menu.lapsed": {"en": "You went on with something else.", "zh": "您已继续其他事项。"},
    "menu.chosen": {"en": "Chosen: {label}", "zh": "已选择：{label}"},
    "menu.over": {
        "en": "That choice is over. /status shows what is open.",
        "zh": "该选择已失效，/status 可查看未完成事项。",
    },
    "waiting.again": {
        "en": "This still waits for your answer:",
        "zh": "这个问题还在等您回答：",
    },
    "waiting.asked_again": {"en": "Asked again below.", "zh": "已在下方重新提问。"},
    "suspended.card": {
        "en": "🕒 Put aside. Nothing was placed.",
        "zh": "🕒 已搁置，没有下单。",
    },
    "suspended.done_rest": {
        "en": "Put aside: {title} Nothing more was placed; what was placed before stays. Say "
        "“continue” to take it up again; I keep it until {until}.",
        "zh": "已搁置：{title} 没有再下单，之前已下的单不受影响。"
        "说“继续”即可恢复，保留到 {until}。",
    },
    "suspended.done": {
        "en": "Put aside: {title} Nothing was placed. Say “continue” to take it up again; "
        "I keep it until {until}.",
        "zh": "已搁置：{title} 没有下单。说“继续”即可恢复，保留到 {until}。",
    },
    "suspended.already": {
        "en": "That is put aside already: {goal}. Say “continue” to take it up again.",
        "zh": "已经搁置了：{goal}。说“继续”即可恢复。",
    },
    "suspended.expired": {
        "en": "⌛ What you had put aside has expired after a day, and was closed: {goal} "
        "Nothing more was placed by it.",
        "zh": "⌛ 您搁置的事项已满一天，现已关闭：{goal} 没有再据此下单。",
    },
    "suspended.too_many": {
        "en": "Too much was open or put aside, so I closed the oldest: {goal} "
        "Nothing more was placed by it.",
        "zh": "未完成的事项太多，已关闭最早的一个：{goal} 没有再据此下单。",
    },
    "continue.nothing": {
        "en": "There is nothing to continue: no question is open and nothing is put aside.",
        "zh": "没有可以继续的事项：没有待答的问题，也没有搁置的请求。",
    },
    "resume.again": {"en": "Going on with: {goal}", "zh": "继续：{goal}"},
    "resume.more": {
        "en": "({count} more put aside, see /status)",
        "zh": "（另有 {count} 个搁置，见 /status）",
    },
    "resume.gone": {
        "en": "That is no longer open: {goal} Nothing was changed. /status shows what is.",
        "zh": "该事项已不在等待：{goal} 没有更改任何内容。/status 可查看未完成事项。",
    },
    "retry.again": {"en": "Trying again: {goal}", "zh": "重试：{goal}"},
    "retry.nothing": {
        "en": "There is nothing to try again: no request of the last day has failed here.",
        "zh": "没有可以重试的请求：最近一天内没有失败的请求。",
    },
    "status.aside": {
        "en": "• {goal}: put aside, kept until {until}",
        "zh": "• {goal}：已搁置，保留到 {until}",
    },
    "cancel.one_rest": {
        "en": "Cancelled: {title} Nothing more was placed by it; what was placed before stays.",
        "zh": "已取消：{title} 没有再据此下单，之前已下的单不受影响。",
    },
    "cancel.one": {
        "en": "Cancelled: {title} Nothing was placed by it.",
        "zh": "已取消：{title} 没有据此下单。",
    },
    "cancel.others": {
        "en": "{count:other is|others are} still open, see /status; /cancel all closes everything.",
        "zh": "还有 {count} 个未完成，见 /status；/cancel all 可全部关闭。",
    },
    "cancel.only_aside": {
        "en": "No question is open here. {count} put aside: /cancel all closes them, "
        "/status lists them.",
        "zh": "这里没有待答的问题。另有 {count} 个搁置：/cancel all 可关闭，/status 可查看。",
    },
    "cancel.stopped": {
        "en": "Stopped what was under way; its last message says what had been done. "
        "Nothing else was closed.",
        "zh": "已停止正在进行的操作，其最后一条消息说明了已完成的部分。其他事项没有关闭。",
    },
    "cancel.ended": {
        "en": "That run had ended already: its answer stands. Nothing was changed.",
        "zh": "该操作已经结束，其答复有效，没有更改任何内容。",
    },
    "cancel.no_run": {
        "en": "You have no such run here. Nothing was changed.",
        "zh": "这里没有您的这个操作，没有更改任何内容。",
    },
    "queue.behind": {
        "en": "Queued behind {count}…",
        "zh": "排队中，前面还有 {count} 条…",
    },
}
