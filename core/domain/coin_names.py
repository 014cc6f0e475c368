"""What people call coins besides their tickers, and tickers that are everyday words."""

NAMES: dict[str, tuple[str, ...]] = {
    "BTC": ("bitcoin", "xbt", "比特币", "大饼"),
    "ETH": ("ethereum", "ether", "以太坊", "以太币", "以太", "二饼", "姨太"),
    "SOL": ("solana", "索拉纳"),
    "BNB": ("binance coin", "币安币"),
    "DOGE": ("dogecoin", "狗狗币", "狗币"),
    "XRP": ("ripple", "瑞波币", "瑞波"),
    "ADA": ("cardano", "艾达币"),
    "AVAX": ("avalanche", "雪崩币"),
    "LINK": ("chainlink",),
    "LTC": ("litecoin", "莱特币"),
    "TON": ("toncoin",),
    "TONCOIN": ("ton",),
    "TRX": ("tron", "波场"),
    "DOT": ("polkadot", "波卡"),
    "SHIB": ("shiba inu", "柴犬币"),
    "PEPE": ("佩佩币",),
    "BCH": ("bitcoin cash", "比特现金"),
    "XMR": ("monero", "门罗币"),
    "XLM": ("stellar", "恒星币"),
    "ETC": ("ethereum classic", "以太经典"),
    "FIL": ("filecoin",),
    "UNI": ("uniswap",),
    "ATOM": ("cosmos",),
    "NEAR": ("near protocol",),
}
"""Names by ticker, folded to lower case."""

_EVERYDAY = """
    a act add all alt and any are as ask at be bid bit buy by call can close cost day do fact
    fast few for from fun get go half hard has have help her high hot how i if in is it just key
    last less let like long low lower main major mask max me mine more most move my near new no not
    now of off ok on one op open or our out own pay people plus point power price pump put real
    rose run safe say sell set she short show so some soon sos start stop sun super sure swap t
    take than that the then this time to trade true try turn two u up us use usual very w wait want
    was way we well what when who why will win with work yes yet you your zero
"""
COMMON_WORDS = frozenset(_EVERYDAY.split())
"""Words that mean a coin only in capitals or after a dollar sign."""
