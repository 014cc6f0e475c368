"""What a conversation's memory may hold: what lasts, said of the person's wishes and decisions.

Not: steps still to do (the workflow knows them), what the account holds or the market does, what is
or is not set up (all of these are read again), keys and ids.
"""

import re

from core.domain import claims_en, claims_zh
from core.domain.figures_in_text import figures
from core.domain.memory_refusals import is_passing, unfit
from core.domain.not_money import is_not_money
from core.domain.sentences import plain

_LEAD = (
    r"(?:(?:then|next|now|first|finally|still|also|please|pending|todo|to-do|and|we|i|you|it|bot"
    r"|assistant|bellwether|the|user|person|agent|must|should|will|shall|has|have|had|needs?|need|got"
    r"|is|are|going|about|supposed|to)\b[\s:,-]*){0,6}"
)
_TO_DO = re.compile(
    rf"^[\s\-*•\d.)]*{_LEAD}(?:wait(?:s|ing)?|await(?:s|ing)?|ask(?:s|ing)?|call(?:s|ing)?"
    r"|run(?:s|ning)?|execut(?:e|es|ing)|steps?(?=[\s:#\d])|retry(?:ing)?|retries|try again"
    r"|invok(?:e|es|ing)|fetch(?:es|ing)?|query|queries|querying|re-?read|look(?:s|ing)? up"
    r"|confirm(?:s|ing)?|check(?:s|ing)?|verif(?:y|ies|ying)|submit(?:s|ting)?|send(?:s|ing)?"
    r"|show(?:s|ing)?|display(?:s|ing)?|respond(?:s|ing)?|repl(?:y|ies|ying)|follow up|get back"
    r"|press(?:es|ing)?|click(?:s|ing)?|provid(?:e|es|ing)|collect(?:s|ing)?|gather(?:s|ing)?"
    r"|(?:use|using) (?:the )?\w+ tool)\b"
    r"|^[\s\-*•\d.、)）]*(?:然后|接着|接下来|下一步|首先|先|再|还|仍|正在|需要?|需|要|应该?|请|待|我们?|用户|助手"
    r"|继续|[:：，,])*(?:等(?!同|级|比|额|值|量)|询问|问(?!题|过|了)|追问|调用|运行|执行(?!力)|步骤|第[一二三四五六七八九十\d]+步"
    r"|重试|再试|查询|查看|获取|读取|检查|核对|确认|提交|发送|回复|答复|展示|显示|点击|按下|提供|收集|跟进)",
    re.IGNORECASE,
)
_ACCESS = re.compile(
    r"\b(?:api[\s_-]?keys?|secrets?(?:[\s_-]?keys?)?|pass(?:word|phrase|code)s?|private[\s_-]?keys?"
    r"|access[\s_-]?keys?|(?:bearer|bot|access|auth) tokens?|credentials?|seed phrases?|mnemonics?"
    r"|2fa|otp|log-?in codes?)\b"
    r"|密钥|秘钥|私钥|密码|口令|凭证|凭据|助记词|验证码|令牌|api\s*key",
    re.IGNORECASE,
)
_ID = re.compile(
    r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b0x[0-9a-f]{6,}\b"
    r"|\b(?=[a-z0-9]*\d)(?=[a-z0-9]*[a-z])[a-z0-9]{16,}\b"
    r"|\b(?:\w+[\s_-])?ids?\b\s*(?:is|was|number|[#:=])"
    r"|\b\w+_ids?\b|\b(?:order|ticket|trace|run|client)\s*(?:id|no\.?|number|#)\s*\S*\d"
    r"|(?:订单号?|单号|编号|账号|流水号)\s*[:：是为#]?\s*\w*\d"
    r"|\b[\w.+-]+@[\w-]+\.\w+",
    re.IGNORECASE,
)
_SET_UP = re.compile(
    r"\b(?:is|are|was|were|been|isn't|aren't|wasn't|not|now|already|no longer|never|yet|be|being"
    r"|gets?|became|stays?|remains?|successfully)\b(?:\s+\w+){0,2}\s+(?:re|un|dis|mis)?"
    r"(?:configured|connected|enabled|disabled|linked|bound|installed|available|active|activated"
    r"|running|stopped|started|missing|ready|valid|invalid|online|offline|authori[sz]ed|verified"
    r"|funded|paused|halted|live|created|deleted|removed|added|set[\s-]?up|working|registered)\b"
    r"|\b(?:no|without an?y?|lacks? an?y?|(?:has|have|had) (?:no|not? any|an?|two|three|\d+))\s+"
    r"(?:\w+ ){0,2}(?:exchanges?|models?|strateg(?:y|ies)|traders?|keys?|accounts?)\b"
    r"|\b(?:un|mis)configured\b|\bdisconnected\b"
    r"|(?:没有?|未|尚未|还没有?|还未|无|已|已经|正在|刚刚?|成功|从未|不再)(?:被|能|有|成功)?"
    r"(?:配置|连接|连上|绑定|接入|启用|停用|禁用|设置|添加|激活|开通|授权|创建|删除|运行|启动|停止|安装|注册|就绪|可用"
    r"|交易所|模型|策略|交易员|账户)"
    r"|(?:配置|连接|绑定|设置|启用|启动|创建|添加|接入)(?:好了?|完成|成功|失败|完毕|过了?)"
    r"|(?:处于|状态为?)[^，。]{0,4}(?:启用|停用|运行|停止|在线|离线|可用|暂停)|不可用|已就绪|运行中",
    re.IGNORECASE,
)
_HELD = re.compile(
    r"\b(?:hold(?:s|ing)?|owns?|owning|carr(?:y|ies|ying)|has|have|had|sitting on|sits on|is|are"
    r"|was|currently|now|already|went|going|got|remains?|still)\b(?:\s+(?:an?|the|some|his|her|their"
    r"|open|big|small|large|spot|net|now|currently|still|both|in|all)){0,3}\s+(?:long|short|flat)\b"
    r"|\b(?:holds?|is holding|owns?|carries|sits on)\b"
    r"|\b(?:has|have|had|there (?:is|are)|with|opened|entered|closed)\s+(?:an?|the|some|no|his|her"
    r"|their|its|all|both|several|two|three|\d+)?\s*(?:\w+ ){0,3}(?:positions?|holdings?|orders?"
    r"|balances?|coins?|profits?|loss(?:es)?)\b"
    r"|\b(?:user|person|trader|they|he|she|i|we)\s+(?:just |already |also |recently )?(?:bought"
    r"|sold|longed|shorted|opened|liquidated)\b|^(?:bought|sold|longed|shorted|opened|closed)\b"
    r"|\b(?:balance|equity|net worth|pnl|p&l|price|funding rate|margin|portfolio)s?\b.{0,24}\b(?:is"
    r"|are|was|were|ris(?:es|ing)|rose|fell|fall(?:s|ing)|drop\w*|going|went|looks?|stands?|low|high"
    r"|enough|positive|negative|up|down)\b"
    r"|\b(?:btc|eth|sol|bitcoin|ethereum|market|coin)\b\s+(?:is|has|was|price)?\s*(?:just |now )?"
    r"(?:up|down|rising|falling|ris(?:en|es)|rose|fell|fallen|dropp\w+|rall\w+|crash\w*|pump\w*|dump\w*"
    r"|trad(?:es|ing))\b"
    r"|(?:现在|目前|当前|已经?|仍|还|正|账户|用户|我|手里|手上)?(?:持有(?!期)|持仓(?:为|是|有|中)|重仓|空仓|满仓|套牢)"
    r"|(?:余额|净值|权益|盈亏|浮盈|浮亏|现价|价格|币价|资金费率|仓位|持仓)[^，。]{0,6}"
    r"(?:为|是|在|有|剩|充足|不足|不够|上涨|下跌|涨|跌|高|低|正|负)"
    r"|(?:已经?|刚刚?|昨天|今天)[^，。]{0,6}(?:买入?|卖出?|开仓|平仓|做多|做空|成交|加仓|减仓|建仓|清仓)"
    r"|(?:买入|卖出|买|卖|开|平|清)了"
    r"|(?:btc|eth|sol|比特币|以太坊?|大盘|行情|大饼)[^，。]{0,4}(?:上涨|下跌|涨了?|跌了?|暴涨|暴跌|反弹|回调)(?!时|到|破|就|后)",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"\b(?:wants?|wanted|wanting|wish(?:es|ed)?|would (?:like|rather)|prefer(?:s|red|ring)?|plans?"
    r"|planned|planning|intends?|intended|decid(?:es|ed|ing)|decision|choos(?:es|ing)|chose|chosen"
    r"|aims?|goal|hop(?:es|ing)|never|always|only|avoids?|likes?|liked|dislikes?|hates?"
    r"|refus(?:es|ed)|rejected|agreed|no longer|consider(?:s|ed|ing)|interested"
    r"|thinking (?:of|about)|will not|won't|does not|doesn't|rather|instead|set on"
    r"|committed|keen|opted|favou?rs?)\b"
    r"|想|希望|打算|计划|决定|选择|选了|选定|偏好|喜欢|不要|不再|只(?:做|用|想|看|交易)|从不|绝不|总是|倾向|目标|拒绝|同意"
    r"|考虑|感兴趣|不做|不用|宁愿|改用|愿意|要求|讨厌|避免|准备",
    re.IGNORECASE,
)


_CONSENTED = re.compile(
    r"\b(?:confirmed|approved|consented|authori[sz]ed|agreed|signed off)\b[^.;]{0,30}"
    r"\b(?:purchase|order|trade|buy\w*|sales?|sell\w*|transaction|clos\w+|opening|positions?)\b"
    r"|\b(?:was|were|been|got) (?:filled|executed|placed|closed|bought|sold|cancell?ed)\b"
    r"|\b(?:bought|sold|closed|opened|placed) (?:all|the|an?|his|her|their|your|my|half|\d)\b"
    r"|(?:确认|批准|授权|同意)(?:了|过)?[^。；]{0,6}(?:购买|买入|卖出|下单|平仓|交易|订单)"
    r"|已经?(?:买|卖|平|成交|下单|开仓|撤单)",
    re.IGNORECASE,
)


def is_to_do(text: str) -> bool:
    """Whether the text is a step of some work: wait for, ask, call, run (等待, 询问, 调用)."""
    return _TO_DO.search(plain(text)) is not None


def is_wish(text: str) -> bool:
    """Whether the text states what the person wants or has decided."""
    return _WISH.search(plain(text)) is not None


def is_lasting(text: str) -> bool:
    """Whether the text will still be true and fit to read when it is read again.

    Not so: a figure about money, whatever it is for; a holding, a price's move; whether something
    is configured, connected, enabled, running; keys, ids, rules about authority.
    """
    clean = plain(text)
    if unfit(text) or _ACCESS.search(clean) or _ID.search(clean) or "[masked]" in clean:
        return False
    if _has_money(clean) or is_passing(text):
        return False
    if _SET_UP.search(clean):
        return False
    return is_wish(text) or not _HELD.search(clean)


def is_record(text: str) -> bool:
    """Whether the text says that something was done, placed, confirmed or agreed to.

    Records say that: orders and approvals have rows of their own, and no summary stands for them.
    """
    clean = plain(text)
    claimed = any(claims_en.claims(clean)) or any(claims_zh.claims(clean))
    return claimed or _CONSENTED.search(clean) is not None


def _has_money(text: str) -> bool:
    """A price, an amount, or a bare number that nothing makes a count, a date or a label."""
    return any(
        figure.unit == "money" or (not figure.unit and not is_not_money(text, figure))
        for figure in figures(text)
    )
