"""How people state, ask for and take back lasting wishes, as patterns of whole texts."""

import re

LANGUAGES = {
    "english": "en",
    "en": "en",
    "英文": "en",
    "英语": "en",
    "chinese": "zh",
    "zh": "zh",
    "mandarin": "zh",
    "中文": "zh",
    "汉语": "zh",
    "普通话": "zh",
}

KEYS = {
    "language": "language",
    "语言": "language",
    "time zone": "timezone",
    "timezone": "timezone",
    "时区": "timezone",
    "style": "style",
    "风格": "style",
    "quiet hours": "quiet_hours",
    "免打扰时段": "quiet_hours",
    "免打扰": "quiet_hours",
    "colours": "colours",
    "colors": "colours",
    "涨跌颜色": "colours",
    "颜色": "colours",
    "quick amounts": "quick_amounts",
    "快捷金额": "quick_amounts",
}

_PLEASE = r"(?:please\s+|请|麻烦|帮我)*"
_SET = r"(?:(?:set|change|switch)\s+)?(?:my\s+|the\s+)?"
_SET_ZH = r"(?:设置|修改|更改|把|将)?(?:我的)?"
_TO = r"\s*(?:(?:to|as|is|are|from)\s+|[=:]\s*)?"
_TO_ZH = r"\s*(?:设为|设置为|设成|改成|改为|换成|切换到|是|为|=|:)?\s*"
_TALK = (
    r"(?:speak|talk|answer|reply|respond|switch|write|use)(?:\s+to\s+me|\s+me)?(?:\s+(?:to|in))*"
)
_NO_QUESTION = "(?!(?:是|为)?(?:什么|多少|哪))"
_TALK_ZH = r"(?:你)?(?:以后|从现在起)?(?:都)?(?:用|说|讲|切换到|切换成|改用|换成)"
_LANGUAGE = f"(?P<value>{'|'.join(LANGUAGES)})"
_KEY = f"(?P<key>{'|'.join(KEYS)})"
_HOUR = r"[0-9]{1,2}(?::[0-9]{2})?\s*(?:am|pm|点)?"
_HOURS = rf"(?P<start>{_HOUR})\s*(?:-|–|~|to|until|and|到|至)\s*(?P<end>{_HOUR})"
_MANNER = r"(?P<value>short|brief|concise|simple|long|detailed|friendly|formal)"
_MANNER_ZH = r"(?P<value>简短|简洁|简单|详细|详尽|正式)"
_FAVOURITES = r"(?:favou?rites?|favou?rite\s+(?:coins?|list))"
_NOTE = r"(?:note|备注)"

_TEXTS: tuple[tuple[str, str], ...] = (
    ("language", rf"(?:{_SET}language{_TO}|{_TALK}\s+|i\s+speak\s+){_LANGUAGE}(?:\s+please)?"),
    ("language", rf"{_SET_ZH}语言{_TO_ZH}{_LANGUAGE}"),
    ("language", rf"{_TALK_ZH}{_LANGUAGE}(?:来)?(?:回答|回复|交流|跟我说话|说话)?(?:我)?(?:吧)?"),
    ("language", rf"{_SET}language\s+(?:to|is)\s+(?P<value>[a-z]{{2,20}})"),
    ("timezone", rf"{_SET}time\s?zone(?:\s+(?:to|as|is)\s+|\s*[=:]\s*)(?P<value>\S.{{0,60}})"),
    ("timezone", rf"{_SET_ZH}时区{_TO_ZH}{_NO_QUESTION}(?P<value>\S.{{0,60}})"),
    ("style", rf"(?:keep\s+)?(?:it|your\s+answers|the\s+answers|answers|replies)\s+{_MANNER}"),
    ("style", rf"{_MANNER}\s+(?:answers|replies)"),
    ("style", rf"be\s+(?:more\s+)?{_MANNER}"),
    ("style", rf"{_SET}style{_TO}\s*(?P<value>\S.{{0,200}})"),
    ("style", rf"回答(?:得|要|请|尽量)*{_MANNER_ZH}(?:一点|一些|点)?(?:吧)?"),
    ("style", rf"{_MANNER_ZH}(?:地)?(?:一点)?回答"),
    ("style", rf"{_SET_ZH}风格{_TO_ZH}{_NO_QUESTION}(?P<value>\S.{{0,200}})"),
    (
        "colours",
        r"(?:use\s+)?(?P<value>red|green)\s+(?:is|means|=|for|when)\s+(?:up|gains|rises?|rising)",
    ),
    ("colours", r"(?P<value>[红绿])涨[红绿]跌"),
    ("quiet_hours", rf"{_SET}quiet\s+hours{_TO}{_HOURS}"),
    (
        "quiet_hours",
        rf"{_SET_ZH}免打扰(?:时段|时间)?(?:设为|设置为|设成|改成|改为|是|从|:)?\s*{_HOURS}",
    ),
    (
        "quick_amounts",
        rf"{_SET}quick\s+amounts(?:\s+(?:to|are|as)\s+|\s*[=:]\s*)(?P<value>\S.{{0,80}})",
    ),
    ("quick_amounts", rf"{_SET_ZH}(?:快捷|常用)金额{_TO_ZH}{_NO_QUESTION}(?P<value>\S.{{0,80}})"),
    ("nickname", r"when\s+i\s+say\s+(?P<name>.{1,40}?),?\s+i\s+mean\s+(?P<value>.{1,60})"),
    (
        "nickname",
        r"(?:add\s+|set\s+|save\s+)?(?:the\s+|a\s+)?nickname:?\s+(?P<name>.{1,40}?)\s*=\s*(?P<value>.{1,60})",
    ),
    (
        "nickname",
        r"(?:添加|设置)?(?:昵称|外号):?\s*(?P<name>.{1,40}?)\s*(?:=|是指|指|是)\s*(?P<value>.{1,60})",
    ),
    ("nickname", r"我说(?P<name>.{1,40}?)(?:的时候)?(?:就是指|是指|就是|指的是)(?P<value>.{1,60})"),
    ("favourites", rf"add\s+(?P<value>.{{1,80}})\s+to\s+(?:my\s+|the\s+)?{_FAVOURITES}"),
    ("favourites", rf"my\s+{_FAVOURITES}\s+(?:is|are)\s+(?P<value>.{{1,80}})"),
    (
        "favourites",
        rf"(?P<drop>remove|delete)\s+(?P<value>.{{1,80}})\s+from\s+(?:my\s+|the\s+)?{_FAVOURITES}",
    ),
    ("favourites", r"(?:把|将)?(?P<value>.{1,60}?)(?:加入|添加到|加到|放进)(?:我的)?收藏"),
    (
        "favourites",
        r"(?P<drop>从)(?:我的)?收藏(?:里|中)?(?:删除|移除|去掉|删掉)(?P<value>.{1,60})",
    ),
    (
        "favourites",
        r"(?:把|将)(?P<value>.{1,60}?)(?P<drop>从)(?:我的)?收藏(?:里|中)?(?:删除|移除|去掉|删掉)",
    ),
    ("note", r"(?P<value>call\s+me\s+\S.{0,60}|my\s+name\s+is\s+\S.{0,60})"),
    ("note", r"(?P<value>(?:以后)?(?:叫我|请叫我|我叫|我的名字叫|我的名字是)\S.{0,30})"),
    (
        "note",
        r"(?:remember|keep\s+in\s+mind)(?:\s+that\s+|\s+this:?\s+|\s*:\s*|\s+)(?P<value>\S.*)",
    ),
    ("note", rf"(?:add\s+|make\s+|save\s+)?(?:a\s+)?{_NOTE}\s*[:：]\s*(?P<value>\S.*)"),
    ("note", r"(?:记住|记下|记一下|记得)[:，,]?\s*(?P<value>\S.*)"),
    (
        "show",
        r"(?:(?:show|list|see|view|what\s+are)\s+)?(?:me\s+)?(?:my\s+|all\s+my\s+)?(?:preferences|settings|notes|favou?rites)\??",
    ),
    (
        "memories",
        r"what\s+(?:do|did|have)\s+you\s+(?:know|remember|remembered|saved?|kept|keep)(?:\s+(?:about|for|of)\s+me)?\??",
    ),
    (
        "show",
        r"(?:看看|查看|显示|列出)?(?:一下)?(?:我的)?(?:偏好|偏好设置|设置|收藏|备注)(?:有哪些|是什么)?\??",
    ),
    (
        "memories",
        r"(?:(?:show|list)\s+)?(?:me\s+)?(?:my\s+|your\s+)?memor(?:y|ies)(?:\s+of\s+me)?\??",
    ),
    ("memories", r"(?:看看|查看|显示|列出)?(?:你|您)?(?:对我|关于我)?的?记忆(?:有哪些|是什么)?\??"),
    ("memories", r"你(?:都)?(?:记得|记住了|知道|保存了)(?:我)?(?:什么|哪些)(?:事|事情)?\??"),
    ("show", rf"what(?:'s|\s+is|\s+are)\s+my\s+{_KEY}\??"),
    ("show", rf"(?:我的)?{_KEY}是(?:什么|多少|哪个)\??"),
    ("forget_key", rf"(?:forget|delete|remove|reset|clear)\s+(?:my\s+|the\s+){_KEY}"),
    ("forget_key", rf"(?:忘记|忘掉|删除|清除|重置)(?:我的)?{_KEY}"),
    (
        "forget_nickname",
        r"(?:forget|delete|remove)\s+(?:my\s+|the\s+)?nickname:?\s+(?P<value>\S.{0,60})",
    ),
    ("forget_nickname", r"(?:忘记|忘掉|删除)(?:我的)?(?:昵称|外号):?\s*(?P<value>\S.{0,60})"),
    (
        "forget_note",
        r"(?:delete|remove|forget)\s+(?:my\s+|the\s+)?(?:last\s+)?note(?:\s*:\s*|\s+)(?P<value>\S.*)",
    ),
    ("forget_note", r"(?:删除|忘掉|忘记)(?:我的)?备注:?\s*(?P<value>\S.*)"),
    ("forget_note", r"(?:forget|delete|remove)\s+(?:my\s+note|the\s+note)"),
    ("forget_memory", r"(?:forget|delete|remove)\s+(?:that|this)"),
    ("forget_memory", r"(?:忘了|忘记|忘掉)(?:它|这个|那个|这条|那条|吧)?"),
    ("forget_memory", r"forget\s+that\s+(?P<value>\S.*)"),
    ("forget_memory", r"forget\s+about\s+(?P<value>\S.*)"),
    ("forget_memory", r"(?:忘了|忘记|忘掉)\s*(?P<value>\S.*)"),
    ("forget_listed", r"(?:forget|delete|remove|删除|删掉)\s*(?P<value>\S.{0,40})"),
)
PHRASES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(_PLEASE + text, re.IGNORECASE | re.DOTALL)) for name, text in _TEXTS
)
"""What a whole text may be, tried in this order, with the words that matter as groups."""
