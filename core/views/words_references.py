"""What is said of the things that a message names or points at."""

WORDS: dict[str, dict[str, str]] = {
    "reference_symbol": {"en": "market", "zh": "交易对"},
    "reference_position": {"en": "position", "zh": "仓位"},
    "reference_order": {"en": "order", "zh": "订单"},
    "reference_strategy": {"en": "strategy", "zh": "策略"},
    "reference_trader": {"en": "trader", "zh": "交易员"},
    "reference_model": {"en": "model", "zh": "模型"},
    "reference_exchange": {"en": "exchange account", "zh": "交易所账户"},
    "reference_memory": {"en": "memory", "zh": "记忆"},
    "reference_which": {
        "en": "Which {kind} do you mean: {names}?",
        "zh": "您指的是哪个{kind}：{names}？",
    },
    "reference_gone": {
        "en": "The {kind} {name} no longer exists.",
        "zh": "{kind}“{name}”已经不存在了。",
    },
    "reference_closed": {
        "en": "The position {name} is no longer open.",
        "zh": "仓位 {name} 已经不在了。",
    },
}
