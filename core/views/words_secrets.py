"""Asking for secrets, what becomes of them, and keys that were written where they do not belong."""

WORDS: dict[str, dict[str, str]] = {
    "secret.field.api_key": {"en": "API key", "zh": "API Key"},
    "secret.field.secret": {"en": "API secret", "zh": "API Secret（密钥）"},
    "secret.field.password": {"en": "API passphrase", "zh": "API Passphrase（口令）"},
    "secret.field.passphrase": {"en": "API passphrase", "zh": "API Passphrase（口令）"},
    "secret.field.private_key": {"en": "private key", "zh": "私钥"},
    "secret.title": {"en": "{field} for {about}", "zh": "{about} 的 {field}"},
    "secret.how": {
        "en": "It goes encrypted into the vault and nowhere else: no history, no log, no model.",
        "zh": "它加密后只存入保险库，不进聊天记录、日志，也不给任何模型。",
    },
    "secret.how.telegram": {
        "en": "Send it as your next message, alone. I delete that message as soon as I have it. "
        "Anything in several words stays an ordinary message; I wait 15 minutes.",
        "zh": "请在下一条消息中单独发送，收到后我会立即删除那条消息。"
        "多个词的消息仍按普通消息处理；我等 15 分钟。",
    },
    "secret.how.web": {
        "en": "Type it into the field here. I wait 15 minutes.",
        "zh": "请在此输入框中填写。我等 15 分钟。",
    },
    "secret.how.terminal": {
        "en": "Type it now, it is not shown. “cancel” stops. I wait 15 minutes.",
        "zh": "请现在输入，内容不会显示。输入“取消”可停止。我等 15 分钟。",
    },
    "secret.not_deleted": {
        "en": "⚠️ I could not delete this message of yours. Please delete it yourself: hold it, "
        "choose Delete, and delete it for everyone.",
        "zh": "⚠️ 我无法删除您的这条消息。请自行删除：长按消息，选择删除，并为所有人删除。",
    },
    "secret.received": {"en": "(secret received)", "zh": "（已收到密钥）"},
    "secret.not_kept": {"en": "(not kept)", "zh": "（未保存）"},
    "secret.kept": {"en": "✅ {field} received.", "zh": "✅ 已收到 {field}。"},
    "secret.short": {
        "en": "That is too short for the {field}, so nothing was kept. Please send the {field} "
        "alone, or press Cancel. Write anything else in more than one word.",
        "zh": "这对 {field} 来说太短，未保存任何内容。请单独发送 {field}，或按“取消”。"
        "其他内容请用多个词来写。",
    },
    "secret.long": {
        "en": "That is too long for the {field}, so nothing was kept. Please send the {field} "
        "alone, or press Cancel.",
        "zh": "这对 {field} 来说太长，未保存任何内容。请单独发送 {field}，或按“取消”。",
    },
    "secret.unseen": {
        "en": "That came before my question was shown to you, so I kept nothing of it. "
        "Please send the {field} again.",
        "zh": "这条消息早于问题的显示，未保存任何内容。请重新发送 {field}。",
    },
    "secret.spilled": {
        "en": "🔑 I took out what looked like a secret and kept nothing of it. I am waiting for "
        "the {field}: please send it alone, as one message.",
        "zh": "🔑 我去除了像密钥的内容，没有保存。我在等 {field}：请作为一条消息单独发送。",
    },
    "secret.over": {
        "en": "I am not waiting for a secret any more, so I kept nothing of that. "
        "Please start again, and send it when I ask.",
        "zh": "我已不在等待密钥，因此未保存任何内容。请重新开始，在我询问时再发送。",
    },
    "secret.expired": {
        "en": "The time for that was over: nothing was kept, and what you had typed before is "
        "deleted. Please start again.",
        "zh": "已超时：未保存任何内容，之前输入的也已删除。请重新开始。",
    },
    "secret.expired_card": {
        "en": "⌛ Expired. Nothing was kept. / 已过期，未保存任何内容。",
        "zh": "⌛ 已过期，未保存任何内容。 / Expired. Nothing was kept.",
    },
    "secret.cancelled": {
        "en": "Cancelled. Nothing was kept.",
        "zh": "已取消，未保存任何内容。",
    },
    "secret.replaced": {
        "en": "I no longer ask for this, and kept nothing of it: {title}.",
        "zh": "我不再询问，也未保存任何内容：{title}。",
    },
    "secret.private_only": {
        "en": "I take keys only in private. Please write to me privately.",
        "zh": "密钥只能在私聊中提供，请私信我。",
    },
    "secret.masked": {
        "en": "🔑 Something in your message looked like a secret key, so I took it out and kept it "
        "nowhere. A key that was written into a chat is no longer secret: please delete the "
        "message, revoke the key where it was made, and make a new one. I ask for keys myself "
        "when I need them.",
        "zh": "🔑 您的消息中有内容像密钥，我已将其去除，没有保存。写进聊天的密钥已不再保密："
        "请删除该消息，在创建处作废该密钥并新建一个。需要密钥时我会主动询问。",
    },
}
