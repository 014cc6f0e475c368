"""Words about exchange accounts and language models that a person sets up."""

WORDS: dict[str, dict[str, str]] = {
    # Names, and which one is meant.
    "config_name_empty": {
        "en": "A name needs at least one letter or digit.",
        "zh": "名称至少要有一个字母、数字或汉字。",
    },
    "config_name_long": {
        "en": "That name has {length} characters; at most {most} are kept.",
        "zh": "名称有 {length} 个字符，最多 {most} 个。",
    },
    "config_name_signs": {
        "en": "That name has signs that cannot be shown. Please write it with ordinary letters.",
        "zh": "名称里有无法显示的字符，请换成普通文字。",
    },
    "config_name_secret": {
        "en": "That looks like a key or password, so it cannot be a name. Please choose another.",
        "zh": "这看起来像密钥或密码，不能用作名称，请换一个。",
    },
    "config_name_reserved": {
        "en": "“{name}” means something else here. Please choose another name.",
        "zh": "“{name}”在这里另有含义，请换一个名称。",
    },
    "config_name_taken": {
        "en": "You have one called “{name}” already (capital letters do not matter). "
        "Please choose another name.",
        "zh": "您已经有一个叫“{name}”的了（不区分大小写），请换一个名称。",
    },
    "config_which": {
        "en": "Which {kind} do you mean: {names}?",
        "zh": "您指的是哪个{kind}：{names}？",
    },
    "config_unknown": {
        "en": "You have no {kind} called “{said}”. There is: {names}.",
        "zh": "您没有叫“{said}”的{kind}。现有：{names}。",
    },
    "config_no_model": {
        "en": "You have no language model of your own yet. Say “add a model” to set one up.",
        "zh": "您还没有自己的模型。说“添加模型”即可配置。",
    },
    "config_nothing": {
        "en": "“{name}” is like that already: nothing was changed.",
        "zh": "“{name}”已经是这样了，没有改动。",
    },
    "config_most": {
        "en": "At most {most} are kept. Please delete one first.",
        "zh": "最多保存 {most} 个，请先删除一个。",
    },
    "config_gone": {
        "en": "It was deleted already: nothing was changed.",
        "zh": "它已被删除，没有改动。",
    },
    "config_no_amount": {
        "en": "There is no amount to change here. Confirm it or cancel it.",
        "zh": "这里没有可以修改的数量，请确认或取消。",
    },
    "config_default_off": {
        "en": "“{name}” is switched off, so it cannot be the default. Enable it first.",
        "zh": "“{name}”已停用，不能设为默认，请先启用。",
    },
    "config_delete_request": {"en": "delete the {kind} “{name}”", "zh": "删除{kind}“{name}”"},
    "config_test_request": {"en": "test the {kind} “{name}”", "zh": "测试{kind}“{name}”"},
    # Values read back.
    "config_now": {"en": "{field}: {value}", "zh": "{field}：{value}"},
    "config_now_was": {"en": "{field}: {value}, was {old}", "zh": "{field}：{value}，原为 {old}"},
    "config_yes": {"en": "yes", "zh": "是"},
    "config_no": {"en": "no", "zh": "否"},
    "config_on": {"en": "enabled", "zh": "已启用"},
    "config_off": {"en": "disabled", "zh": "已停用"},
    "config_name": {"en": "Name", "zh": "名称"},
    "config_model": {"en": "Model", "zh": "模型"},
    "config_state": {"en": "State", "zh": "状态"},
    "config_key": {"en": "Key", "zh": "密钥"},
    "config_address": {"en": "Address", "zh": "地址"},
    "config_no_key": {"en": "no key", "zh": "无密钥"},
    "config_has_key": {"en": "set", "zh": "已设置"},
    "config_key_replaced": {"en": "key: replaced ({key})", "zh": "密钥：已更换（{key}）"},
    "config_field_name": {"en": "name", "zh": "名称"},
    "config_field_provider": {"en": "provider", "zh": "服务商"},
    "config_field_model": {"en": "model", "zh": "模型"},
    "config_field_base_url": {"en": "address", "zh": "地址"},
    "config_field_enabled": {"en": "enabled", "zh": "启用"},
    "config_field_is_default": {"en": "default", "zh": "默认"},
    # Models.
    "models_title": {"en": "Your models", "zh": "您的模型"},
    "models_none": {
        "en": "You have no language model of your own.",
        "zh": "您还没有自己的模型。",
    },
    "models_using": {"en": "Chat uses {name}.", "zh": "聊天使用 {name}。"},
    "models_desk": {
        "en": "Chat uses this desk's own model, {name}.",
        "zh": "聊天使用本系统自带的模型 {name}。",
    },
    "models_desk_offline": {
        "en": "Chat uses this desk's offline planner.",
        "zh": "聊天使用本系统的离线规划器。",
    },
    "models_desk_already": {
        "en": "Chat uses this desk's own model already: nothing was changed.",
        "zh": "聊天已在使用本系统自带的模型，没有改动。",
    },
    "models_desk_fixed": {
        "en": "This desk's own model is set by whoever runs the desk. Your own models you can "
        "change here.",
        "zh": "本系统自带的模型由管理员设置；您可以在这里修改自己的模型。",
    },
    "model_not_used": {
        "en": "Your model “{name}” stays set up, and chat does not use it.",
        "zh": "您的模型“{name}”仍保留，但聊天不再使用。",
    },
    "model_did_create": {"en": "The model “{name}” is set up.", "zh": "模型“{name}”已添加。"},
    "model_did_update": {"en": "The model “{name}” is changed.", "zh": "模型“{name}”已修改。"},
    "model_did_delete": {
        "en": "The model “{name}” and its key are deleted.",
        "zh": "模型“{name}”及其密钥已删除。",
    },
    "model_did_test": {"en": "The model “{name}”:", "zh": "模型“{name}”："},
    "model_trial_ok": {
        "en": "One short call was answered: it works.",
        "zh": "试用一次，回答正常。",
    },
    "model_trial_failed": {"en": "One short call failed: {why}", "zh": "试用一次，失败：{why}"},
    "model_trial_aside": {
        "en": "Chat does not use it until you say so: /model {name}",
        "zh": "聊天暂不使用它；需要时发送 /model {name}",
    },
    "model_delete_title": {"en": "Delete the model “{name}”?", "zh": "删除模型“{name}”？"},
    "model_delete_note": {
        "en": "Its key is deleted too. If nobody answers, nothing changes.",
        "zh": "密钥会一并删除。如无人确认，则不作任何改动。",
    },
    "model_add_request": {"en": "add a {provider} model", "zh": "添加 {provider} 模型"},
    "model_provider_missing": {
        "en": "Whose model do you want to add?",
        "zh": "您要添加哪家的模型？",
    },
    "model_provider_fixed": {
        "en": "“{name}” speaks another vendor's language. Please add a new model instead.",
        "zh": "“{name}”的接口类型不能改，请另外添加一个模型。",
    },
    "model_name_missing": {
        "en": "Which model should be used at {host}? Please name it as its server does.",
        "zh": "在 {host} 上使用哪个模型？请写出该服务器上的模型名。",
    },
    "model_name_signs": {
        "en": "A model's name has no spaces and only plain letters, such as deepseek-chat.",
        "zh": "模型名不能有空格，只能用普通字母，例如 deepseek-chat。",
    },
    "model_key_needed": {
        "en": "“{name}” has no key, so it cannot be used. Say “new key for {name}” to set one.",
        "zh": "“{name}”没有密钥，不能启用。说“给 {name} 换密钥”即可设置。",
    },
    "model_key_refused_new": {
        "en": "The service refused that key, so nothing was kept of it. Check that it is whole, of "
        "the right vendor and not revoked, then ask again to set up “{name}”.",
        "zh": "服务方拒绝了这个密钥，因此没有保存。请检查密钥是否完整、属于该服务商且未作废，"
        "然后重新配置“{name}”。",
    },
    "model_url_form": {
        "en": "“{host}” is no address I can use. Write it like https://api.example.com/v1, without "
        "? or #.",
        "zh": "“{host}”不是可用的地址。请写成 https://api.example.com/v1 的形式，不带 ? 或 #。",
    },
    "model_url_https": {
        "en": "The address of {host} must begin with https://, so that nobody reads your key.",
        "zh": "{host} 的地址必须以 https:// 开头，以免密钥被人看到。",
    },
    "model_url_userinfo": {
        "en": "An address must have no name or password before its host. The key is asked for "
        "separately.",
        "zh": "地址中不能带用户名或密码，密钥会另外询问。",
    },
    "model_url_private": {
        "en": "{host} is not a public address, and this desk only calls those. A server of your "
        "own must be named by whoever runs the desk, in OPENAI_BASE_URL or ANTHROPIC_BASE_URL.",
        "zh": "{host} 不是公网地址，本系统不会访问。自建服务器须由管理员写入 OPENAI_BASE_URL 或 "
        "ANTHROPIC_BASE_URL。",
    },
    "model_url_unresolved": {
        "en": "The host {host} was not found. Check the address for a typing mistake.",
        "zh": "找不到主机 {host}，请检查地址是否有误。",
    },
    "model_url_unsaid": {
        "en": "Please write the server's address yourself: {value} was not in your messages.",
        "zh": "请您自己写出服务器地址：您的消息里没有 {value}。",
    },
    # How a model of one's own failed.
    "own_model_failed": {
        "en": "Your model “{name}” failed: {why} /model desk goes on with this desk's own model.",
        "zh": "您的模型“{name}”失败：{why}发送 /model desk 可改用本系统自带的模型。",
    },
    "own_model_rate_limited": {
        "en": "its service is limiting requests. Try again in a minute.",
        "zh": "服务正在限流，请一分钟后再试。",
    },
    "own_model_key_refused": {
        "en": "its service refused the key. Replace it, or check it at the vendor.",
        "zh": "服务方拒绝了密钥，请更换密钥，或到服务商处检查。",
    },
    "own_model_not_permitted": {
        "en": "its service does not let your account use it: blocked, or without access to this "
        "model.",
        "zh": "服务方不允许您的账户使用：可能被封禁，或没有该模型的权限。",
    },
    "own_model_rejected": {
        "en": "its service did not accept the request. Check the model's name.",
        "zh": "服务方不接受请求，请检查模型名。",
    },
    "own_model_out_of_credit": {
        "en": "your account there is out of credit. Please top it up.",
        "zh": "您在该服务的余额不足，请充值。",
    },
    "own_model_timeout": {"en": "there was no answer in time.", "zh": "没有及时回答。"},
    "own_model_overloaded": {
        "en": "its service is overloaded. Try again in a few minutes.",
        "zh": "服务过载，请几分钟后再试。",
    },
    "own_model_unreachable": {
        "en": "it cannot be reached, or there is no such model. Check the address and the name.",
        "zh": "无法连接，或没有这个模型。请检查地址和模型名。",
    },
    "own_model_malformed": {
        "en": "what came back is no answer of such a service. Check the address.",
        "zh": "返回的内容不是这类服务的回答，请检查地址。",
    },
}
