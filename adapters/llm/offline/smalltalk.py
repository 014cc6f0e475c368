"""Greetings, thanks, help, and answers to questions that are not open any more."""

import re

from adapters.llm.offline.reading import Reading, Request, Say
from adapters.llm.offline.words import Word
from core.domain.amount_words import half_width

_TEXTS = {
    "offline_hello": (
        "hi|hello|hey|hi there|hello there|yo|gm|good morning|good evening|good afternoon|hiya|"
        "sup|test|ping|start|/start|你好|您好|嗨|哈喽|hello bot|早|早上好|早安|晚上好|下午好|"
        "在吗|在不在"
    ),
    "offline_help": (
        "help|/help|?|？|help me|commands|what can you do|what can i do|what can i say|"
        "what can i ask|how does this work|how do i use this|how to use|menu|帮助|帮帮我|"
        "你能做什么|你会什么|你会做什么|你可以做什么|能做什么|怎么用|怎么使用|有什么功能|功能|"
        "指令|命令|菜单|使用说明"
    ),
    "offline_who": (
        "who are you|what are you|are you a bot|are you human|你是谁|你是什么|你是机器人吗"
    ),
    "offline_thanks": (
        "thanks|thank you|thx|ty|cheers|great|nice|cool|perfect|good|good job|well done|谢谢|"
        "多谢|谢了|感谢|辛苦了|好棒|不错|厉害|收到|知道了|明白|明白了|了解"
    ),
    "offline_bye": "bye|goodbye|good night|gn|see you|see ya|再见|拜拜|晚安|回头见",
    "offline_calm": (
        "shut up|傻逼|傻b|sb|煞笔|傻子|"
        "你傻|你真傻|笨蛋|你真笨|你真蠢|蠢货|垃圾|真垃圾|太垃圾了|垃圾机器人|废物|滚|滚蛋|"
        "去你的|去死|妈的|他妈的|操|草|靠|闭嘴|没用|真没用|烦死了|我恨你"
    ),
    "offline_nothing_open": (
        "yes|y|yep|yeah|ok|okay|sure|confirm|go|go ahead|do it|no|n|nope|cancel|stop|"
        "never mind|nevermind|forget it|是|是的|好|好的|行|可以|对|确认|确定|嗯|不|不用|不用了|"
        "不要|取消|算了|停"
    ),
}
_INSULT = re.compile(
    r"fuck(?:ing)?|wtf|stupid|idiot(?:ic)?|dumb|useless|worthless|sucks?|shit|bullshit|crap|trash|"
    r"garbage|junk|rubbish|asshole|moron|damn|hate|pathetic|terrible|awful"
)
_AROUND_INSULT = re.compile(
    r"you|your|are|is|so|such|an?|the|th(?:is|at)|it|i|piece|of|absolute|total|complete|bot|thing|"
    r"off|up|me|just|really|very|bloody|what|and"
)
"""An insult is words of the first kind with nothing but these between: it asks for nothing."""
_BY_TEXT = {text: key for key, texts in _TEXTS.items() for text in texts.split("|")}
_HELP_ORDER = (
    "get_market_price",
    "get_market_snapshot",
    "get_kline",
    "manage_watchlist",
    "search_stock",
    "get_balance",
    "get_positions",
    "get_trade_history",
    "get_performance",
    "get_chart",
    "execute_trade",
    "manage_order",
    "manage_limits",
    "manage_exchange_config",
    "manage_model_config",
    "manage_preferences",
    "get_preferences",
    "get_memories",
)
_PUNCTUATION = str.maketrans(dict.fromkeys(".,!?;:", " "))
_AROUND = " .!。！~～,，、…"


def read_smalltalk(request: Request) -> Reading | None:
    """The answer to a text that is nothing but one of these phrases."""
    text = " ".join(half_width(request.text).replace("’", "'").split()).strip(_AROUND).lower()
    key = _BY_TEXT.get(text) or _BY_TEXT.get(text.rstrip("?"))
    if key is None and _is_insult(text):
        key = "offline_calm"
    if key is None and request.tokens and request.only((Word.HELP, Word.FILLER, Word.MY)):
        key = "offline_help" if request.has(Word.HELP) else "offline_hello"
    if key == "offline_help":
        return Say(_help(request))
    return Say(request.say(key)) if key else None


def _is_insult(text: str) -> bool:
    whole = text.replace("you're", "you are").replace("it's", "it is")
    words = whole.translate(_PUNCTUATION).split()
    rude = [word for word in words if _INSULT.fullmatch(word)]
    return bool(rude) and all(word in rude or _AROUND_INSULT.fullmatch(word) for word in words)


def _help(request: Request) -> str:
    """Only what can be done here, so that help never lists what is refused."""
    usable = [tool for tool in _HELP_ORDER if tool in request.context.tools]
    return "\n".join(
        (request.say("offline_help"), *(request.say(f"offline_help_{tool}") for tool in usable))
    )


def examples(request: Request) -> tuple[str, ...]:
    """Requests that are sure to be understood."""
    return tuple(request.say("offline_examples").split("|"))
