"""Chinese sentences that claim that something was done (DESIGN 4.10): 已下单, 平仓成功, 搞定了.

The finished deed is marked by 已, 成功, 了 or 好了 around the verb. What denies, supposes or asks
counts only in the same clause and where it governs the verb.
"""

import re
from collections.abc import Iterator

from core.domain.deeds import ANY, Claim, things_in

_VERBS = {
    "buy": "买入|买进|买好|购入|购买|建仓|加仓|抄底|做多|买(?!卖|点|盘|方|单|家)",
    "sell": "卖出|卖掉|抛售|做空|减仓|卖(?!点|盘|方|单|家|空)",
    "open": "开仓|开多|开空|开好仓",
    "close": "平仓|平掉|清仓|平(?=了)|平多|平空|止盈离场|止损离场",
    "order": r"下单|下好单|下(?=了(?:单|限价|市价|一))|下了(?=\W|$)|挂(?=了)|挂好|成交(?!量|额|价"
    r"|密集|活跃)|挂单|提交|下达|发送订单|执行",
    "cancel": "取消|撤单|撤销|撤回|撤掉",
    "update": "修改|更改|调整|更新|改成|改为|改好|变更|上调|下调|切换|换成",
    "set": "设置|设定|设好|设为|配置|调到",
    "start": "启动|开启|激活|启用|恢复|重启|打开",
    "stop": "停止|暂停|停用|关闭|停掉|禁用|关掉",
    "delete": "删除|删掉|移除|清除|清空|忘记|忘掉|退订",
    "save": "保存|存好|记住|记下|记录|记好|备注|存储",
    "create": "创建|新建|新增|添加|加入|建好|绑定|连接好",
    "subscribe": "订阅",
    "schedule": "安排|预约|预定|排好",
    "transfer": "转账|提现|充值|转出|划转|汇出",
    ANY: "完成|搞定|办好|办妥|处理好|弄好|处理完|做好",
}
_VERB = "|".join(words for words in _VERBS.values())
_KIND_OF = {kind: re.compile(words) for kind, words in _VERBS.items()}
_CLAUSE = re.compile(
    r"[，,。；;：:！!？?、\n（）()]+|(?<!不)但是?|不过|然而|而且|并且?(?!未|没|不|无)|同时"
)
_DONE_FOR = re.compile(
    rf"(?P<mark>已经?|刚刚?才?|均已|都已|全部|成功(?:地|为|帮|给|将|把|在)?)"
    rf"(?P<between>[^，。！？；：\n]{{0,24}}?)(?P<verb>{_VERB})"
)
_THEN_DONE = re.compile(
    rf"(?P<verb>{_VERB})(?P<between>[^，。！？；：\n了的]{{0,6}}?)"
    r"(?P<mark>已?(?:成功|完毕|完成|好了|妥当)|了(?!吗|么|没|再|之后|以后|后|的话|才|就|解|吧"
    r"|呢|会|便))"
)
_OBJECT_DONE = re.compile(
    rf"(?P<verb>{_VERB})了(?!吗|么|没|再|之后|以后|后|的话|才|就|解|吧|呢|会|便)"
)
_ENDED = re.compile(
    r"^\W{0,8}(?:好的?|嗯|行|可以|没问题|遵命|收到)?\W{0,4}(?:都|全部|一切|已经?|任务|操作|全)?"
    r"(?:操作成功|执行成功|搞定|办好|办妥|完成|处理好|弄好|做好|处理完)(?:了|啦|咯|喽)?\W{0,4}$"
)
_IN_HAND = re.compile(
    r"(?:单子?|订单|止损|止盈|提醒|挂单)(?:都|也)?(?P<verb>下|挂|设|弄)(?:好|上|完)了(?!吗|么|没|再|之后|以后|后|的话)"
    r"|(?:钱|款|资金|币|BTC|ETH|USDT)(?:都|也|已经?)?(?:到账|到手)了(?!吗|么|没|再|之后|以后|后|的话)",
    re.IGNORECASE,
)
_BUSY = re.compile(rf"正在(?:为您|帮您|给您|替您|为你|帮你|给你)?(?P<verb>{_VERB})(?!量|额|价)")
_FOR_YOU = re.compile(r"[为帮给替][您你]|我")
_NOT = re.compile(r"没有?|尚?未|不|无法|别|无需|无|从来?未|难以|失败|拒绝|避免")
_NOT_BEFORE = re.compile(
    r"(?:没有?|尚?未能?|没能|不(?:能|会|要|用|需要?|是|可|应该?)?|无法|别|还没|无需|未曾|从未)"
    r"(?:成功|直接|再|自动|擅自|为您|帮您|给您|替您|对|把|将|有|任何|进行|被|真正|实际|能|实际上)*$"
)
_IF = re.compile(
    r"如果|假如|若(?!干)|要是|一旦|只要|是否|除非|万一|假设|等(?=[您你]|价格|待|到)|当(?!前|日"
    r"|天|下)|即使"
)
_THEN = re.compile(r"[会将就便则才可能]|即可|自动")
_ASKS = re.compile(r"[吗么?？]|是否|有没有|是不是|了没|要不要|可否|能否|呢\s*$")
_WANTS = re.compile(
    r"(?:想要?|可以|能|会|将|要|请|需要?|打算|准备|建议|应该?|必须|再|才能|就|便|若|即将|等待"
    r"|方便|尝试|是否|如何|怎么|怎样|为何|为什么)(?:为您|帮您|给您|先|自动|重新|直接|立即|马上"
    r"|手动|自行)*$"
)
_OTHERS = re.compile(
    r"交易所(?!连接|配置|密钥|账号)|市场|鲸鱼|巨鲸|机构|美联储|公司|项目方|ETF|监管|基金|主力"
    r"|庄家|投资者|散户"
    r"|有人|许多人|很多人|大家|行情|空头|多头|矿工|政府|官方|团队|微策略|贝莱德"
)
_OURS = re.compile(r"我|[为帮给替][您你]|[您你]的|订单|您|偏好|提醒|策略已|机器人|交易员")
_NEUTRAL = re.compile(
    r"分析|查询|读取|计算|整理|检索|对比|统计|总结|行情|数据|价格|图表|K线|信息|新闻|观点|列表|摘要"
    r"|清单|概览|说明|方案|计划书|解释|解读|回答|回调|形态|突破|探底|筑底|测试|升级|减半"
    r"|调整(?:后|期|浪|结构)"
)
_PERSON = re.compile(r"(?<![为帮给替对向])[您你]")
_EARLIER = re.compile(
    r"昨[天日晚]|前[天日]|上周|上个?月|去年|之前|此前|早前|最近|曾经?|历史|过去|以前|先前"
    r"|今[天日]早些"
    r"|\d{1,2}\s*月\s*\d{1,2}\s*日|\d{4}-\d{2}-\d{2}|近期|本周|今[天日]"
)
_JUST = re.compile(r"刚刚?|刚才|[为帮给替][您你]")


def claims(text: str, *, conditional: bool = False) -> Iterator[Claim]:
    """What the sentence claims, clause by clause; `conditional`: it stands under an "如果…："."""
    supposed = conditional
    earlier = bool(_EARLIER.search(text)) and not _JUST.search(text)
    start = 0
    for end in (*(match.end() for match in _CLAUSE.finditer(text)), len(text)):
        piece, start = text[start:end], end
        if not piece.strip():
            continue
        about = _claims_in(piece, supposed=supposed, earlier=earlier)
        supposed = (
            supposed or bool(_IF.search(piece)) or bool(re.search(r"(?:后|之前|时)\W*$", piece))
        )
        if about is not None:
            yield about


def _claims_in(piece: str, *, supposed: bool, earlier: bool) -> Claim | None:
    if _ASKS.search(piece):
        return None
    if _ENDED.match(piece) and not supposed:
        return Claim(ANY, frozenset())
    if (hand := _IN_HAND.search(piece)) and not supposed and not _IF.search(piece):
        return Claim("order" if hand["verb"] else "transfer", things_in(piece))
    if _OTHERS.search(piece) and not _OURS.search(piece):
        return None
    for match in (
        *_DONE_FOR.finditer(piece),
        *_THEN_DONE.finditer(piece),
        *_OBJECT_DONE.finditer(piece),
        *_BUSY.finditer(piece),
    ):
        if not _holds(piece, match, supposed=supposed):
            continue
        told = bool(_PERSON.search(piece[: match.end()])) and not _JUST.search(piece)
        verb = match["verb"]
        kind = next((kind for kind, words in _KIND_OF.items() if words.match(verb)), ANY)
        return Claim(kind, things_in(piece), about_past=told or earlier)
    return None


def _holds(piece: str, match: re.Match[str], *, supposed: bool) -> bool:
    before = piece[: match.start()]
    groups = match.groupdict()
    between, marked = groups.get("between") or "", groups.get("mark") or ""
    if _IF.search(before) or (supposed and _THEN.search(before + between)):
        return False
    if _NOT_BEFORE.search(before) or _WANTS.search(before):
        return False
    first = match.start("verb") > match.start() and bool(marked)
    if first and (_NOT.search(between) or _WANTS.search(between)):
        return False
    if not first and not marked.startswith(("成功", "完", "已")) and _NOT.search(before[-6:]):
        return False
    if supposed and not marked.startswith("已") and not _FOR_YOU.search(before):
        return False
    if re.match(
        r"(?:的|之?前|之?后(?!的)|以后|时(?!间)|失败|中(?=[，。]|$)|价|量)", piece[match.end() :]
    ):
        return first and piece[match.end() :].startswith("的") and bool(_FOR_YOU.search(piece))
    tail = piece[match.end() :]
    if _NEUTRAL.search(tail) and not things_in(tail):
        return False
    return not _NEUTRAL.search(before + between) or bool(_OURS.search(before + between))
