"""What is never remembered, whoever asks: secrets, rules about authority, facts that pass.

A memory is read by a planner later. So nothing may stand in it that could widen tools, roles,
limits or approvals or stand for consent, and nothing that is only true until the next look.
"""

import re
from typing import Literal

from core.domain.figures_in_text import figures
from core.domain.masking import MASK, masked_text
from core.domain.memory_words import plain_lines

Unfit = Literal["secret", "authority", "instruction", "passing"]

_NAMED_SECRET = re.compile(
    r"\b(?:seed phrase|recovery phrase|mnemonic|private key|secret key|api secret"
    r"|password|passphrase"
    r"|passcode|pin code|2fa code|bot token)s?\b|助记词|私钥|密码|口令|密钥|验证码",
    re.IGNORECASE,
)
"""What is named like a secret is one, whatever it looks like: nobody's style or habit."""

_ASSENT = r"(?:confirm\w*|approv\w*|accept\w*|authori[sz]\w*|consent\w*|permission\w*)"
_ACT = (
    r"(?:trade|trades|buy|sell|order|orders|place|execute|confirm|approve|accept|press|open|close)"
)
_CHECKS = (
    rf"(?:{_ASSENT}|cards?|second press|risk (?:limits?|checks?|controls?)|safety checks?|guards?"
    r"|kill switch|position limits?|loss limits?|daily loss\w*)"
)
_AUTHORITY = re.compile(
    rf"\b(?:auto\w*|always|pre|self|blindly|immediately|instantly)[\s-]+{_ASSENT}"
    rf"|\b{_ASSENT}\b.{{0,40}}\b(?:automatic\w*|yourself|itself|on my behalf|in my name|in advance)"
    rf"|\b{_ACT}\b.{{0,40}}\b(?:without|no) (?:any |my |further |a |more )?"
    rf"(?:{_ASSENT}|asking|questions?|checking|card)"
    r"|\b(?:automatic\w*|auto)[\s-]+(?:trade|trading|buy|sell|place|execute|order)"
    rf"|\b(?:skip|no need (?:for|to)|(?:do not|don't|doesn't|does not|never) (?:need"
    rf"|require|wait for)"
    rf"|without|bypass\w*|ignor\w*|disabl\w*|turn off|drop|remov\w*|lift|override|no more)"
    rf"\b.{{0,25}}\b{_CHECKS}\b"
    r"|\b(?:do not|don't|never|stop|no need to|without) ask(?:ing)?\b(?! (?:about|for advice))"
    rf"|\b(?:treat|take|count|consider|regard)\b.{{0,40}}\bas\b.{{0,15}}\b(?:yes|{_ASSENT})"
    rf"|\b(?:silence|emoji|thumbs?|ok|okay|anything|everything|no answer)\b.{{0,15}}"
    rf"\b(?:means?|counts?|is|equals?)\b.{{0,12}}\b(?:yes|{_ASSENT})"
    rf"|\b(?:i|user|person) (?:hereby |already |always )?(?:{_ASSENT}|agrees?)\b.{{0,12}}"
    r"\b(?:all|every|any|future|each|whatever|to)\b"
    r"|\b(?:you|bot|assistant|bellwether|agent|desk)\b (?:may|can|is allowed|are allowed|has|have"
    rf"|is free|are free)\b.{{0,25}}\b{_ACT}\b"
    r"|\b(?:i am|i'm|user is|person is|he is|she is|make (?:me|him|her)|is now|as)\b.{0,12}"
    r"\b(?:the )?(?:owner|admin\w*|root|superuser|operator)\b"
    r"|\badmin(?:istrator)?s?\b|\bsuperuser\b|\bowner of (?:this|the) (?:desk|bot|system|account)"
    r"|\b(?:owner|admin|root)(?:'s)? (?:role|rights?|access|permissions?|privileges?)"
    r"|\b(?:grant|give)\w*\b.{0,25}\b(?:role|rights?|access|permissions?|tools?|trader)\b"
    r"|\b(?:rais\w+|increas\w+|unlimited|no|higher|double|ignor\w+)\b.{0,20}"
    r"\b(?:limits?(?! orders?)|caps?|notional|allow-?lists?)\b"
    r"|\b(?:execute_trade|memory_(?:write|forget)|manage_\w+|get_\w+|submit_plan|allow-?list)\b"
    r"|\b(?:unhalt|un-halt|trading state|live mode|kill switch)\b"
    r"|\b(?:assume|presume)\b.{0,15}\b(?:yes|agree\w*|approv\w*|consent|ok|okay)\b"
    r"|\bunless i (?:object|say no|stop you|cancel|complain)"
    r"|\b(?:go ahead|proceed|decide|handle it|at your (?:own )?discretion|your (?:own )?judge?ment)"
    r"\b.{0,30}\b(?:under|below|anything|everything|small\w*|yourself|for me|trades?"
    r"|orders?|with)\b"
    # 中文
    r"|看着办|全权|(?:自行|自己|你来?|由你)(?:决定|处理|做主|操作|判断)"
    r"|(?:不反对|不说话|不吭声|没回复|不回复?|没意见)[^。;；]{0,8}(?:当|算|视|就|等于)"
    r"|当(?:作|成)?(?:是)?我?(?:同意|确认|批准)"
    r"|(?:自动|直接|默认|一律|一概|预先|提前|替我|代我|帮我|永远|总是)[^,，。;；]{0,6}"
    r"(?:确认|批准|同意|授权|下单|成交|执行|通过)"
    r"|(?:不用|无需|不必|不要|别|跳过|免去|免除|省略|绕过|忽略|关闭|取消|无须|不需要|不再"
    r"|停用|解除|去掉)"
    r"[^,，。;；]{0,8}(?:确认|批准|审批|询问|问我|授权|同意|限额|风控|上限|限制|权限|卡片|检查)"
    r"|(?:当作|当成|视为|视作|等于|算作|就算|算是|代表|表示)[^,，。;；]{0,6}(?:确认|同意"
    r"|批准|授权|是的)"
    r"|(?:所有|全部|任何|一切|以后|今后|每次)[^,，。;；]{0,10}(?:我都|都|均|一律|我)"
    r"(?:同意|批准|确认|授权)"
    r"|(?:同意|批准|授权|确认)[^,，。;；]{0,6}(?:所有|全部|任何|一切|以后|今后|每)"
    r"|(?:提高|放宽|调高|无限|没有|不受|取消)[^,，。;；]{0,8}(?:限额|上限|限制|风控|权限)"
    r"|(?:我|他|她|用户)(?:就)?是[^,，。;；]{0,6}(?:管理员|所有者|主人|拥有者|超级用户|站长)|管理员"
    r"|(?:给|授予|赋予|开放|开通)[^,，。;；]{0,10}(?:权限|角色|工具)"
    r"|(?:你|机器人|助手|系统)(?:可以|能|有权|被允许)[^,，。;；]{0,8}(?:下单|交易|买|卖"
    r"|执行|确认|操作)",
    re.IGNORECASE,
)
_INSTRUCTION = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b.{0,25}\b(?:previous|prior|above|earlier|your|system)"
    r"\b.{0,15}\b(?:instructions?|rules?|prompts?|guidelines?)\b"
    r"|\bsystem prompt\b|\byou are (?:now|no longer)\b|\bnew (?:rules?|instructions?)\b:?"
    r"|^\s*(?:system|assistant|developer)\s*[:：]|</?(?:data|system|instructions?)\b|\[/?INST\]"
    r"|(?:忽略|无视|忘记|忘掉)[^，。]{0,8}(?:之前|以上|上面|前面|先前|系统|你的)[^，。]{0,6}"
    r"(?:指令|指示|规则|提示|设定)|系统提示词?|你现在是|你不再是|新(?:的)?(?:指令|规则)[:：]",
    re.IGNORECASE | re.MULTILINE,
)
_CONFIGURED = re.compile(
    r"\b(?:api key|keys?|exchanges?|models?|accounts?|traders?|strateg\w+|binance|okx|bybit|bot|it)"
    r"\b.{0,25}\b(?:is|are|was|has been|have been|isn't|aren't|not|already|now)\b.{0,12}"
    r"\b(?:configured|connected|set up|linked|enabled|disabled|running|stopped|active|missing)\b"
    r"|\b(?:configured|connected|linked|set up)\b.{0,20}\b(?:exchange|model|account|api|key)"
    r"|(?:已|没有?|未|尚未|还没|正在)(?:经)?(?:配置|连接|绑定|接入|设置好|启用|停用|运行|添加)"
    r"|(?:交易所|模型|密钥|策略|交易员)[^，。]{0,8}(?:配置好|连接好|绑定了|接好了|运行中|已停止)",
    re.IGNORECASE,
)
_STATE = re.compile(
    r"\b(?:balance|equity|net worth|portfolio|account|wallet|p&l|p/l|pnl|unreali[sz]ed|reali[sz]ed"
    r"|profits?|loss|losses|margin|liquidation price|entry price|price|prices|funding rate|volume"
    r"|market cap|position)\b.{0,20}\b(?:is|are|was|were|of|at|stands?|now|currently|hit|reached"
    r"|worth)\b"
    r"|\b(?:up|down|gained|lost|made|earned|won)\b\s+(?:about |around |over )?[$€£¥]?\d"
    r"|\b(?:trad(?:es|ing)|sits|sitting|bought|sold|entered|filled|opened) at\b\s*[$€£¥]?\d"
    r"|\b(?:down|up) (?:bad(?:ly)?|big|a lot)\b|亏惨|亏大|赚麻|赚大|血亏"
    r"|\b(?:long|short) (?:from|since|at|position)\b"
    r"|\b(?:currently|now|today|right now|at the moment)\b.{0,20}"
    r"\b(?:holds?|holding|owns?|has|have|long|short|up|down|flat)\b"
    r"|\b(?:has|have|holds?|owns?|holding|bought|sold)\b\s+(?:an? )?(?:open )?"
    r"(?:[$€£¥]?\d[\d.,]*\s*\w*|position)"
    r"|(?:余额|净值|权益|资产|账户|本金|盈亏|浮盈|浮亏|利润|收益|保证金|强平价|开仓价|现价"
    r"|价格|币价|"
    r"资金费率|市值|持仓|仓位|成本价?)[^，。]{0,4}(?:是|为|有|在|到|达|剩|约|已|涨|跌|\d)"
    r"|(?:现在|目前|当前|今天|此刻)[^，。]{0,6}(?:持有|有|做多|做空|涨|跌|赚|亏|价)"
    r"|(?:持有|买了|卖了|买入了|卖出了|赚了|亏了|涨了|跌了|涨到|跌到"
    r"|开了)\s*[约近]?\s*[\d一二两三四五六七八九十百千万半]",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"\b(?:risk|per trade|per position|per day|per order|each trade|every trade|a trade|at most|max"
    r"|maximum|no more than|never (?:more|over|above|exceed|use|go|risk|put)|not more than"
    r"|up to|less"
    r"|at least|minimum|limit|budget|usually|always|typically|normally|default|size|stake|prefer\w*"
    r"|leverage|only|round\w*|decimals?)\b|<=|≤"
    r"|每笔|每次|每单|单笔|每天|每日|最多|至多|不超过|不要超过|别超过|上限|至少|不低于|风险"
    r"|杠杆|通常|"
    r"一般|总是|习惯|默认|仓位控制|控制在|只用|只做|以内|小数",
    re.IGNORECASE,
)
_LEVEL = re.compile(
    r"\b(?:at|above|below|under|over|hits?|reach\w*|drops? to|falls? to|rises? to|breaks?|to)\s+"
    r"[$€£¥]?\d[\d.,]*\s*[km]?\b(?!\s*(?:%|percent|per|x\b|times|usdt per|am\b|pm\b|:|o'clock))"
    r"|(?:到|破)了?\s*\d{2,}(?!\s*(?:[\d点时:：月号日天%％倍笔次批年岁]))"
    r"|(?:跌到|涨到|跌破|突破|站上|低于|高于|到达|达到)\s*\d",
    re.IGNORECASE,
)
_LARGE = 1000
"""A bare number from here on is taken for a price or an amount, unless it is a year."""


def unfit(text: str) -> Unfit | None:
    """Why the text may not be remembered by anyone; `passing` is for `is_passing` to say."""
    clean = plain_lines(text)
    if (
        _NAMED_SECRET.search(clean)
        or MASK in text
        or masked_text(text) != text
        or masked_text(clean) != clean
    ):
        return "secret"
    if _INSTRUCTION.search(clean):
        return "instruction"
    if _AUTHORITY.search(clean):
        return "authority"
    return None


def is_passing(text: str) -> bool:
    """Whether the text is a fact of the account, the market or the set-up: true only for now.

    A balance, price, position or P&L; a figure about money, or a price level to act on; what is or
    is not configured. A bound that the person sets for every trade is none: "risk 1 % per trade",
    "at most 200 USDT an order", 杠杆不超过3倍.
    """
    clean = plain_lines(text)
    if _CONFIGURED.search(clean) or _STATE.search(clean):
        return True
    if _LEVEL.search(clean) and any(figure.unit in ("", "money") for figure in figures(clean)):
        return True
    stated = figures(clean)
    if _RULE.search(clean):
        return False
    return any(
        figure.unit in ("money", "percent", "permille", "bps", "times")
        or (figure.value >= _LARGE and not 1900 <= figure.value <= 2100)
        for figure in stated
    )
