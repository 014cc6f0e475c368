"""What went wrong, in words a person can act on."""

WORDS: dict[str, dict[str, str]] = {
    # The model's service, one text per kind of failure.
    "model_rate_limited": {
        "en": "The model's service is limiting our requests. Try again in a minute.",
        "zh": "模型服务正在限流，请一分钟后再试。",
    },
    "model_key_refused": {
        "en": "The model's service refused our key. The owner must check it in the settings.",
        "zh": "模型服务拒绝了密钥，请管理员在设置中检查。",
    },
    "model_not_permitted": {
        "en": "The model's service does not let our account use it: blocked, on hold, or without "
        "access to this model. The owner must ask the service.",
        "zh": "模型服务不允许我们的账户使用：可能被封禁、暂停，或没有该模型的权限。"
        "请管理员联系服务方。",
    },
    "model_rejected": {
        "en": "The model's service did not accept the request we made of this. Try again with a "
        "shorter message; if it stays so, the owner must look at the log.",
        "zh": "模型服务不接受我们为此发出的请求。请缩短消息后重试；若仍如此，请管理员查看日志。",
    },
    "model_out_of_credit": {
        "en": "The account at the model's service is out of credit. The owner must top it up.",
        "zh": "模型服务账户余额不足，请管理员充值。",
    },
    "model_timeout": {
        "en": "The model did not answer in time. Try again, perhaps with a shorter request.",
        "zh": "模型没有及时回答，请重试，或缩短请求。",
    },
    "model_refused": {
        "en": "The model declined to answer this request. Say it differently.",
        "zh": "模型拒绝回答这个请求，请换一种说法。",
    },
    "model_overloaded": {
        "en": "The model's service is overloaded. Try again in a few minutes.",
        "zh": "模型服务过载，请几分钟后再试。",
    },
    "model_unreachable": {
        "en": "The model's service cannot be reached. Check the connection and its address.",
        "zh": "无法连接模型服务，请检查网络和地址。",
    },
    "model_truncated": {
        "en": "The model's answer was cut off, so it is not used. Ask for less at once.",
        "zh": "模型的回答中途被截断，未被采用。请分几次提问。",
    },
    "model_malformed": {
        "en": "The model answered in a form that cannot be used. Try again, or say it differently.",
        "zh": "模型的回答格式无法使用，请重试或换一种说法。",
    },
    "model_day_budget": {
        "en": "Your model budget for today is used up; it starts anew at your midnight. "
        "Commands such as /positions and /balance still work, and so do buttons.",
        "zh": "您今天的模型预算已用完，将在您所在时区的零点重新计算。"
        "/positions、/balance 等命令和按钮仍可使用。",
    },
    "model_budget": {
        "en": "This request used up its budget of tokens and was stopped. Ask for less at once.",
        "zh": "这个请求用完了 token 预算，已停止。请分几次提问。",
    },
    # Preferences.
    "preference_language": {
        "en": "The language is en or zh, not {value}.",
        "zh": "语言只能是 en 或 zh，不能是 {value}。",
    },
    "preference_timezone": {
        "en": "{value} is no time zone I know. Write one such as Asia/Shanghai.",
        "zh": "不认识时区 {value}，请写例如 Asia/Shanghai。",
    },
    "preference_quiet_hours": {
        "en": "Quiet hours are written 22:00-07:00, not {value}.",
        "zh": "免打扰时段写作 22:00-07:00，不能是 {value}。",
    },
    "preference_colours": {
        "en": "Colours are green_up or red_up, not {value}.",
        "zh": "涨跌颜色只能是 green_up（绿涨）或 red_up（红涨），不能是 {value}。",
    },
    "preference_quick_amounts": {
        "en": "Quick amounts are up to {most} amounts in USDT or parts, such as 50, 100, half; "
        "“{value}” is not.",
        "zh": "快捷金额是最多 {most} 个 USDT 金额或比例，例如 50、100、500、一半、全部；"
        "“{value}”不是。",
    },
    "preference_nickname": {
        "en": "A nickname is written name = what it stands for, such as moon = SOL/USDT.",
        "zh": "昵称写作 名称 = 所指，例如 moon = SOL/USDT。",
    },
    "preference_nickname_taken": {
        "en": "“{name}” already means something in a request, so it cannot be a nickname. "
        "Please choose another word, such as moon = SOL/USDT.",
        "zh": "“{name}”在指令里已有含义，不能用作昵称。请换一个词，例如 moon = SOL/USDT。",
    },
    "preference_too_long": {
        "en": "That is {length} characters long; at most {most} are kept.",
        "zh": "内容有 {length} 个字符，最多保存 {most} 个。",
    },
    "preference_empty": {"en": "What should be saved for {name}?", "zh": "{name} 要保存什么内容？"},
    "preference_full": {
        "en": "{most} notes are kept already. Delete one first; the oldest is: {oldest}",
        "zh": "已经保存了 {most} 条备注，请先删除一条。最早的一条是：{oldest}",
    },
    "preference_delete_label": {"en": "Delete: {value}", "zh": "删除：{value}"},
    "preference_delete": {"en": "delete my note: {value}", "zh": "删除备注：{value}"},
    "preference_none": {
        "en": "There is no {name} saved that matches. Saved: {saved}",
        "zh": "没有匹配的{name}。已保存：{saved}",
    },
    "preference_which": {
        "en": "Several match; which {name} do you mean? {saved}",
        "zh": "有多条匹配，是哪一条{name}？{saved}",
    },
}
