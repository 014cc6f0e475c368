// The conversation as shown: messages in the order of their ids, each once, whoever brought it.

import { QuestionCard } from "/page/card.js";
import { explain } from "/page/endings.js";
import { blocks, element } from "/page/text.js";
import { shortTime, word } from "/page/words.js";

const NEAR_END = 120;

export class Log {
  constructor({ scroll, log, welcome, jump, changed }) {
    Object.assign(this, { scroll, log, welcome, jump, changed });
    this.shown = new Map();
    this.cards = new Map();
    this.known = new Map();
    this.pending = [];
    jump.addEventListener("click", () => this.toEnd());
    scroll.addEventListener("scroll", () => { jump.hidden = this.atEnd(); });
    setInterval(() => this.cards.forEach((card) => card.tick()), 1000);
  }

  get newest() {
    return [...this.shown.keys()].reduce((a, b) => (a > b ? a : b), "");
  }

  // `open`: ids of the questions that can be answered; without it, a question is open.
  add(messages, open = null) {
    const stay = !this.atEnd();
    for (const message of messages) {
      if (this.shown.has(message.id)) continue;
      this.known.set(message.id, message);
      const made = this.made(message, open);
      made.dataset.id = message.id;
      this.shown.set(message.id, made);
      this.place(made, message.id);
      for (const image of made.querySelectorAll("img")) {
        image.addEventListener("load", () => { if (stay) this.jump.hidden = this.atEnd(); else this.toEnd(); });
      }
    }
    this.explain();
    this.welcome.hidden = this.shown.size > 0 || this.pending.length > 0;
    if (stay) this.jump.hidden = this.atEnd();
    else this.toEnd();
  }

  made(message, open) {
    if (message.role === "user") {
      this.adopt(message);
      return bubble(message.text, shortTime(message.created_at));
    }
    let root;
    if (message.question_id) {
      const card = new QuestionCard(message, {
        open: open === null || open.has(message.question_id),
        show: (messages) => this.add(messages),
        changed: this.changed,
      });
      // A question that is put again is answered on its newest copy only.
      this.cards.get(message.question_id)?.close();
      this.cards.set(message.question_id, card);
      root = card.root;
    } else {
      root = element("article", "message bot", ...blocks(message.text, message));
      if (message.kind === "alert") {
        root.classList.add("alert");
        root.prepend(element("span", "kind", word("alert")));
      }
    }
    root.append(element("time", "time", shortTime(message.created_at)));
    return root;
  }

  place(made, id) {
    let before = this.log.lastElementChild;
    while (before && !(before.dataset.id <= id)) before = before.previousElementSibling;
    if (before) before.after(made);
    else this.log.prepend(made);
  }

  // Runs that have said what came of them.
  get answered() {
    const told = [...this.known.values()].filter(({ role, kind }) => role !== "user" && kind !== "alert");
    return new Set(told.map((message) => message.run_id));
  }

  // Questions that were closed elsewhere (or by words) lose their buttons; those that are `open`
  // were not answered by the runs that had `answered` before it was asked which are.
  closeAllBut(open, answered) {
    for (const [id, card] of this.cards) {
      if (open.has(id)) answered.forEach((run) => card.outlived.add(run));
      else if (card.state === "open") card.close();
    }
    this.explain();
  }

  explain() {
    const closed = [...this.cards.values()].filter((card) => card.state === "closed");
    const messages = [...this.known.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    explain(closed, messages);
  }

  // What was typed, until it comes back as a message of the history.
  say(text) {
    const made = bubble(text, word("sending"));
    made.classList.add("sending");
    made.dataset.id = "~";
    const said = { text, made, run: null };
    this.pending.push(said);
    this.log.append(made);
    this.welcome.hidden = true;
    this.toEnd();
    return said;
  }

  adopt(message) {
    const place = this.pending.findIndex(
      (said) => said.run === message.run_id || (said.run === null && said.text.trim() === message.text.trim()),
    );
    if (place >= 0) this.pending.splice(place, 1)[0].made.remove();
  }

  received(said, runId) {
    said.run = runId;
    said.made.classList.remove("sending");
    said.made.querySelector("time").textContent = "";
  }

  failed(said, text, retry) {
    said.made.classList.remove("sending");
    said.made.classList.add("unsent");
    const again = element("button", "inline", word("retry"));
    again.type = "button";
    again.addEventListener("click", () => {
      this.pending = this.pending.filter((one) => one !== said);
      said.made.remove();
      retry();
    });
    said.made.querySelector("time").replaceChildren(element("span", "problem", text), " ", again);
  }

  clear() {
    this.shown.clear();
    this.cards.clear();
    this.known.clear();
    this.pending = [];
    this.log.replaceChildren();
  }

  atEnd() {
    return this.scroll.scrollHeight - this.scroll.scrollTop - this.scroll.clientHeight < NEAR_END;
  }

  toEnd() {
    this.scroll.scrollTop = this.scroll.scrollHeight;
    this.jump.hidden = true;
  }
}

function bubble(text, note) {
  const name = element("span", "unseen", `${word("you")}: `);
  const made = element("article", "message mine", name, element("p", "words", text));
  made.append(element("time", "time", note));
  return made;
}
