// A question with its buttons, and every state it can be in.

import { get, pause, post, Problem, serverNow } from "/page/api.js";
import { focusSecret, secretField } from "/page/secret.js";
import { blocks, element } from "/page/text.js";
import { word } from "/page/words.js";

const SELLS = ["sell", "open_short", "close_long"];
const FOLLOW_S = 2;
// How far the clocks may be apart.
const SKEW_MS = 2000;

// Colours tell what a sign in front of the label tells elsewhere.
const plainLabel = (label) => label.replace(/^[^\p{L}\p{N}]+/u, "") || label;

// The element of a question. `open`: whether it can be answered; `show` gets messages of the answer.
export class QuestionCard {
  constructor(message, { open, show, changed }) {
    this.message = message;
    this.show = show;
    this.changed = changed;
    this.keys = new Map();
    this.state = "open";
    this.pressed = false;
    // Whether it was found closed before it can have expired, and runs that left it open.
    this.early = false;
    this.outlived = new Set();
    this.labels = new Map((message.choices ?? []).map(({ label }) => [label.trim(), plainLabel(label)]));
    this.buttons = element("div", "buttons");
    this.status = element("p", "state");
    this.status.setAttribute("role", "status");
    this.root = element("article", "message bot question", ...blocks(message.text, message));
    if (message.data?.side) this.root.classList.add(SELLS.includes(message.data.side) ? "sells" : "buys");
    this.root.append(this.buttons, this.status);
    if (open) this.offer();
    else this.close();
  }

  get expires() {
    const at = this.message.data?.expires_at;
    return at ? new Date(at).getTime() : null;
  }

  offer() {
    this.mark("open");
    this.say("");
    const choices = this.message.choices ?? [];
    this.buttons.replaceChildren(...choices.map((choice, place) => this.button(choice, place)));
    if (this.message.data?.secret) this.takeSecret();
    this.tick();
  }

  button({ id, label }, place) {
    const kind = id === "cancel" ? "cancel" : place === 0 ? "primary" : "plain";
    const made = element("button", `choice ${kind}`, plainLabel(label));
    made.type = "button";
    made.dataset.choice = id;
    made.addEventListener("click", () => this.press(id, plainLabel(label)));
    return made;
  }

  takeSecret() {
    const [title] = this.message.text.split("\n");
    this.field?.remove();
    this.field = secretField(title, (text) => this.type(text));
    this.buttons.before(this.field);
  }

  // What was typed is in this call alone: where it fails it has to be typed again.
  async type(text) {
    if (this.state === "working") return;
    this.mark("working");
    this.field.inert = true;
    this.say(word("pressed"));
    try {
      const messages = await this.answer({ text }, crypto.randomUUID());
      const { questions } = await get("/api/v1/questions");
      if (questions.some((question) => question.question_id === this.message.question_id)) this.offer();
      else this.settle(word("secret_kept"));
      this.show(messages);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if ([403, 404, 409, 410].includes(error.status)) {
        this.settle(error.message);
        this.show(error.body.messages ?? []);
      } else if (error.status !== 401) {
        this.offer();
        this.say(word("secret_again"), "problem");
      }
    }
    focusSecret();
    this.changed();
  }

  // Once a second: how long it may still be answered.
  tick() {
    if (this.state !== "open") return;
    if (this.expires === null) return;
    const left = Math.round((this.expires - serverNow()) / 1000);
    if (left <= 0) { this.expire(); return; }
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    this.say(word("expires_in", { time }), left <= 30 ? "soon" : "");
  }

  expire() {
    this.mark("expired");
    const first = this.message.choices?.find((choice) => choice.id !== "cancel");
    const again = element("button", "choice plain", word("again"));
    again.type = "button";
    again.addEventListener("click", () => this.press(first.id, word("again")));
    this.buttons.replaceChildren(...(first ? [again] : []));
    this.say(word("expired"));
  }

  // It was answered elsewhere or in words, or is over: how, `ended` tells when it is known.
  close() {
    if (this.state === "working") return;
    this.early = this.expires !== null && serverNow() + SKEW_MS < this.expires;
    this.mark("closed");
    this.field?.remove();
    this.buttons.replaceChildren();
    this.say(word("closed"));
  }

  // What a press here came to is known best by itself.
  ended(text) {
    if (!this.pressed && this.status.textContent !== text) this.say(text);
  }

  async press(choice, label) {
    if (this.state === "working") return;
    const before = this.state;
    this.mark("working");
    for (const button of this.buttons.children) {
      button.disabled = true;
      if (button.dataset.choice === choice) {
        button.classList.add("pressed");
        button.setAttribute("aria-busy", "true");
      }
    }
    this.say(word("pressed"));
    // The same press again, after a failure, is the same press; another choice is another one.
    if (!this.keys.has(choice)) this.keys.set(choice, crypto.randomUUID());
    try {
      const messages = await this.answer({ choice }, this.keys.get(choice));
      this.settle(word("answered_is", { label }));
      this.show(messages);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.refused(error, before, choice, label);
    }
    this.changed();
  }

  async answer(body, key) {
    const path = `/api/v1/questions/${encodeURIComponent(this.message.question_id)}/answer`;
    const answered = await post(path, body, key);
    if (answered.status !== 202) return answered.messages;
    this.say(word("slow"));
    for (;;) {
      await pause(FOLLOW_S);
      const run = await get(`/api/v1/agent/runs/${encodeURIComponent(answered.run_id)}`);
      if (run.status !== "running") return run.messages;
    }
  }

  refused(error, before, choice, label) {
    if ([403, 404, 409].includes(error.status)) {
      this.settle(error.message);
    } else if (error.status === 410) {
      this.settle(error.message);
      this.show(error.body.messages ?? []);
    } else if (error.status !== 401) {
      const text = { 0: "not_sent", 429: "busy" }[error.status] ?? "broke";
      this.mark(before);
      for (const button of this.buttons.children) {
        button.disabled = false;
        button.classList.remove("pressed");
        button.removeAttribute("aria-busy");
      }
      const retry = element("button", "inline", word("retry"));
      retry.type = "button";
      retry.addEventListener("click", () => this.press(choice, label));
      this.say(word(text), "problem");
      this.status.append(" ", retry);
      this.state = "failed";
    }
  }

  settle(text) {
    this.pressed = true;
    this.mark("closed");
    this.keys.clear();
    this.field?.remove();
    this.buttons.replaceChildren();
    this.say(text);
  }

  mark(state) {
    this.root.classList.remove(`is-${this.state}`);
    this.state = state;
    this.root.classList.add(`is-${state}`);
  }

  say(text, kind = "") {
    this.status.className = `state ${kind}`;
    this.status.textContent = text;
  }
}
