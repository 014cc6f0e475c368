// What the page itself says, in both languages. Messages come from the server in theirs.

const WORDS = {
  signin_title: { en: "Sign in to your desk", zh: "登录您的交易台" },
  signin_how: {
    en: "Open the link that was printed when Bellwether started. It works once. Or paste an access token here.",
    zh: "请打开 Bellwether 启动时显示的链接（只能使用一次），或在此粘贴访问令牌。",
  },
  signin_token: { en: "Access token", zh: "访问令牌" },
  signin_go: { en: "Sign in", zh: "登录" },
  signin_code_used: {
    en: "That link was used already, or is no longer valid. Start Bellwether again for a new one, or paste a token.",
    zh: "该链接已使用过或已失效。请重新启动 Bellwether 获取新链接，或粘贴令牌。",
  },
  signin_wrong: { en: "That token is not valid here.", zh: "该令牌无效。" },
  signin_ended: { en: "Your session has ended. Please sign in again.", zh: "会话已结束，请重新登录。" },
  signout: { en: "Sign out", zh: "退出" },
  other_language: { en: "中文", zh: "English" },
  welcome_title: { en: "What would you like to do?", zh: "您想做什么？" },
  welcome_how: {
    en: "Ask in plain words. Nothing is ordered before you have confirmed its card.",
    zh: "直接用日常语言提问。每笔订单都要您确认卡片后才会执行。",
  },
  idea_1: { en: "BTC and ETH price", zh: "BTC 和 ETH 价格" },
  idea_2: { en: "My balance", zh: "我的余额" },
  idea_3: { en: "Buy 50 usdt of BTC", zh: "买 50u 比特币" },
  idea_4: { en: "Show my positions", zh: "我的持仓" },
  log_label: { en: "Conversation", zh: "对话" },
  side_label: { en: "Account", zh: "账户" },
  message_label: { en: "Your message", zh: "您的消息" },
  message_hint: { en: "Message Bellwether…", zh: "给 Bellwether 发消息…" },
  send: { en: "Send", zh: "发送" },
  keys: { en: "Enter sends, Shift+Enter starts a new line", zh: "Enter 发送，Shift+Enter 换行" },
  jump: { en: "↓ Newest", zh: "↓ 最新" },
  live: { en: "connected", zh: "已连接" },
  connecting: { en: "connecting…", zh: "连接中…" },
  offline: { en: "You are offline. I will reconnect by myself.", zh: "您已离线，恢复后会自动重连。" },
  lost: { en: "connection lost, trying again…", zh: "连接中断，正在重试…" },
  sending: { en: "Sending…", zh: "发送中…" },
  thinking: { en: "Working on it…", zh: "处理中…" },
  stop: { en: "Stop", zh: "停止" },
  stopping: { en: "Stopping…", zh: "正在停止…" },
  queued: { en: "Queued behind {count}", zh: "排队中，前面还有 {count} 条" },
  retry: { en: "Try again", zh: "重试" },
  not_sent: {
    en: "Could not be sent: the desk cannot be reached.",
    zh: "未能发送：无法连接交易台。",
  },
  busy: {
    en: "Too much is waiting in this conversation. Try again in a moment.",
    zh: "此对话等待的内容过多，请稍后再试。",
  },
  too_large: { en: "That message is too long to send.", zh: "消息太长，无法发送。" },
  broke: {
    en: "Something broke on the desk's side. Please try again.",
    zh: "交易台出错了，请重试。",
  },
  slow: {
    en: "This takes longer than usual. The answer will appear here.",
    zh: "处理时间较长，答复会显示在这里。",
  },
  pressed: { en: "Working on it…", zh: "处理中…" },
  answered: { en: "Answered", zh: "已回答" },
  answered_is: { en: "Answered: {label}", zh: "已回答：{label}" },
  answered_in_words: { en: "Answered in words", zh: "已用文字回答" },
  answered_is_words: { en: "Answered in words: “{said}”", zh: "已用文字回答：“{said}”" },
  closed_by: { en: "Closed by “{said}”", zh: "因“{said}”而关闭" },
  replaced: { en: "Replaced by a newer card", zh: "已由新卡片取代" },
  closed: { en: "Closed", zh: "已关闭" },
  expired: { en: "Expired. Nothing was placed.", zh: "已过期，没有下单。" },
  again: { en: "Get a fresh card", zh: "重新报价" },
  expires_in: { en: "Expires in {time}", zh: "{time} 后过期" },
  secret_hint: { en: "Typed here, it is not shown", zh: "在此输入，内容不会显示" },
  secret_save: { en: "Save", zh: "保存" },
  secret_kept: { en: "Received.", zh: "已收到。" },
  secret_again: {
    en: "Could not be sent: the desk cannot be reached. Please type it again.",
    zh: "未能发送：无法连接交易台，请重新输入。",
  },
  you: { en: "You", zh: "您" },
  alert: { en: "Alert", zh: "提醒" },
  account: { en: "Account", zh: "账户" },
  equity: { en: "Equity", zh: "总权益" },
  free: { en: "Free", zh: "可用" },
  locked: { en: "Locked", zh: "冻结" },
  positions: { en: "Positions", zh: "持仓" },
  no_positions: { en: "Nothing is held.", zh: "没有持仓。" },
  pnl: { en: "Unrealised P&L", zh: "未实现盈亏" },
  markets: { en: "Markets", zh: "行情" },
  unknown: { en: "unknown", zh: "未知" },
  unread: { en: "Could not be read at {time}.", zh: "{time} 时无法读取。" },
  as_of: { en: "as of {time}", zh: "截至 {time}" },
  spot: { en: "spot", zh: "现货" },
  badge_paper: { en: "PAPER", zh: "PAPER 模拟盘" },
  badge_live: { en: "LIVE", zh: "LIVE 实盘" },
  badge_simulated: { en: "SIMULATED", zh: "SIMULATED 模拟行情" },
};

let chosen = (() => {
  const kept = localStorage.getItem("bellwether.lang");
  if (kept === "en" || kept === "zh") return kept;
  return (navigator.language || "en").toLowerCase().startsWith("zh") ? "zh" : "en";
})();

export const language = () => chosen;

export function chooseLanguage(lang) {
  chosen = lang;
  localStorage.setItem("bellwether.lang", lang);
}

export function word(key, params = {}) {
  const text = WORDS[key]?.[chosen] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => params[name] ?? whole);
}

export function badgeWords() {
  return ["badge_paper", "badge_live", "badge_simulated"].flatMap((key) => Object.values(WORDS[key]));
}

// Figures stay decimal strings: Intl formats those exactly, a number would not.
export function money(figure, decimals = 2, sign = "auto") {
  if (figure === null || figure === undefined) return word("unknown");
  return new Intl.NumberFormat("en-US", {
    minimumFractionDigits: Math.min(decimals, 2),
    maximumFractionDigits: decimals,
    signDisplay: sign,
  }).format(figure);
}

export function percent(fraction) {
  if (fraction === null || fraction === undefined) return word("unknown");
  return new Intl.NumberFormat("en-US", {
    style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: "exceptZero",
  }).format(fraction);
}

export function clock(time) {
  return new Date(time).toLocaleTimeString(chosen === "zh" ? "zh-CN" : "en-GB");
}

export function shortTime(time) {
  const at = new Date(time);
  const today = at.toDateString() === new Date().toDateString();
  const options = today
    ? { hour: "2-digit", minute: "2-digit" }
    : { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" };
  return at.toLocaleString(chosen === "zh" ? "zh-CN" : "en-GB", options);
}
