"""What is remembered about a person: the words of its views and refusals."""

WORDS: dict[str, dict[str, str]] = {
    "memory_not_said": {
        "en": "I do not keep “{value}”: there is a figure in it that you did not say. Say it in "
        "your own words: remember that …",
        "zh": "我没有保存“{value}”：其中有您没有说过的数字。请用您自己的话说：记住……",
    },
    "memories_title": {
        "en": "What I remember about you ({count})",
        "zh": "我记得您的事（{count}）",
    },
    "memories_none": {
        "en": "I remember nothing about you.",
        "zh": "我还没有记住关于您的任何事。",
    },
    "memories_note": {
        "en": 'To delete one, say for example "forget the second one".',
        "zh": "要删除其中一条，可以说“忘掉第二条”。",
    },
    "memory": {"en": "Memory", "zh": "记忆"},
    "memory_value": {"en": "Content", "zh": "内容"},
    "memory_from": {"en": "From", "zh": "来源"},
    "memory_rule": {"en": "rule", "zh": "规则"},
    "memory_rule_text": {"en": "{condition}: {rule}", "zh": "{condition}：{rule}"},
    "memory_confidence": {"en": "confidence {confidence}", "zh": "可信度 {confidence}"},
    "memory_source_manual": {"en": "you asked, {time}", "zh": "您要求保存，{time}"},
    "memory_source_memory": {"en": "from what you said, {time}", "zh": "来自您说过的话，{time}"},
    "memory_source_feedback": {"en": "from what you said, {time}", "zh": "来自您说过的话，{time}"},
    "memory_source_execution": {"en": "from how it went, {time}", "zh": "来自执行结果，{time}"},
    "memory_rule_saved": {"en": "Saved: {value}.", "zh": "已保存：{value}。"},
    "memory_rule_changed": {
        "en": "Saved: {value} (was {old}).",
        "zh": "已保存：{value}（原为 {old}）。",
    },
    "memory_rule_same": {"en": "Already so: {value}.", "zh": "已经是：{value}。"},
    "memory_rule_forgotten": {"en": "Forgotten: {value}.", "zh": "已忘掉：{value}。"},
    "memory_forgotten": {"en": "Forgotten: {name} {value}.", "zh": "已忘掉：{name} {value}。"},
    "memory_nothing": {
        "en": "I remember nothing about you, so there is nothing to forget.",
        "zh": "我没有记住关于您的任何事，所以没有可以忘掉的。",
    },
    "memory_none": {
        "en": "I remember nothing like that. What I remember: {saved}. Say which to forget.",
        "zh": "我没有记住这样的事。我记得：{saved}。请告诉我要忘掉哪一条。",
    },
    "memory_which": {
        "en": "Which one should I forget: {saved}?",
        "zh": "要忘掉哪一条：{saved}？",
    },
    "memory_forget_request": {"en": "forget that {value}", "zh": "忘掉{value}"},
    "memory_forget_setting": {"en": "forget my {name}", "zh": "忘掉我的{name}"},
    "memory_empty": {
        "en": "A rule needs a condition and what to do then. Say both.",
        "zh": "规则需要一个条件和对应的做法，请都说明。",
    },
    "memory_too_long": {
        "en": "A rule's condition has at most {condition} characters and the rule {rule}. "
        "Say it shorter.",
        "zh": "规则的条件最多 {condition} 个字符，做法最多 {rule} 个字符，请说得短一些。",
    },
    "memory_full": {
        "en": "{most} rules are kept already. Ask what I remember, and delete one first.",
        "zh": "已经保存了 {most} 条规则。请先查看我记得的内容，并删除一条。",
    },
    "memory_refused_secret": {
        "en": "That looks like a key or password, so I do not keep it. Say it without the secret.",
        "zh": "这看起来像密钥或密码，所以我不保存。请去掉其中的机密再说。",
    },
    "memory_refused_authority": {
        "en": "I cannot remember rules about approvals, limits or rights: every order is confirmed "
        "by you, each time. Nothing was saved.",
        "zh": "我不能记住关于确认、限额或权限的规则：每一笔订单都由您逐次确认。没有保存任何内容。",
    },
    "memory_refused_instruction": {
        "en": "That reads like an instruction to the program, not something about you. Nothing was "
        "saved. Say it in your own words.",
        "zh": "这更像是给程序的指令，而不是关于您的事。没有保存任何内容，请用您自己的话说。",
    },
    "memory_refused_passing": {
        "en": "Balances, prices, positions and set-up change, so I look them up each time and do "
        "not keep them in a rule. Say the rule without them.",
        "zh": "余额、价格、持仓和配置会变化，我每次都会重新查询，不写进规则。请去掉它们再说。",
    },
}
