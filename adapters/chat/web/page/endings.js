// How questions ended that lost their buttons, as far as what was said in the conversation tells.
// A press leaves its label as what the person said; words leave the words.

import { word } from "/page/words.js";

const MOST_QUOTED = 60;

// `cards`: closed ones, whoever closed them; `messages`: all that are known, in the order of ids.
export function explain(cards, messages) {
  const said = messages.filter((message) => message.role === "user");
  const asking = new Set(
    messages.filter((message) => message.kind === "question").map((message) => message.run_id),
  );
  const taken = new Set();
  const unexplained = new Set(cards);
  for (const message of said) {
    const meant = [...unexplained].filter((card) => labelled(card, message) && mayEnd(card, message));
    // Two cards with the same label, and nothing that tells which was meant: neither is claimed.
    if (meant.length !== 1) continue;
    unexplained.delete(meant[0]);
    taken.add(message.run_id);
    meant[0].ended(word("answered_is", { label: labelled(meant[0], message) }));
  }
  for (const card of unexplained) {
    const words = said.filter((message) => mayEnd(card, message) && !taken.has(message.run_id));
    if (words.some((message) => labelled(card, message))) continue;
    card.ended(inWords(card, words, asking));
  }
}

function inWords(card, words, asking) {
  // Without the time it would expire at, or after it, the question may have ended by itself.
  if (!card.early || !words.length) return word("closed");
  if (words.length > 1) {
    const plain = words.every(({ text, run_id }) => !text.startsWith("/") && !asking.has(run_id));
    return word(plain ? "answered_in_words" : "closed");
  }
  const [{ text, run_id }] = words;
  if (asking.has(run_id)) return word("replaced");
  return word(text.startsWith("/") ? "closed_by" : "answered_is_words", { said: quoted(text) });
}

// Whether what was said can have ended this question: after it, in time, and not found still open.
function mayEnd(card, message) {
  const { id, run_id } = card.message;
  if (message.id < id || message.run_id === run_id || card.outlived.has(message.run_id)) return false;
  return card.expires === null || new Date(message.created_at).getTime() <= card.expires;
}

function labelled(card, message) {
  return card.labels.get(message.text.trim());
}

function quoted(text) {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length > MOST_QUOTED ? `${line.slice(0, MOST_QUOTED)}…` : line;
}
