"""How people set up exchange accounts, models and made-up money, as patterns of whole texts."""

import re

EXCHANGES = {
    "binance": "binance",
    "币安": "binance",
    "bybit": "bybit",
    "okx": "okx",
    "okex": "okx",
    "欧易": "okx",
    "欧意": "okx",
    "bitget": "bitget",
    "gate.io": "gate",
    "gate": "gate",
    "kucoin": "kucoin",
    "库币": "kucoin",
    "hyperliquid": "hyperliquid",
    "aster": "aster",
}
PROVIDERS = {
    "anthropic": "anthropic",
    "claude": "anthropic",
    "openai": "openai",
    "chatgpt": "openai",
    "gpt": "openai",
    "deepseek": "deepseek",
    "qwen": "qwen",
    "通义千问": "qwen",
    "千问": "qwen",
    "kimi": "kimi",
    "moonshot": "kimi",
}

_PLEASE = (
    r"(?:please\s+|can\s+you\s+|could\s+you\s+|i\s+(?:want|need)\s+to\s+|请|麻烦|帮我|我想|我要)*"
)
_MY = r"(?:my\s+|a\s+|an\s+|the\s+|another\s+|new\s+)*"
_AT = f"(?P<exchange>{'|'.join(re.escape(one) for one in EXCHANGES)})"
_OF = f"(?P<provider>{'|'.join(PROVIDERS)})"
_TESTNET = r"(?P<testnet>\s*(?:testnet|test\s+network|demo|测试网|模拟网))?"
_ACCOUNT = r"(?:exchange\s+account|trading\s+account|exchange|account)"
_ACCOUNT_ZH = r"(?:交易所账户|交易所账号|交易账户|交易所|账户|账号)"
_CALLED = r"(?:\s+(?:called|named)\s+(?P<name>\S.{0,39}))?"
_CALLED_ZH = r"(?:[,，]?(?:叫|名为|命名为)\s*(?P<name>\S.{0,39}))?"
_WHICH = r"(?P<config>\S.{0,60}?)"
_MODEL = r"(?:language\s+model|ai\s+model|model)"
_MODEL_ZH = r"(?:语言模型|大模型|模型)"
_KIND = rf"(?P<kind>{_ACCOUNT}|{_MODEL})"
_KIND_ZH = rf"(?P<kind>{_ACCOUNT_ZH}|{_MODEL_ZH})"
_PAPER = r"(?:my\s+|the\s+)?paper(?:\s+(?:account|money|balance|trading\s+account))?"
_PAPER_ZH = r"(?:我的)?模拟(?:账户|账号|盘|资金|仓)?"
_AMOUNT = r"(?P<amount>[\d零一二三四五六七八九十百千万两][^\s]*(?:\s*(?:usdt|usd|u|k|万|美元|刀))?)"
_SHOW = r"(?:(?:show|list|see|view|what\s+are)\s+)?(?:me\s+)?(?:all\s+)?(?:of\s+)?(?:my\s+)?"
_SHOW_ZH = r"(?:看看|查看|显示|列出|列一下)?(?:一下)?(?:我的|我有哪些|有哪些|全部)?"

_TEXTS: tuple[tuple[str, str], ...] = (
    # Lists.
    ("exchanges", rf"{_SHOW}(?:connected\s+)?(?:exchanges|exchange\s+accounts|accounts)\??"),
    (
        "exchanges",
        r"(?:which|what)\s+(?:exchanges|exchange\s+accounts)\s+(?:do\s+i\s+have|are\s+(?:there|connected))\??",
    ),
    ("exchanges", rf"{_SHOW_ZH}(?:交易所账户|交易所账号|交易所)(?:列表|有哪些)?\??"),
    ("models", rf"{_SHOW}(?:language\s+|ai\s+)?models\??"),
    (
        "models",
        r"(?:which|what)\s+models?\s+(?:do\s+i\s+have|do\s+i\s+use|am\s+i\s+using|answers|are\s+there)\??",
    ),
    ("models", rf"{_SHOW_ZH}{_MODEL_ZH}(?:列表|有哪些|配置)?\??"),
    # Made-up money.
    ("deposit", rf"(?:deposit|add|put|top\s+up)\s+{_AMOUNT}\s+(?:to|into|in|on)\s+{_PAPER}"),
    ("deposit", rf"(?:top\s+up|refill|fund)\s+{_PAPER}\s+(?:with|by)\s+{_AMOUNT}"),
    ("deposit", rf"(?:给|往|为)?{_PAPER_ZH}(?:里|中)?(?:充值|充入|充|增加|加|存入|存)\s*{_AMOUNT}"),
    ("withdraw", rf"(?:withdraw|take|remove)\s+{_AMOUNT}\s+(?:from|out\s+of)\s+{_PAPER}"),
    ("withdraw", rf"从?{_PAPER_ZH}(?:里|中)?(?:取出|提取|取|减少|提出)\s*{_AMOUNT}"),
    ("reset", rf"(?:reset|restart)\s+{_PAPER}(?:\s+(?:to|with|at)\s+{_AMOUNT})?"),
    ("reset", rf"(?:把)?(?:重置){_PAPER_ZH}(?:为|到|成)?\s*(?:{_AMOUNT})?"),
    ("reset", rf"(?:把|将)?{_PAPER_ZH}重置(?:为|到|成)?\s*(?:{_AMOUNT})?"),
    # Something new.
    (
        "connect",
        rf"(?:connect|add|link|set\s+up|create|register)\s+(?:to\s+)?{_MY}{_AT}{_TESTNET}(?:\s+{_ACCOUNT})?{_CALLED}",
    ),
    (
        "connect_paper",
        rf"(?:connect|add|set\s+up|create|open|make)\s+{_MY}paper(?:\s+trading)?(?:\s+account)?{_CALLED}",
    ),
    (
        "connect_paper",
        r"(?:添加|新增|创建|新建|开)(?:一个|个)?(?:(?:叫|名为)\s*(?P<name>\S{1,39}?)\s*的)?(?:新的?)?模拟(?:盘|账户|账号|盘账户)",
    ),
    (
        "connect",
        rf"(?:connect|add|link|set\s+up|create|register)\s+(?:to\s+)?{_MY}{_ACCOUNT}{_CALLED}",
    ),
    (
        "connect",
        rf"(?:添加|连接|绑定|接入|新增|配置|创建|新建)(?:一个)?(?:我的)?\s*{_AT}{_TESTNET}\s*的?{_ACCOUNT_ZH}?{_CALLED_ZH}",
    ),
    (
        "connect",
        rf"(?:添加|连接|绑定|接入|新增|配置|创建|新建)(?:一个)?(?:我的)?(?:新的?)?{_ACCOUNT_ZH}{_CALLED_ZH}",
    ),
    ("add_model", rf"(?:connect|add|link|set\s+up|create|use)\s+{_MY}{_OF}\s+{_MODEL}{_CALLED}"),
    ("add_model", rf"(?:connect|add|link|set\s+up|create)\s+{_MY}{_MODEL}{_CALLED}"),
    (
        "add_model",
        rf"(?:connect|add|link|set\s+up|create|use)\s+{_MY}{_MODEL}\s+(?P<model>\S+)\s+(?:at|from|on)\s+(?P<base_url>https?://\S+)",
    ),
    (
        "add_model",
        rf"(?:添加|连接|绑定|接入|新增|配置|创建|新建)(?:一个)?(?:我的)?\s*(?:{_OF})?\s*的?{_MODEL_ZH}{_CALLED_ZH}",
    ),
    (
        "add_model",
        rf"(?:添加|连接|配置)\s*(?P<base_url>https?://\S+)\s*(?:上)?的{_MODEL_ZH}\s*(?P<model>\S+)",
    ),
    # Which one is used.
    (
        "desk_model",
        rf"(?:use|switch\s+to|go\s+back\s+to)\s+(?:the\s+|this\s+)?desk(?:'s)?\s*(?:own\s+)?{_MODEL}",
    ),
    ("desk_model", rf"(?:使用|用|改用|切换到)(?:系统|自带|默认)的?{_MODEL_ZH}"),
    (
        "default",
        rf"(?:set|make|use)\s+(?:my\s+|the\s+)?(?:(?:{_ACCOUNT}|{_MODEL})\s+)?{_WHICH}\s+(?:as|to\s+be)?\s*(?:my\s+|the\s+)?default(?:\s+{_KIND})?",
    ),
    ("default", rf"(?:use|switch\s+to)\s+(?:my\s+|the\s+)?{_KIND}\s+{_WHICH}"),
    (
        "default",
        rf"(?:把|将)?(?:{_KIND_ZH})?\s*{_WHICH}\s*(?:设为|设成|设置为|作为|改为)默认(?:的)?(?:{_ACCOUNT_ZH}|{_MODEL_ZH})?",
    ),
    ("default", rf"(?:使用|改用|切换到){_KIND_ZH}\s*{_WHICH}"),
    # What is there.
    (
        "leave",
        rf"(?:delete|remove|disconnect)\s+(?:my\s+|the\s+)?{_KIND}\s+{_WHICH}\s+and\s+leave\s+what\s+is\s+open",
    ),
    ("leave", rf"(?:删除|移除|断开){_KIND_ZH}\s*{_WHICH}\s*并保留挂单和持仓"),
    ("delete", rf"(?:delete|remove|disconnect|unlink)\s+(?:my\s+|the\s+)?{_KIND}\s+{_WHICH}"),
    ("delete", rf"(?:delete|remove|disconnect|unlink)\s+(?:my\s+|the\s+)?{_WHICH}(?:\s+{_KIND})?"),
    ("delete", rf"(?:删除|移除|断开|解绑)(?:我的)?{_KIND_ZH}\s*{_WHICH}"),
    ("delete", rf"(?:删除|移除|断开|解绑)(?:我的)?\s*{_WHICH}(?:\s*的?{_KIND_ZH})?"),
    ("test", rf"(?:test|try)\s+(?:my\s+|the\s+)?{_KIND}\s+{_WHICH}"),
    ("test", rf"(?:test|try)\s+(?:my\s+|the\s+)?{_WHICH}(?:\s+(?:{_KIND}|connection|keys?))?"),
    ("test", rf"测试(?:我的)?{_KIND_ZH}\s*{_WHICH}"),
    ("test", rf"测试(?:我的)?\s*{_WHICH}(?:\s*的?(?:{_KIND_ZH}|连接|密钥))?"),
    ("enable", rf"(?:enable|switch\s+on|turn\s+on)\s+(?:my\s+|the\s+)?(?:{_KIND}\s+)?{_WHICH}"),
    ("enable", rf"(?:启用|开启)(?:我的)?(?:{_KIND_ZH})?\s*{_WHICH}"),
    ("disable", rf"(?:disable|switch\s+off|turn\s+off)\s+(?:my\s+|the\s+)?(?:{_KIND}\s+)?{_WHICH}"),
    ("disable", rf"(?:停用|禁用|关闭)(?:我的)?(?:{_KIND_ZH})?\s*{_WHICH}"),
    (
        "rename",
        rf"rename\s+(?:my\s+|the\s+)?(?:{_KIND}\s+)?{_WHICH}\s+(?:to|as|into)\s+(?P<name>\S.{{0,39}})",
    ),
    (
        "rename",
        rf"(?:把|将)?(?:{_KIND_ZH})?\s*{_WHICH}\s*(?:改名为|改名叫|改名成|重命名为|改名)\s*(?P<name>\S.{{0,39}})",
    ),
    (
        "keys",
        rf"(?:new|change|replace|update|renew)\s+(?:the\s+|my\s+)?(?:api\s+)?keys?\s+(?:for|of)\s+(?:my\s+|the\s+)?(?:{_KIND}\s+)?{_WHICH}",
    ),
    (
        "keys",
        rf"(?:给|为)?(?:{_KIND_ZH})?\s*{_WHICH}\s*(?:换|更换|更新|重设)(?:新的?)?(?:密钥|api\s*key|key)",
    ),
)
PHRASES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(_PLEASE + text, re.IGNORECASE)) for name, text in _TEXTS
)
"""What a whole text may be, tried in this order, with the words that matter as groups."""
MODEL_NOUN = re.compile(rf"{_MODEL}|{_MODEL_ZH}", re.IGNORECASE)
NOUN = re.compile(rf"{_ACCOUNT}|{_MODEL}|{_ACCOUNT_ZH}|{_MODEL_ZH}", re.IGNORECASE)
EXCHANGE_WORDS = re.compile(rf"{_AT}{_TESTNET}(?:\s*{_ACCOUNT}|\s*{_ACCOUNT_ZH})?", re.IGNORECASE)
PAPER_WORDS = re.compile(rf"{_PAPER}|{_PAPER_ZH}", re.IGNORECASE)
