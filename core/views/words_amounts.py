"""Why an amount was not taken."""

WORDS: dict[str, dict[str, str]] = {
    "amount_separator": {
        "en": "“{text}” can be misread. Which number do you mean?",
        "zh": "“{text}”可能会被读错，您指的是哪个数？",
    },
    "amount_unit": {
        "en": "“{text}” of what: {quote}, or {base}?",
        "zh": "“{text}”的单位是什么：{quote} 还是 {base}？",
    },
    "amount_negative": {
        "en": "“{text}” is below zero. An amount is a positive number; to go the other way, say "
        "sell or short.",
        "zh": "“{text}”小于零。数量必须是正数；想做反方向，请说卖出或做空。",
    },
    "amount_zero": {
        "en": "“{text}” is zero. An amount is a positive number.",
        "zh": "“{text}”等于零，数量必须是正数。",
    },
    "amount_exponent": {
        "en": "“{text}” is written with an exponent. Write all its digits, such as 0.001.",
        "zh": "“{text}”是科学计数法，请写出全部数字，例如 0.001。",
    },
    "amount_range": {
        "en": "“{text}” is more than any order can be.",
        "zh": "“{text}”超出了任何订单的范围。",
    },
    "amount_percent": {
        "en": "“{text}” is more than there is: a percentage goes up to 100%.",
        "zh": "“{text}”超过了全部：百分比最多 100%。",
    },
    "amount_currency": {
        "en": "“{text}” is in another currency. Amounts here are in {quote}, coins or percent.",
        "zh": "“{text}”是其他货币。这里的数量用 {quote}、币数或百分比表示。",
    },
    "amount_vague": {
        "en": "“{text}” is no certain amount. Write for example 50 {quote}, 0.01 {base} or 25%.",
        "zh": "“{text}”不是确定的数量。请写例如 50 {quote}、0.01 {base} 或 25%。",
    },
    "amount_unclear": {
        "en": "“{text}” is no amount I can read. Write for example 50 {quote}, 0.01 {base} or 25%.",
        "zh": "看不懂“{text}”这个数量。请写例如 50 {quote}、0.01 {base} 或 25%。",
    },
}
