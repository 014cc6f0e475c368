// A turn as it runs: its steps, and the answer while it is being written.

import { element } from "/page/text.js";
import { word } from "/page/words.js";

export class TurnView {
  constructor(root) {
    this.root = root;
    this.clear();
  }

  start() {
    this.clear();
    this.line = element("p", "thinking", word("thinking"));
    this.steps = element("ol", "steps");
    this.words = element("p", "words");
    this.root.replaceChildren(this.line, this.steps, this.words);
  }

  take({ event, data }) {
    if (event === "plan" || event === "replan") this.plan(data.steps);
    if (event === "step_start" || event === "tool") this.mark(data.id, "running");
    if (event === "step_complete") this.mark(data.id, data.status === "failed" ? "failed" : "done");
    if (event === "delta") this.words.textContent += data.text;
  }

  plan(steps) {
    const tools = steps.filter((step) => step.type === "tool" || step.type === "reason");
    this.steps.replaceChildren(...tools.map((step) => {
      const made = element("li", "", step.title || step.tool_name || step.type);
      made.dataset.step = step.id;
      return made;
    }));
  }

  mark(id, state) {
    const step = [...this.steps.children].find((made) => made.dataset.step === id);
    if (step) step.className = state;
  }

  clear() {
    this.root.replaceChildren();
    this.steps = element("ol");
    this.words = element("p");
  }
}
