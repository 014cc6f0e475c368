"""Sentences that promise to come back later, which nobody does without a job (DESIGN 4.10).

A promise has a speaker who undertakes something for later: to tell, to watch, to follow up, to act
when the market does something. "Soon" and 马上 alone promise nothing: an analysis is full of them.
"""

import re

_CLAUSE = re.compile(
    r"[,;:()—–!?\n，。；：！？、]+|\.(?=\s|$)|\b(?:but|so)\b|但是?|不过|所以", re.IGNORECASE
)
_WILL = (
    r"(?:\b(?:i|we)(?:'ll| will| shall|'m going to| am going to| are going to|'ll be| promise to"
    r"| plan to)|\blet me|\bexpect me to|\byou'll (?:hear|get (?:a|an) (?:message|alert"
    r"|notification|ping|update))"
    r"|\byou will (?:hear|be (?:notified|alerted|informed|pinged)))"
)
_FILLER = (
    r"(?:\s+(?:also|then|be sure to|make sure to|definitely|certainly|be|keep|continue to"
    r"|gladly|personally|go and|go|now|quickly|just|always|immediately|automatically"
    r"|constantly))*"
)
_TELL = (
    r"(?:let(?:ting)? you know|notify(?:ing)?|alert(?:ing)?|ping(?:ing)?|inform(?:ing)?"
    r"|updat(?:e|ing) you|report(?:ing)? back"
    r"|get(?:ting)? back|come back|be back|follow(?:ing)? up|remind(?:ing)?|message you"
    r"|write (?:to )?you|tell you|keep you"
    r"|send you|text you|warn you|reach out|check back|circle back|post updates?)"
)
_WATCH = (
    r"(?:(?:keep(?:ing)?|continue|continuing)\s+(?:to\s+)?(?:watch(?:ing)?|monitor(?:ing)?"
    r"|track(?:ing)?|check(?:ing)?"
    r"|look(?:ing)? out|follow(?:ing)?|observ(?:e|ing)|an eye|a close eye|scan(?:ning)?"
    r"|you (?:posted|updated|informed))"
    r"|(?:watch(?:ing)?|monitor(?:ing)?|track(?:ing)?|stay on top|stand(?:ing)? by|observ(?:e"
    r"|ing)|an eye on|watching)\b)"
)
_PROMISE = re.compile(
    rf"{_WILL}{_FILLER}\s+(?:{_TELL}|{_WATCH})|\byou'll hear\b|\byou will (?:hear from me"
    r"|be (?:notified|alerted|informed|pinged))\b"
    r"|\byou'll (?:be (?:notified|alerted|informed)|get (?:a|an) (?:message|alert|notification"
    r"|ping|update))\b"
    r"|^\W{0,8}(?:(?:ok(?:ay)?|sure|great|will do|got it)\W{1,4})*(?:will (?:let you know|keep you"
    r"|update you|report|notify|monitor|watch)"
    r"|keeping an eye|monitoring (?:it|this|btc|the)|watching (?:it|this|btc"
    r"|the market) for you|stay tuned|i'm on it|working on it|back (?:soon|in a (?:moment"
    r"|minute|bit)))"
    rf"|(?:\b(?:i|we)(?:'ll| will)|\blet me)\b[^.!?]{{0,60}}\band (?:then )?(?:{_TELL}|{_WATCH})"
    r"|^\W{0,8}(?:one|just a|a) (?:moment|second|sec|minute)(?: please)?\W{0,4}$|^\W{0,8}(?:hold on"
    r"|bear with me)\b"
    r"|\b(?:i'm|i am) (?:checking|looking into|working on|fetching)\b"
    r"|\b(?:i am|i'm|we are|we're) (?:now |already |currently |constantly )*(?:watching"
    r"|monitoring|tracking|keeping an eye)\b"
    r"|\b(?:give me|need|allow me) (?:just )?(?:a |one |another |\d{1,4} |a few "
    r"|a couple of )(?:more )?(?:moments?|minutes?|seconds?|secs?|mins?|hours?)\b"
    r"|\b(?:tomorrow|tonight|later) i (?:buy|sell|close|open|place)\b"
    r"|\bi(?:'ll| will) (?:buy|sell|close|open) (?:\w+ )?"
    r"(?:at (?:dawn|noon|midnight|night)|tomorrow|tonight|later)\b"
    r"|^\W*expect a (?:message|update|report) |^\W*(?:watch|wait) for my (?:update|message)\b"
    r"|\bi(?:'ll| will) (?:have|get|finish|prepare|run|do|start|fetch|look into|analy[sz]e"
    r"|check|research|compute|calculate|work)\b"
    r"[^.!?]*\b(?:in (?:a|an|\d{1,4}|a few|one|two) (?:\w+ )?(?:moment|minute|second|hour|bit|while"
    r"|day)s?|later|shortly|soon|tomorrow|tonight|overnight|by (?:tomorrow|tonight|then)"
    r"|momentarily|right back|in the background)\b",
    re.IGNORECASE,
)
_ACT_LATER = re.compile(
    r"\b(?:i|we)(?:'ll| will| am going to|'m going to) (?:automatically )?(?:buy|sell|close"
    r"|open|place|cancel|exit|enter|take profit|cut|stop|start|move)\b"
    r"[^.!?]*\b(?:when|if|once|as soon as|whenever|at)\b\s+(?!you\b|that is|that's|you've"
    r"|confirmed|the card|your confirmation)"
    r"(?:\w+\s+){0,4}?(?:hits?|reach(?:es)?|drops?|falls?|rises?|crosses|breaks?|touches|gets"
    r"|goes|dips?|is (?:above|below|at)|moves?|recovers|opens|close[sd]?)\b",
    re.IGNORECASE,
)
_IF_YOU = re.compile(
    r"\b(?:if you|once you|when you|should you|after you|unless you|as soon as you|whether"
    r"|would you like|do you want|want me to|shall i|if an? alert|with an? alert)\b"
    r"|(?:如果|只要|一旦|若|等|待)[您你]|[您你](?:可以|能|想|要|需要)|[您你]确认"
    r"|可以?(?:[为帮给][您你])?(?:设置|创建|开启|订阅)|需要我|要不要|是否",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|never|cannot|unable to)\b|n't\b", re.IGNORECASE)
_THEN_ACT = re.compile(
    r"\b(?:when|if|once|as soon as|whenever)\s+(?!you\b|confirmed"
    r"|that is)[^,;.!?]{3,60},\s*(?:then )?"
    r"(?:i|we)(?:'ll| will) (?:automatically )?(?:buy|sell|close|open|exit|enter|place"
    r"|take profit|cut)\b",
    re.IGNORECASE,
)
_NOW_ITSELF = re.compile(
    r"\b(?:let me know|tell you (?:what|why|how|that|more|the|about)|let me (?:tell|remind"
    r"|alert|warn|inform|track|check|follow) (?:you )?"
    r"|remind you (?:that|of)|warn you (?:that|about))\b",
    re.IGNORECASE,
)

_ZH_LATER = (
    r"(?:稍后|稍候|一会儿?|待会儿?|等会儿?|过会儿?|马上|立刻|立即|很快|随后|晚点|回头|之后|届时"
    r"|到时候?|明天|今晚|第一时间|几分钟后|\d{1,4}\s*(?:分钟|小时|秒)[之以]?[后内]|及时|随时|完成后"
    r"|有(?:结果|消息|进展|变化|新情况|动静)(?:后|时|了)?|一有\S{1,6})"
)
_ZH_TELL = (
    r"(?:告诉|告知|通知|提醒|回复|汇报|反馈给?|报告给?|联系|同步给?|发给|推送给?|发送给|更新给"
    r"|答复|回来找|叫)(?:您|你|给您|给你)"
)
_ZH_WATCH = (
    r"(?:持续|继续|一直|实时|密切|时刻|不断|全天候|7x24|24\s*小时|帮[您你]|替[您你]|为[您你]"
    r"|盯紧|定期|随时)[^，。！？；\n]{0,8}(?:关注|监控|跟踪|追踪|盯着|盯盘|盯|留意|观察|监测"
    r"|守着|更新)"
)
_ZH_PROMISE = re.compile(
    rf"(?:我|系统|这边)?[^，。！？；\n]{{0,8}}?{_ZH_LATER}[^，。！？；\n]{{0,10}}?{_ZH_TELL}"
    rf"|(?:我|系统|这边)[^，。！？；\n不没无]{{0,6}}?(?:会|将|来|去|已"
    rf"|正)?[^，。！？；\n不没无]{{0,6}}?{_ZH_WATCH}"
    rf"|^\W{{0,8}}(?:好的?|可以|没问题|收到)?\W{{0,4}}(?:会|将)(?:为您|帮您|替您)?{_ZH_WATCH}"
    rf"|我[^，。！？；\n不没无]{{0,8}}?(?:会|将)[^，。！？；\n不没无]{{0,12}}?{_ZH_TELL}"
    rf"|(?:会|将)[^，。！？；\n不没无]{{0,6}}?(?:通知|提醒|推送)(?:您|你)"
    r"|(?:请|您)?(?:稍等|稍候|等一下|等我)(?:片刻|一下|一会儿?|几分钟"
    r"|\d{1,4}\s*分钟)?[^，。！？；\n]{0,6}(?:我|马上|就好|回来)|^\W{0,8}(?:好的?\W*)?(?:请?稍等片刻"
    r"|请稍候|请稍等|稍等)\W*$"
    r"|我(?:马上|稍后|这就|立刻|立即|现在就|一会儿?|晚点|随后)(?:去|来|就|会|开始|为您|帮您"
    r"|给您)*(?:查|分析一下再|研究|跑|计算|准备|整理)[^，。！？\n]{0,12}(?:再|然后"
    r"|后)[^，。！？\n]{0,6}(?:您|你)"
    r"|我[^，。！？；\n不没无]{0,4}(?:会|将)?(?:一直)?(?:盯着|盯盘|守着|盯住)"
    rf"|{_ZH_LATER}[^，。！？；\n]{{0,6}}?给[您你](?:结果|答复|消息|回复|反馈|报告|简报)"
    r"|我(?:会|将)[^，。！？；\n不没无]{0,6}(?:每天|每日|每周|每小时|定期"
    r"|定时)[^，。！？；\n]{0,8}[给为向][您你]"
    r"|我会再?(?:汇报|通知|告知|反馈|跟进|回来)|等我(?:几|一|两|\d)"
    r"|敬请期待|我盯着|我来盯|帮[您你]盯|替[您你]盯|等我(?:消息|通知|回复)",
)
_ZH_ACT_LATER = re.compile(
    r"(?:跌[到破至]|涨[到破至]|突破|到达?|达到|触及|回调到|低于|高于)[^，。！？\n]{0,12}(?:时"
    r"|后|就|，)[^。！？\n]{0,4}我(?:会|将|就)?[^，。！？\n不没无]{0,6}(?:买入|卖出|平仓|下单"
    r"|开仓|止损|止盈|加仓|减仓)"
)
_ZH_NOT = re.compile(
    r"不会|无法|不能|没办法|没法|不可以|告诉我|通知我|提醒我|吗|么[？?]|可否|能否"
    r"|交易所|平台|银行|邮件|项目方|请[您你]?(?:告诉|通知|提醒|持续|密切|留意|关注)|建议"
)


def promises_later(text: str) -> bool:
    """Whether the sentence undertakes to do or tell something later, after this answer."""
    pieces = [piece for piece in _CLAUSE.split(text) if piece.strip()]
    if text.rstrip().endswith(("?", "？")):
        pieces = pieces[:-1]
    if _acts_later(text):
        return True
    offered = False
    for piece in pieces:
        offered = offered or bool(_IF_YOU.search(piece))
        if not offered and _promises(piece):
            return True
    return False


def _acts_later(text: str) -> bool:
    act = _ACT_LATER.search(text) or _THEN_ACT.search(text)
    if act and not _NOT.search(act.group(0)):
        return True
    return bool(_ZH_ACT_LATER.search(text)) and not _ZH_NOT.search(text)


def _promises(piece: str) -> bool:
    if _PROMISE.search(piece) and not _NOT.search(piece) and not _NOW_ITSELF.search(piece):
        return True
    return bool(_ZH_PROMISE.search(piece)) and not _ZH_NOT.search(piece)
