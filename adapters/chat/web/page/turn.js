// A turn as it runs: its steps, and the answer while it is being written.

import { element } from "/page/text.js";
import { word } from "/page/words.js";

export class TurnView {
  // `stop` is called with the id of the run to stop.
  constructor(root, stop) {
    this.root = root;
    this.stop = stop;
    this.clear();
  }

  // Something was sent; which run it became is not known yet.
  start() {
    this.clear();
    this.line = element("p", "thinking", word("thinking"));
    this.queue = element("p", "queue");
    for (const part of [this.line, this.steps, this.words]) part.setAttribute("aria-hidden", "true");
    this.root.replaceChildren(this.line, this.queue, this.steps, this.words);
  }

  // A run is under way: it can be stopped.
  begin(runId) {
    this.start();
    const stop = element("button", "stop", word("stop"));
    stop.type = "button";
    stop.addEventListener("click", () => {
      stop.disabled = true;
      stop.textContent = word("stopping");
      this.stop(runId);
    });
    this.line.after(stop);
  }

  take({ event, data }) {
    if (event === "planning" && data.queued) this.queue.textContent = word("queued", { count: data.queued });
    else if (event === "planning") this.begin(data.run_id);
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
    this.queue = element("p");
    this.steps = element("ol", "steps");
    this.words = element("p", "words");
  }
}
