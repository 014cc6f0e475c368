"""Sentences that nobody here can judge: in languages that the guard does not read.

A claim in one of them cannot be told from an explanation, so one that touches trades or money is
withheld; the figures themselves come from tools, whose views speak English and Chinese.
"""

import re
import unicodedata

_READ = ("LATIN", "CJK", "FULLWIDTH LATIN", "IDEOGRAPHIC", "GREEK", "MODIFIER")
_TOUCHES = re.compile(r"\d|\b[A-Z]{2,6}\b")
"""A number, or a ticker."""
_STEMS = re.compile(
    # Bought, sold, closed, placed, filled, balance, price, thousand, by the languages most spoken
    # among people who trade.
    r"купил|продал|закры|откры|исполнен|размещ|баланс|цена|тысяч|миллион|доллар|прибыл"
    r"|購入|売却|買い|売り|約定|注文|残高|価格|決済|万円|ドル"
    r"|매수|매도|체결|주문|잔고|가격|달러|만원"
    r"|اشتر|بعت|رصيد|سعر|طلب|خرید|فروخ|موجودی|قیمت"
    r"|खरीद|बेच|शेष|कीमत",
)
_LATIN_STEMS = re.compile(
    r"\b(?:comprad[oa]s?|compr[eé]|compramos|vendid[oa]s?|vend[ií]|saldo|precio|orden ejecutada"
    r"|gekauft|verkauft|ausgef[uü]hrt|kontostand|guthaben|geschlossen|er[oö]ffnet"
    r"|achet[eé]s?|vendus?|ex[eé]cut[eé]e?|solde|prix"
    r"|comprei|vendemos|executad[oa]|pre[cç]o"
    r"|acquistat[oa]|vendut[oa]|eseguit[oa]|prezzo"
    r"|kupi[lł](?:em|am|i[sś]my)?|sprzeda[lł](?:em|am|i[sś]my)?"
    r"|sat[ıi]n ald[ıi]m|satt[ıi]m|bakiye|fiyat"
    r"|[đd][aã] mua|[đd][aã] b[aá]n|s[oố] d[uư]|membeli|menjual|terbeli|terjual|harga)\b",
    re.IGNORECASE,
)


def is_unjudged(sentence: str) -> bool:
    """Whether it is in a language that is not read here, and about trades or money."""
    if _LATIN_STEMS.search(sentence):
        return True
    foreign = sum(1 for char in sentence if char.isalpha() and not _is_read(char))
    if foreign < 2:
        return False
    return _TOUCHES.search(sentence) is not None or _STEMS.search(sentence) is not None


def _is_read(char: str) -> bool:
    return char.isascii() or unicodedata.name(char, "").startswith(_READ)
