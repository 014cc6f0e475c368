"""Words that only Discord needs."""

WORDS: dict[str, dict[str, str]] = {
    "discord.argument": {
        "en": "What would be written behind the command, such as a coin",
        "zh": "命令后面要写的内容，例如币种",
    },
    "discord.mention_me": {
        "en": "I only see messages here that mention me: write @ and my name, or write to me "
        "privately.",
        "zh": "在这里我只能看到提及我的消息：请 @ 我的名字，或私聊我。",
    },
    "discord.type_secret": {"en": "🔑 Type it in a form", "zh": "🔑 在表单中填写"},
    "discord.secret_field": {
        "en": "Kept in the vault, in no message",
        "zh": "仅存入保险库，不会出现在消息中",
    },
    "secret.how.discord": {
        "en": "Press the button and type it there. Please do not send it as a message: I cannot "
        "delete your messages here.",
        "zh": "请点击按钮并在表单中填写。请不要以消息发送：我无法删除您在这里的消息。",
    },
}
