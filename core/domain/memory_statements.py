"""What in a person's message is their own lasting statement, and what they ask to be forgotten.

A message may also ask, order, quote, paste, speak of others or of this one time: none of that says
how the person is or wants things, so no memory may rest on it.
"""

import re

from core.domain.amount_words import half_width
from core.domain.memory_words import content_words, folded, plain_lines, share
from core.domain.sentences import plain

_LONGEST_OWN = 1200
"""A longer message is a paste: nobody types this much about themselves into a chat."""

_LONGEST_BARE = 100
_MEANT = 0.6
"""The share of an entry's words in a request to forget it, or of the request's in the entry."""
_OF_FORGETTING = content_words(
    "forget erase delete remove unlearn drop clear scratch remember keep store save said say told "
    "tell about actually again anymore thing "
    "忘了 忘掉 忘记 删除 删掉 清除 去掉 别记 不要记 说过 刚才"
)
_FENCED = re.compile(r"```.*?(?:```|\Z)|<data.*?(?:</data>|\Z)|^\s*>.*$", re.DOTALL | re.MULTILINE)
_QUOTED = re.compile(r"[“\"「『《]([^”\"」』》]{25,})[”\"」』》]", re.DOTALL)
_PASTE = re.compile(
    r"^.{0,60}(?:https?://|www\.)|^\s*(?:breaking|news|headline|article|press release|from"
    r"|forwarded"
    r"|fwd|subject|quote|reuters|bloomberg|coindesk|tweet|transcript|log|email)\b.{0,40}[:：\-–—]"
    r"|\b(?:here is|here's|look at|check|read|summari[sz]e|translate|what do you think of)\b.{0,30}"
    r"\b(?:news|article|tweet|post|email|message|headline|text|report)\b"
    r"|\b(?:reuters|bloomberg|coindesk|according to|press release)\b"
    r"|^\s*(?:快讯|新闻|转发|公告|原文|消息|文章|摘要|推文|邮件)\s*[:：]|【[^】]{2,}】"
    r"|据(?:悉|报道|路透|彭博)"
    r"|(?:看看|看下|总结|翻译|帮我看|读一下)[^，。]{0,8}(?:新闻|文章|推文|公告|消息|邮件|这段)",
    re.IGNORECASE | re.MULTILINE,
)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+(?=\S)|(?<=[。！？；])|\n+")
_COMMA = re.compile(r"[,，]")
_SELF = re.compile(r"^\s*(?:i|i'm|i've|my)\b|^\s*我", re.IGNORECASE)
_ASKS = re.compile(
    r"[?？]\s*$|[吗么呢嘛]\s*[。.]?\s*$|^\s*(?:should|shall|what|which|how|why|when is"
    r"|is it|are there"
    r"|do you|does|did|would it|would that|may i)\b|(?:是不是|要不要|该不该|好不好|会不会"
    r"|多少|怎么样)",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"^\s*(?:hey\W+|hi\W+)?(?:can|could|would|will) you (?!buy|sell|long|short|close|open"
    r"|tell|show|check)"
    r"|能不能(?!告诉|查|看)|能否|可不可以|可以.{0,20}吗|能.{0,20}吗",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(
    r"\b(?:what if|suppose|imagine|hypothetical\w*|if i were|if i was|let's say|pretend"
    r"|maybe|perhaps"
    r"|might|i wonder|not sure|thinking (?:of|about)|considering|joking|just kidding|sarcas\w+"
    r"|for example|e\.g\.)\b|假如|假设|要是我|万一|也许|可能会|说不定|在考虑|不确定|开玩笑|比如说?",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\bmy (?:friend|wife|husband|brother|sister|boss|colleague|partner|dad|mom|mother|father|son"
    r"|daughter|mate|neighbou?r)\b|^\s*(?:he|she|they|people|everyone|everybody|somebody|someone"
    r"|traders|analysts|experts|many|most people)\b|\b(?:he|she|they)\s+(?:says?|said|thinks?|told"
    r"|recommends?|only|always|never|prefers?|likes?|uses?)\b|\b(?:says|(?<!\bi )said"
    r"|told me|claims)\b"
    r"|^\s*(?:我|我的)?(?:朋友|老婆|老公|同事|老板|哥|弟|姐|妹|爸|妈|邻居|群里|网上)"
    r"|(?:朋友|同事|老板|群友|老师)(?:说|觉得|认为|建议)|有人"
    r"|^\s*(?:他|她|他们|别人|有人|大家|专家|分析师)|(?:他|她)说",
    re.IGNORECASE,
)
_ONCE = re.compile(
    r"\b(?:this time|just once|this once|only once|for now|for today|today only|only today"
    r"|just today"
    r"|tonight|right now|for the moment|temporarily|this week|until (?:tomorrow|monday|friday)"
    r"|this one|in this chat|this trade)\b"
    r"|这次|这一次|这回|今天先|今天就|今晚|暂时|先这样|仅此一次|就一次|这一单|这笔|本周|这周|临时",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"\b(?:always|never|only|whenever|every|each|usually|from now on|in general|as a rule"
    r"|per|prefer"
    r"|i don't|i do not)\b|以后|总是|从不|只|每|一般|习惯|永远|通常",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"^\s*(?:please\s+|pls\s+|ok\W+|now\s+|go\s+|can you\s+|could you\s+|let's\s+|i want to\s+)*"
    r"(?:buy|sell|long|short|close|open|exit|dump|market buy|market sell|show|price|get)\b"
    r"|^\s*(?:please\s+|can you\s+|could you\s+)*(?:write|make|draw|find|tell|set|explain|compute"
    r"|calculate|analy[sz]e|compare|summari[sz]e|translate|remind)\s+(?:me|us|a|an|this|that)\b"
    r"|^\s*帮我|^\s*(?:请|帮我|给我|我要|我想|现在|马上)*(?:买|卖|做多|做空|平|开多|开空|清仓|查|看)",
    re.IGNORECASE,
)
_FORGETS = re.compile(
    r"\b(?:forget|erase|delete|remove|unlearn|drop|clear|scratch)\b|\b(?:don't|do not|stop"
    r"|no longer)\s+"
    r"(?:remember\w*|keep\w*|stor\w*|sav\w*)|\bnever\s?mind\b.{0,20}\b(?:said|told)"
    r"|忘了|忘掉|忘记|删除|删掉|清除|去掉|别记|不要记|不用记|别再记|抹掉|别保存|不要保存",
    re.IGNORECASE,
)
_FORGETS_EMPTY = re.compile(
    r"(?:please|pls|just|forget|erase|delete|remove|unlearn|drop|clear|scratch|don't|do not"
    r"|remember"
    r"|keep|store|save|stop|about|that|it|this|what|i|said|told|you|everything|never ?mind|the|last"
    r"|thing|one|all|again|actually|oh|wait|no|ever|anything|me|my|memory|memories|note"
    r"|忘了|忘掉|忘记|删除|删掉|清除|去掉|别记|不要记|不用记|别再记|抹掉|别保存|不要保存"
    r"|这个|那个|这条|那条"
    r"|刚才|刚刚|说的|话|吧|请|它|我|了|把|的|都|全部|所有|一切|记忆|备注|算|下来|住|\W)+",
    re.IGNORECASE,
)


def statements(text: str) -> list[str]:
    """The sentences in which the person says, in their own words, how they are or want things."""
    if len(text) > _LONGEST_OWN:
        return []
    clean = _QUOTED.sub(" ", half_width(plain_lines(_FENCED.sub(" ", text))))
    pasted = _PASTE.search(clean)
    if pasted is not None:
        clean = clean[: pasted.start()]
    found = (part for one in _SENTENCE.split(clean) for part in _asserted(one))
    return [one.strip() for one in found if _is_statement(one)]


def _asserted(sentence: str) -> list[str]:
    """The sentence; of a question or an order only what it says of oneself: 我在上海，现在几点."""
    asks = _ASKS.search(sentence) is not None and _POLITE.search(sentence) is None
    if not asks and (_ORDER.search(sentence) is None or _LASTING.search(sentence)):
        return [sentence]
    return [
        part for part in _COMMA.split(sentence) if _SELF.search(part) and not _ASKS.search(part)
    ]


def _is_statement(sentence: str) -> bool:
    if not sentence.strip() or _SUPPOSES.search(sentence) or _OTHERS.search(sentence):
        return False
    if _ASKS.search(sentence) and not _POLITE.search(sentence):
        return False
    if _FORGETS.search(sentence) and not _LASTING.search(sentence):
        return False
    # "Today only" holds for once, though "only" by itself holds always.
    lasts = _LASTING.search(_ONCE.sub(" ", sentence)) is not None
    if _ONCE.search(sentence) and not lasts:
        return False
    return lasts or _ORDER.search(sentence) is None


def asks_to_forget(text: str) -> bool:
    """Whether the message asks for something to be forgotten."""
    return _FORGETS.search(plain(text)) is not None


def takes_back(text: str, value: str, *names: str) -> bool:
    """Whether the message asks to forget this very value, or the setting called one of `names`.

    "Forget that" names nothing: what it means is not here to say.
    """
    if not asks_to_forget(text):
        return False
    said, meant = content_words(text) - _OF_FORGETTING, content_words(value)
    if share(meant, said) >= _MEANT or share(said, meant) >= _MEANT:
        return True
    flat = folded(text)
    return any(name and name.casefold() in flat for name in names)


def takes_back_the_last(text: str) -> bool:
    """Whether the message is "forget that" and no more: it means what was said just before."""
    if len(text) > _LONGEST_BARE:
        return False
    return asks_to_forget(text) and _FORGETS_EMPTY.fullmatch(plain(text)) is not None
