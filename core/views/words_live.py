"""What a live venue, or the way to it, means for a person's request."""

WORDS: dict[str, dict[str, str]] = {
    "venue_refused": {
        "en": "{venue} refused this, and nothing was done. It says: {said}",
        "zh": "{venue} 拒绝了这个请求，未做任何改动。它的说明：{said}",
    },
    "venue_refused_unsaid": {
        "en": "{venue} refused this without a reason, and nothing was done.",
        "zh": "{venue} 拒绝了这个请求，未说明原因，未做任何改动。",
    },
    "venue_key_refused": {
        "en": "{venue} does not accept this API key, or not from this address. Check that the key "
        "is active, that it was copied whole, and that this server's address is allowed; "
        "then enter it again.",
        "zh": "{venue} 不接受这个 API 密钥，或不接受来自此地址的请求。请确认密钥有效、复制完整，"
        "并且已允许本服务器的地址，然后重新输入。",
    },
    "venue_no_permission": {
        "en": "The API key may not do this at {venue}. Give it permission to read and to trade "
        "spot and futures there (never to withdraw), then try again.",
        "zh": "这个 API 密钥在 {venue} 没有此权限。请在交易所为它开通读取以及现货、合约交易权限"
        "（不要开通提现），然后再试。",
    },
    "venue_account_suspended": {
        "en": "{venue} says that this account is suspended. Only {venue} can lift that.",
        "zh": "{venue} 表示该账户已被冻结，只能由 {venue} 解除。",
    },
    "venue_market_closed": {
        "en": "{venue} does not take orders for this market now. Nothing was placed.",
        "zh": "{venue} 目前不接受该市场的订单，未下单。",
    },
    "venue_needs_you": {
        "en": "{venue} wants something confirmed on its own site first. Log in there, then try "
        "again. Nothing was done.",
        "zh": "{venue} 要求先在其网站上确认。请登录处理后再试，未做任何改动。",
    },
    "venue_restricted": {
        "en": "{venue} does not serve this place or this account. Nothing was done.",
        "zh": "{venue} 不向此地区或此账户提供服务，未做任何改动。",
    },
    "venue_insufficient_funds": {
        "en": "{venue} says that the account has not enough free money for this order. "
        "Nothing was placed. Try a smaller amount.",
        "zh": "{venue} 表示账户可用资金不足，未下单。请减少金额。",
    },
    "venue_would_fill_at_once": {
        "en": "This order would have filled at once, and it was only to rest. Nothing was placed. "
        "Choose a price further from the market, or allow it to fill.",
        "zh": "这一单会立即成交，而您要求只挂单，未下单。请选择离市价更远的价格，或允许立即成交。",
    },
    "venue_not_supported": {
        "en": "This is not possible at {venue}. Nothing was done.",
        "zh": "{venue} 不支持此操作，未做任何改动。",
    },
    "venue_busy": {
        "en": "{venue} takes no more requests for the moment. Nothing was done. "
        "Try again in a minute.",
        "zh": "{venue} 暂时不再接受请求，未做任何改动，请一分钟后再试。",
    },
    "venue_clock": {
        "en": "{venue} refused this because this server's clock differs from its own. Nothing was "
        "done. Set the server's clock, then try again.",
        "zh": "{venue} 因本服务器时钟与其不一致而拒绝，未做任何改动。请校准服务器时间后再试。",
    },
    "venue_unreached": {
        "en": "{venue} could not be reached. Nothing was done.",
        "zh": "无法连接 {venue}，未做任何改动。",
    },
    "venue_silent": {
        "en": "{venue} gave no usable answer.",
        "zh": "{venue} 没有给出可用的答复。",
    },
    "venue_hedge_mode": {
        "en": "This {venue} account is in hedge mode (long and short side by side), and orders "
        "here need one-way mode. Close its futures positions and orders, switch the position mode "
        "to one-way in {venue}'s futures settings, then try again. Nothing was placed.",
        "zh": "该 {venue} 账户处于双向持仓模式，而这里的订单需要单向持仓模式。"
        "请先平掉合约仓位并撤销挂单，在 {venue} 的合约设置中改为单向持仓，然后再试。未下单。",
    },
    "venue_not_for_change": {
        "en": "{venue} cannot change such an order while it rests. Cancel it and place a new one.",
        "zh": "{venue} 不支持修改此类挂单，请撤单后重新下单。",
    },
    "venue_no_testnet": {
        "en": "{venue} has no test network that can be used here.",
        "zh": "{venue} 没有可在此使用的测试网络。",
    },
    "venue_not_allowed": {
        "en": "{venue} has not been tried with real orders here. Whoever runs this desk can allow "
        "it by naming it in BELLWETHER_UNTESTED_VENUES.",
        "zh": "{venue} 尚未在此用真实订单验证。"
        "运行者可在 BELLWETHER_UNTESTED_VENUES 中写明后启用。",
    },
    "venue_wallet_form": {
        "en": "A wallet address at {venue} is 0x and 40 hexadecimal digits. Enter it again.",
        "zh": "{venue} 的钱包地址为 0x 加 40 位十六进制数字，请重新输入。",
    },
    "venue_private_key_form": {
        "en": "A private key for {venue} is 64 hexadecimal digits, with or without 0x in front. "
        "Enter it again.",
        "zh": "{venue} 的私钥为 64 位十六进制数字（可带 0x 前缀），请重新输入。",
    },
    "venue_classic_account": {
        "en": "This {venue} account is of the old, classic kind. Upgrade it to a unified trading "
        "account on {venue}'s site, then try again. Nothing was placed.",
        "zh": "该 {venue} 账户是旧版经典账户，请在 {venue} 网站升级为统一交易账户后再试。未下单。",
    },
    "venue_no_market_buys": {
        "en": "{venue} takes a spot buy at the market only by value, which could buy another "
        "amount than you confirmed. Nothing was placed. Use a limit price instead.",
        "zh": "{venue} 的现货市价买单只能按金额下单，成交数量可能与您确认的不同，未下单。"
        "请改用限价。",
    },
    "venue_least_quantity": {
        "en": "{quantity} {currency} is too little: the smallest order for {symbol} is {minimum} "
        "{currency}. Nothing was placed. Try a larger amount.",
        "zh": "{quantity} {currency} 太少：{symbol} 最小的一单是 {minimum} {currency}，未下单，"
        "请增加数量。",
    },
    "venue_most_quantity": {
        "en": "One order for {symbol} may be at most {maximum} {currency}. Nothing was placed. "
        "Try a smaller amount.",
        "zh": "{symbol} 单笔最多 {maximum} {currency}，未下单，请减少数量。",
    },
    "venue_cross_account": {
        "en": "This {venue} account shares one margin among all its positions (cross), and orders "
        "here use isolated margin. Switch the account's margin mode to isolated in {venue}'s "
        "settings, then try again. Nothing was placed.",
        "zh": "该 {venue} 账户所有仓位共用保证金（全仓），而这里的订单使用逐仓。"
        "请在 {venue} 设置中把账户改为逐仓，然后再试。未下单。",
    },
}
