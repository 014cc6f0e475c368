// The field for a secret: what is typed is handed over once and kept nowhere on the page.

import { element } from "/page/text.js";
import { word } from "/page/words.js";

// A form that calls `send` with what was typed; `label` says what is asked for.
export function secretField(label, send) {
  const input = element("input", "secret-input");
  // Not one-time-code or current-password: no browser should offer to remember or to fill it.
  Object.assign(input, { type: "password", autocomplete: "off", spellcheck: false, required: true });
  input.placeholder = word("secret_hint");
  input.setAttribute("aria-label", label);
  input.setAttribute("autocapitalize", "none");
  const save = element("button", "choice primary", word("secret_save"));
  save.type = "submit";
  const form = element("form", "secret", input, save);
  form.autocomplete = "off";
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value;
    input.value = "";
    if (text.trim()) send(text);
  });
  return form;
}

export function focusSecret() {
  [...document.querySelectorAll(".secret-input")].at(-1)?.focus();
}
