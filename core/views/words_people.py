"""Words about who may talk to us: asking to be let in, joining identities, roles, ending access."""

WORDS: dict[str, dict[str, str]] = {
    # A stranger.
    "pairing.asked": {
        "en": "Hello. This is a private trading desk. I have asked its owner whether you may use "
        "it: tell them your code {code}. If you are known here already, send /link {code} from "
        "where you are known.",
        "zh": "您好。这是私人交易台，我已询问主人是否允许您使用：请把您的代码 {code} 告诉对方。"
        "如果您在别处已有账户，请在那里发送 /link {code}。",
    },
    "pairing.if_owner": {
        "en": "If this desk is yours, send me the code that was printed when it started.",
        "zh": "如果这是您自己的交易台，请发送启动时显示的验证码。",
    },
    "pairing.waits": {
        "en": "The owner has not answered yet. Your code is {code}.",
        "zh": "主人尚未答复。您的代码是 {code}。",
    },
    "pairing.question": {
        "en": "{name} ({where}) asks to use this desk. Their code is {code}: let them in only if "
        "they told you that code themselves. A trader places orders on accounts of their own; a "
        "viewer only reads.",
        "zh": "{name}（{where}）请求使用本交易台，代码为 {code}。请仅在对方亲自告诉您该代码时允许。"
        "交易者可在自己的账户下单，观察者只能查看。",
    },
    "choice.pair_trader": {"en": "✅ Let in as trader", "zh": "✅ 允许：交易者"},
    "choice.pair_viewer": {"en": "👁 Let in as viewer", "zh": "👁 允许：观察者"},
    "choice.pair_refuse": {"en": "✖️ Refuse", "zh": "✖️ 拒绝"},
    "pairing.over": {
        "en": "This request is over. Whoever asked can write again.",
        "zh": "该请求已失效。对方可以重新发消息。",
    },
    "pairing.linked_meanwhile": {
        "en": "This identity was joined to an account that is known here.",
        "zh": "该身份已并入一个已知账户。",
    },
    "pairing.refused": {"en": "{name} was not let in.", "zh": "已拒绝 {name}。"},
    "pairing.refused_you": {
        "en": "The owner has not let you in.",
        "zh": "主人没有允许您使用。",
    },
    "pairing.approved_trader": {
        "en": "{name} may use this desk as a trader now, on a PAPER account of their own.",
        "zh": "{name} 现可作为交易者使用，拥有自己的模拟（PAPER）账户。",
    },
    "pairing.approved_viewer": {
        "en": "{name} may use this desk as a viewer now.",
        "zh": "{name} 现可作为观察者使用。",
    },
    "pairing.welcome_trader": {
        "en": "Welcome, {name}. You may trade here, on a PAPER account of your own. Try “btc "
        "price”, or /help.",
        "zh": "欢迎，{name}。您可以在自己的模拟（PAPER）账户上交易。试试“比特币多少钱”，或 /help。",
    },
    "pairing.welcome_viewer": {
        "en": "Welcome, {name}. You may look at prices and charts here. Try “btc price”, or /help.",
        "zh": "欢迎，{name}。您可以查看行情和图表。试试“比特币多少钱”，或 /help。",
    },
    # One account on several platforms.
    "command.link": {
        "en": "use one account on several platforms",
        "zh": "在多个平台使用同一账户",
    },
    "command.unlink": {"en": "take a platform off your account", "zh": "从账户移除某个平台"},
    "link.private": {"en": "Please do that in a private chat.", "zh": "请在私聊中操作。"},
    "link.how": {
        "en": "You are known on: {where}. To add a platform, write to me there: I answer with a "
        "code, and you send /link with that code here.",
        "zh": "您已绑定：{where}。要添加平台，请在该平台给我发消息：我会回复一个代码，再到这里发送"
        " /link 加该代码。",
    },
    "link.code": {
        "en": "To use this account from another place where you are known, send there within an "
        "hour: /link {code}",
        "zh": "要与您在别处的账户合并，请在一小时内到那里发送：/link {code}",
    },
    "link.unknown": {
        "en": "I know no such code, or it is over (a code lasts an hour). Write to me from the "
        "platform that you want to add, and send /link with the code you get there.",
        "zh": "没有这个代码，或已失效（有效期一小时）。请从要添加的平台给我发消息，"
        "再发送 /link 加收到的代码。",
    },
    "link.ask": {
        "en": "Join {name} ({where}) to your account? Whoever writes from there then sees your "
        "accounts and trades as you. Press only if that is you.",
        "zh": "要把 {name}（{where}）并入您的账户吗？从那里发消息的人将能查看您的账户并以您的名义"
        "交易。仅在确认是您本人时点击。",
    },
    "choice.link": {"en": "🔗 That is me: join {where}", "zh": "🔗 是我本人：并入 {where}"},
    "link.joined": {
        "en": "Joined: {where} is you from now on. /unlink takes it off again.",
        "zh": "已并入：{where} 现在就是您。可用 /unlink 移除。",
    },
    "link.joined_you": {
        "en": "You are {name} here from now on, with the same accounts and questions.",
        "zh": "从现在起您在这里就是 {name}，账户和待答问题相同。",
    },
    "link.already": {
        "en": "That identity is yours already.",
        "zh": "该身份已属于您。",
    },
    "link.owner": {
        "en": "That identity is the owner's: it is not joined to another account.",
        "zh": "该身份属于主人，不能并入其他账户。",
    },
    "link.has_orders": {
        "en": "That identity has an account of its own with orders: two histories are not joined. "
        "Use a fresh identity, or keep both accounts.",
        "zh": "该身份的账户已有订单，无法合并两份记录。请使用新的身份，或保留两个账户。",
    },
    "link.has_keys": {
        "en": "That identity has an account of its own with API keys: delete them there first "
        "(/exchanges, /models), then try again.",
        "zh": "该身份的账户存有 API 密钥：请先在那里删除（/exchanges、/models），再试一次。",
    },
    "unlink.which": {
        "en": "You are known on: {where}. Which one goes? For example: /unlink telegram",
        "zh": "您已绑定：{where}。要移除哪一个？例如：/unlink telegram",
    },
    "unlink.last": {
        "en": "That is the only place where you are known: without it you could not come back. "
        "Add another one first: /link",
        "zh": "这是您唯一的入口，移除后将无法再登录。请先用 /link 添加另一个。",
    },
    "unlink.done": {
        "en": "Taken off: {where}. It is a stranger's from now on.",
        "zh": "已移除：{where}。今后视为陌生人。",
    },
    # The owner's view of people.
    "command.people": {"en": "who may use this desk (owner)", "zh": "谁可以使用（仅主人）"},
    "people.owner_only": {
        "en": "Only the owner of this desk can do that.",
        "zh": "只有主人可以这样做。",
    },
    "people.private": {"en": "I tell that in a private chat only.", "zh": "此内容仅在私聊中提供。"},
    "people.title": {"en": "Who may use this desk:", "zh": "可以使用本交易台的人："},
    "people.line": {"en": "{name}, {role}: {where}", "zh": "{name}，{role}：{where}"},
    "people.token": {"en": "a web token", "zh": "网页令牌"},
    "people.nowhere": {"en": "no way in", "zh": "没有入口"},
    "people.gone": {
        "en": "That person is not here any more. /people shows who is.",
        "zh": "此人已不在。用 /people 查看。",
    },
    "role.owner": {"en": "owner", "zh": "主人"},
    "role.trader": {"en": "trader", "zh": "交易者"},
    "role.viewer": {"en": "viewer", "zh": "观察者"},
    "choice.make_trader": {"en": "{name}: make trader", "zh": "{name}：改为交易者"},
    "choice.make_viewer": {"en": "{name}: make viewer", "zh": "{name}：改为观察者"},
    "choice.revoke": {"en": "🚫 {name}: end access", "zh": "🚫 {name}：取消权限"},
    "people.role_done": {"en": "{name} is {role} now.", "zh": "{name} 现为{role}。"},
    "people.role_you": {
        "en": "The owner has changed your role: you are {role} now.",
        "zh": "主人更改了您的角色：您现在是{role}。",
    },
    "people.ended": {
        "en": "The owner has ended your access to this desk.",
        "zh": "主人已取消您对本交易台的使用权限。",
    },
    "people.revoked": {
        "en": "{name} has no access any more, and nothing opens on their accounts.",
        "zh": "{name} 已无权限，其账户不再开仓。",
    },
    "people.revoked_rest": {
        "en": "{name} has no access any more, and nothing opens on their accounts. Still resting "
        "at their exchanges, untouched: {count}.",
        "zh": "{name} 已无权限，其账户不再开仓。其交易所仍有 {count} 个挂单，未作改动。",
    },
    "platform_name.telegram": {"en": "Telegram", "zh": "Telegram"},
    "platform_name.discord": {"en": "Discord", "zh": "Discord"},
    "platform_name.web": {"en": "web", "zh": "网页"},
    "platform_name.terminal": {"en": "terminal", "zh": "终端"},
    # The audit.
    "command.audit": {
        "en": "who did what, when and from where (owner)",
        "zh": "谁在何时何地做了什么（仅主人）",
    },
    "policy.owner": {
        "en": "That is for the owner of this desk only.",
        "zh": "此功能仅限主人使用。",
    },
    "audit_title": {
        "en": "Audit, newest first ({count}):",
        "zh": "审计记录，最新在前（{count}）：",
    },
    "audit_none": {"en": "Nothing is on record.", "zh": "没有记录。"},
    "audit_stranger": {"en": "a stranger", "zh": "陌生人"},
    "audit_nobody": {
        "en": "I know nobody called {name}. Known here: {known}.",
        "zh": "没有名为 {name} 的人。已知：{known}。",
    },
    "audit.account.created": {"en": "account made", "zh": "创建账户"},
    "audit.identity.bound": {"en": "became the owner's", "zh": "绑定为主人"},
    "audit.identity.linked": {"en": "joined to the account", "zh": "并入账户"},
    "audit.identity.unlinked": {"en": "taken off the account", "zh": "从账户移除"},
    "audit.pairing.asked": {"en": "asked to be let in", "zh": "请求使用"},
    "audit.pairing.approved": {"en": "let in", "zh": "允许使用"},
    "audit.pairing.refused": {"en": "not let in", "zh": "拒绝使用"},
    "audit.role.changed": {"en": "role changed", "zh": "更改角色"},
    "audit.access.revoked": {"en": "access ended", "zh": "取消权限"},
    "audit.press.refused": {"en": "press refused", "zh": "点击被拒"},
    "audit.tool_refused": {"en": "call refused", "zh": "调用被拒"},
    "audit.trading.halted": {"en": "trading halted", "zh": "停止交易"},
    "audit.trading.resumed": {"en": "trading resumed", "zh": "恢复交易"},
    "audit.trading.reducing": {"en": "only closing: daily loss stop", "zh": "仅平仓：单日亏损上限"},
    "audit.trading.stop_is_over": {
        "en": "the day of the loss stop ended",
        "zh": "亏损上限当日结束",
    },
}
