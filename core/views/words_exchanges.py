"""Words about exchange accounts that a person sets up, and the paper account's money."""

WORDS: dict[str, dict[str, str]] = {
    "secret.field.api_secret": {"en": "API secret", "zh": "API Secret（密钥）"},
    "secret.field.wallet_address": {"en": "wallet address", "zh": "钱包地址"},
    "config_no_exchange": {
        "en": "You have no exchange account.",
        "zh": "您没有交易所账户。",
    },
    "config_field_testnet": {"en": "test network", "zh": "测试网"},
    "config_field_wallet_address": {"en": "wallet address", "zh": "钱包地址"},
    "exchanges_title": {"en": "Your exchange accounts", "zh": "您的交易所账户"},
    "exchange_venue": {"en": "Exchange", "zh": "交易所"},
    "exchange_mode": {"en": "Mode", "zh": "模式"},
    "exchange_keys": {"en": "Keys", "zh": "密钥"},
    "exchange_testnet": {"en": "TESTNET", "zh": "TESTNET 测试网"},
    "exchange_needs_none": {"en": "none needed", "zh": "不需要"},
    "exchange_supported": {"en": "You can add: {titles}.", "zh": "可添加：{titles}。"},
    "exchange_add_request": {"en": "connect my {venue} account", "zh": "连接我的 {venue} 账户"},
    "exchange_missing": {
        "en": "Which exchange do you want to connect?",
        "zh": "您要连接哪个交易所？",
    },
    "exchange_unknown": {
        "en": "I cannot connect to “{venue}”. Exchanges that I know: {titles}.",
        "zh": "无法连接“{venue}”。支持的交易所：{titles}。",
    },
    "exchange_untested": {
        "en": "{venue} has not been tried out with this desk, so it is off. Whoever runs the desk "
        "can allow it with BELLWETHER_UNTESTED_VENUES={id}.",
        "zh": "{venue} 尚未在本系统上测试，因此未开放。管理员可用 "
        "BELLWETHER_UNTESTED_VENUES={id} 开启。",
    },
    "exchange_none_here": {
        "en": "No live exchange can be connected at this desk; your paper account is there.",
        "zh": "本系统不能连接实盘交易所，您可以使用模拟账户。",
    },
    "exchange_no_testnet": {
        "en": "{venue} has no test network that can be used here. Connect the live account, or "
        "practise on paper.",
        "zh": "{venue} 没有可用的测试网。请连接实盘账户，或使用模拟账户练习。",
    },
    "exchange_fixed": {
        "en": "The exchange and network of “{name}” cannot change, since its keys are for those. "
        "Please add another account.",
        "zh": "“{name}”的交易所和网络不能更改，因为密钥只适用于它们。请另外添加账户。",
    },
    "exchange_name_mode": {
        "en": "“{name}” would be taken for the other kind: this account is {mode}. Please choose "
        "another name.",
        "zh": "“{name}”会让人误以为是另一种账户：这个账户是 {mode}。请换一个名称。",
    },
    "exchange_paper_there": {
        "en": "You have a paper account already. Rename it, add money to it, or reset it.",
        "zh": "您已有模拟账户，可以改名、充值或重置。",
    },
    "exchange_paper_stays": {
        "en": "“{name}” is your paper account: it stays, and nothing was changed. You can reset "
        "it.",
        "zh": "“{name}”是您的模拟账户，会一直保留，没有改动。您可以重置它。",
    },
    "exchange_paper_keys": {
        "en": "“{name}” is your paper account: it needs no keys or settings. Nothing was changed.",
        "zh": "“{name}”是模拟账户，不需要密钥或设置，没有改动。",
    },
    "exchange_not_paper": {
        "en": "“{name}” is LIVE: its money is moved at the exchange, not here. Made-up money is "
        "for the paper account.",
        "zh": "“{name}”是实盘（LIVE）账户，资金请在交易所操作；这里只能调整模拟账户的资金。",
    },
    "exchange_amount": {
        "en": "“{said}” is no amount. Write it in digits, such as 1000.",
        "zh": "“{said}”不是金额，请用数字填写，例如 1000。",
    },
    "exchange_keys_needed": {
        "en": "“{name}” lacks keys or settings that its exchange needs. Say “new keys for {name}” "
        "to set them.",
        "zh": "“{name}”缺少交易所需要的密钥或设置。说“给 {name} 换密钥”即可设置。",
    },
    "exchange_keys_lost": {
        "en": "The keys that are kept can no longer be opened. Please set them anew.",
        "zh": "已保存的密钥无法打开，请重新设置。",
    },
    "exchange_not_asked": {
        "en": "{venue} could not be reached to check the keys, so they were not kept. Please try "
        "again in a few minutes.",
        "zh": "无法连接 {venue} 来检查密钥，因此没有保存。请几分钟后再试。",
    },
    "exchange_setting_unknown": {
        "en": "{venue} needs no “{name}”. Leave it out.",
        "zh": "{venue} 不需要“{name}”，请去掉。",
    },
    "exchange_did_create": {
        "en": "The account “{name}” at {venue} is connected.",
        "zh": "{venue} 账户“{name}”已连接。",
    },
    "exchange_did_update": {
        "en": "The account “{name}” is changed.",
        "zh": "账户“{name}”已修改。",
    },
    "exchange_did_test": {"en": "The account “{name}” at {venue}:", "zh": "{venue} 账户“{name}”："},
    "exchange_did_delete": {
        "en": "The account “{name}” and its keys are deleted. What was traded on it stays on "
        "record.",
        "zh": "账户“{name}”及其密钥已删除，交易记录保留。",
    },
    "exchange_did_deposit": {
        "en": "Added {amount} of made-up money to “{name}”: {free} is free now.",
        "zh": "已为“{name}”充值模拟资金 {amount}，现可用 {free}。",
    },
    "exchange_did_withdraw": {
        "en": "Took {amount} of made-up money out of “{name}”: {free} is free now.",
        "zh": "已从“{name}”取出模拟资金 {amount}，现可用 {free}。",
    },
    "exchange_did_reset": {
        "en": "“{name}” begins anew with {free}: no orders, no positions.",
        "zh": "“{name}”已重置，可用 {free}，没有订单和持仓。",
    },
    "exchange_keys_replaced": {"en": "keys: replaced ({keys})", "zh": "密钥：已更换（{keys}）"},
    "exchange_check_ok": {
        "en": "One read was answered: it works.",
        "zh": "读取一次，连接正常。",
    },
    "exchange_can_withdraw": {
        "en": "⚠️ This key may withdraw money. Please take that permission away at the exchange: "
        "trading does not need it.",
        "zh": "⚠️ 这个密钥有提币权限。请在交易所取消该权限，交易并不需要它。",
    },
    "exchange_withdraw_unknown": {
        "en": "The exchange does not tell whether this key may withdraw money. Please make sure "
        "that it may not.",
        "zh": "交易所没有说明该密钥能否提币，请自行确认它没有提币权限。",
    },
    "exchange_orders_doubt": {
        "en": "“{name}” has orders whose outcome is not known yet: {orders}. They are being looked "
        "up with its keys; please delete it once they are settled.",
        "zh": "“{name}”有结果尚未确定的订单：{orders}。正在用它的密钥查询，请在确定后再删除。",
    },
    "exchange_has_open": {
        "en": "“{name}” still has open orders ({orders}) or positions ({positions}) at its "
        "exchange, and nobody here would watch them any more. Close them first, or leave them "
        "there.",
        "zh": "“{name}”在交易所还有挂单（{orders}）或持仓（{positions}），删除后这里不再看管。"
        "请先平掉，或选择保留在交易所。",
    },
    "exchange_open_unknown": {
        "en": "What “{name}” still has open at its exchange cannot be read now. Try again later, "
        "or delete it and leave there whatever is open.",
        "zh": "目前无法读取“{name}”在交易所的挂单和持仓。请稍后再试，或删除并把它们留在交易所。",
    },
    "exchange_leave_label": {"en": "Delete and leave them there", "zh": "删除并留在交易所"},
    "exchange_leave_request": {
        "en": "delete the exchange account “{name}” and leave what is open",
        "zh": "删除交易所账户“{name}”并保留挂单和持仓",
    },
    "exchange_open_orders": {"en": "Open orders", "zh": "挂单"},
    "exchange_open_positions": {"en": "Positions", "zh": "持仓"},
    "exchange_delete_title": {
        "en": "Delete the exchange account “{name}”?",
        "zh": "删除交易所账户“{name}”？",
    },
    "exchange_delete_note": {
        "en": "Its keys and limits are deleted. Orders and trades stay on record; what is open at "
        "the exchange stays open there. If nobody answers, nothing changes.",
        "zh": "密钥和限额会删除，订单与成交记录保留；交易所里的挂单和持仓不变。"
        "如无人确认，则不作任何改动。",
    },
    "exchange_reset_title": {
        "en": "Reset the paper account “{name}”?",
        "zh": "重置模拟账户“{name}”？",
    },
    "exchange_reset_balance": {"en": "New balance", "zh": "新余额"},
    "exchange_reset_equity": {"en": "Lost: equity", "zh": "将失去：权益"},
    "exchange_reset_note": {
        "en": "All open orders are cancelled and all positions and coins are dropped unsold. "
        "Trades so far stay on record. If nobody answers, nothing changes.",
        "zh": "所有挂单将撤销，持仓和币直接清除（不卖出）。成交记录保留。"
        "如无人确认，则不作任何改动。",
    },
}
