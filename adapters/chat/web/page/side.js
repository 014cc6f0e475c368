// The account beside the conversation: read through the same tools, never kept when unreadable.

import { post } from "/page/api.js";
import { badges, element } from "/page/text.js";
import { clock, money, percent, word } from "/page/words.js";

const WATCHED = ["BTC", "ETH", "SOL"];

export class Side {
  constructor(sections) {
    this.sections = sections;
    this.reading = false;
  }

  async refresh() {
    if (this.reading || document.hidden) return;
    this.reading = true;
    await Promise.allSettled([
      this.read(this.sections.account, "account", "get_balance", {}, account),
      this.read(this.sections.positions, "positions", "get_positions", {}, positions),
      this.read(this.sections.markets, "markets", "get_market_price", { symbols: WATCHED }, markets),
    ]);
    this.reading = false;
  }

  async read(section, title, tool, body, view) {
    const head = element("h2", "", word(title));
    try {
      const read = await post(`/api/v1/tools/${tool}`, body);
      const badge = badges({ mode: read.mode, simulated: read.data.simulated });
      if (badge) head.append(badge);
      const as_of = element("p", "as-of", word("as_of", { time: clock(read.as_of) }));
      section.replaceChildren(head, ...view(read.data), as_of);
    } catch {
      const time = clock(Date.now());
      section.replaceChildren(head, element("p", "problem", word("unread", { time })));
    }
  }
}

function account(data) {
  const rows = data.balances.map((one) => row(one.currency, figure(one)));
  return [
    element("p", "equity", money(data.equity), " ", element("span", "unit", data.currency)),
    element("div", "rows", ...rows),
  ];
}

function figure(one) {
  const digits = one.currency === "USDT" ? 2 : 8;
  return money(one.total, digits);
}

function positions(data) {
  if (!data.positions.length) return [element("p", "empty", word("no_positions"))];
  const rows = data.positions.map((one) => {
    const kind = one.kind === "spot" ? word("spot") : `${one.side} ${one.leverage}x`;
    const name = element("span", "", one.symbol.split(":")[0], " ", element("small", "", kind));
    return row(name, `${money(one.unrealized_pnl, 2, "exceptZero")} USDT`, tone(one.unrealized_pnl));
  });
  const total = row(word("pnl"), `${money(data.total_unrealized_pnl, 2, "exceptZero")} USDT`,
    tone(data.total_unrealized_pnl));
  total.classList.add("total");
  return [element("div", "rows", ...rows, total)];
}

function markets(data) {
  const rows = data.prices.map((one) => {
    const decimals = (one.tick?.split(".")[1] ?? "").length;
    const change = element("small", tone(one.change_24h), percent(one.change_24h));
    return row(one.symbol.split("/")[0], element("span", "", money(one.price, decimals), " ", change));
  });
  return [element("div", "rows", ...rows)];
}

function row(label, value, classes = "") {
  return element("div", "row", element("span", "", label), element("span", `value ${classes}`, value));
}

function tone(figure) {
  if (figure === null || figure === undefined || /^-?0*\.?0*$/.test(figure)) return "";
  return figure.startsWith("-") ? "down" : "up";
}
