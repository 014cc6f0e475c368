"""What surfaces on platforms of others say of their own accord."""

WORDS: dict[str, dict[str, str]] = {
    "chat.repeat": {
        "en": "↻ You may have received this already; I could not make sure that it arrived.",
        "zh": "↻ 这条消息您可能已收到：上次发送未能确认送达。",
    },
    "chat.empty": {
        "en": "There is nothing to show for that. Please ask in other words, or send /help.",
        "zh": "没有可显示的内容。请换个说法，或发送 /help。",
    },
    "chat.full": {
        "en": "I still have too many of your messages to answer, so I did not take this one. "
        "Please send it again in a moment, or /cancel.",
        "zh": "还有太多消息没有回答，这一条没有接收。请稍后再发，或发送 /cancel。",
    },
    "telegram.faceless": {
        "en": "I cannot see who you are while you write or press as the group. "
        "Please do it as yourself.",
        "zh": "您以群组身份发言或按按钮时，我无法知道您是谁，请用本人身份操作。",
    },
    "chat.unknown_button": {
        "en": "I do not know this button. Please ask again.",
        "zh": "我不认识这个按钮，请重新发起。",
    },
    "telegram.stopping": {"en": "Stopping…", "zh": "正在停止…"},
}
