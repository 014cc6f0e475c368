"""Facts about an account or a market that state a figure without writing one.

"Your balance is zero", "BTC has doubled", 余额为零: as much a figure as any, and never a model's to
state. What a tool read stands in its own view.
"""

import re

_ABOUT = re.compile(
    r"\byour (?:\w+ ){0,2}(?:balance|equity|account|funds?|profits?|loss(?:es)?|pnl|p&l|fees?"
    r"|positions?|holdings?|margin|portfolio|stack)\b"
    r"|\b(?:the|its|this) (?:fee|price|balance|profit|loss|margin|market)\b"
    r"|\byou (?:now )?have\b|\b(?-i:[A-Z]{2,6})\b|\bbitcoins?\b|\bether(?:eum)?\b"
    r"|余额|权益|账户|帐户|资金|盈利|利润|亏损|手续费|持仓|仓位|价格|比特币|以太坊",
    re.IGNORECASE,
)
_FACT = re.compile(
    r"\b(?:is|are|was|were|stands? at|remains?|became|now)(?: now| at| currently)? "
    r"(?:zero|nil|nothing|empty|exhausted|wiped out|gone)\b"
    r"|\bnothing (?:is |was )?left\b|\bno (?:fees?|profit|loss|balance|funds) (?:left|at all)\b"
    r"|\b(?:has|have|had|just|already) (?:\w+ )?(?:doubled|tripled|quadrupled|halved)\b"
    r"|\b(?:doubled|tripled|quadrupled|halved)(?: since| today| yesterday| overnight|[.!]?$)"
    r"|\b(?:up|down|by|rose|fell|gained|lost) (?:by )?(?:an? |one |two )"
    r"(?:half|thirds?|quarters?|fifths?|tenths?|dozen)\b"
    r"|\b(?:half|(?:a|one|two|three) (?:third|quarter)s?) of (?:your|the) "
    r"(?:balance|equity|account|funds|position|holdings?|margin|portfolio)\b"
    r"|\b(?:a|two|three) dozens? (?:of )?(?:bitcoins?|coins?|btc|eth)\b"
    r"|(?:为|是|已经?|只剩|归)(?:了)?零|归零|清零|一分不剩|什么都不剩"
    r"|翻了?[一二两三四五]?[倍番]|涨了?[一二两三四五]倍|腰斩|[涨跌亏赚]了?[一二三四五六七八九半]成|一半的(?:余额|资金|仓位)",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:if|would|could|can|may|might|suppose|imagine|when(?:ever)?|unless|should|once|until"
    r"|what happens|for example|e\.g\.)\b|如果|假如|假设|若|要是|一旦|当|可能|比如|例如|会",
    re.IGNORECASE,
)


def states_a_fact(sentence: str) -> bool:
    """Whether it says, as a fact, how much there is or by how much something moved."""
    if "?" in sentence or "？" in sentence or _SUPPOSED.search(sentence):
        return False
    return _FACT.search(sentence) is not None and _ABOUT.search(sentence) is not None
