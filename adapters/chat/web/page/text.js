// Plain text as elements: paragraphs, labelled figures as a table, aligned columns as they are.
// Everything is put in as text, never as markup.

import { picture } from "/page/api.js";
import { badgeWords, word } from "/page/words.js";

const ROW = /^([^:：]{1,28})[:：] (.+)$/;

export function element(tag, classes = "", ...children) {
  const made = document.createElement(tag);
  if (classes) made.className = classes;
  for (const child of children) {
    if (child !== null && child !== undefined) made.append(child);
  }
  return made;
}

export function badges(message) {
  const row = element("span", "badges");
  if (message.mode) {
    row.append(element("span", `badge ${message.mode}`, word(`badge_${message.mode}`)));
  }
  if (message.simulated) row.append(element("span", "badge simulated", word("badge_simulated")));
  return row.childElementCount ? row : null;
}

// The text's blocks. The badge in a title is shown as a badge, once, so its words are taken out.
export function blocks(text, message) {
  const images = message.images ?? [];
  const isPicture = (part) => images.some(({ alt }) => part.startsWith("[") && part.endsWith(`${alt}]`));
  const parts = text.split("\n\n").filter((part) => part.trim() && !isPicture(part));
  let badge = badges(message);
  const made = parts.map((part) => {
    const lines = part.split("\n");
    const titled = withoutBadge(lines[0]);
    const stripped = titled !== lines[0];
    const block = isCard(lines) ? card(titled, lines.slice(1)) : plainBlock(lines, titled);
    if (stripped && badge) {
      block.querySelector(".block-title")?.append(badge);
      if (badge.isConnected || block.contains(badge)) badge = null;
    }
    return block;
  });
  if (badge) made.unshift(element("div", "badge-line", badge));
  return [...images.map(figure), ...made];
}

// A picture once it is there; what it shows in words if it never comes.
function figure({ url, alt }) {
  const image = element("img", "picture");
  image.alt = alt;
  const made = element("div", "block", image);
  picture(url).then(
    (source) => { image.src = source; },
    () => { image.replaceWith(element("p", "words", alt)); },
  );
  return made;
}

function withoutBadge(line) {
  let left = line;
  for (let cut = true; cut;) {
    cut = false;
    for (const known of badgeWords().sort((a, b) => b.length - a.length)) {
      if (left.endsWith(` · ${known}`)) {
        left = left.slice(0, -known.length - 3);
        cut = true;
      }
    }
  }
  return left;
}

const isCard = (lines) => lines.length > 2 && ROW.test(lines[1]) && ROW.test(lines[2]);

function card(title, lines) {
  const rows = [];
  while (lines.length && ROW.test(lines[0])) rows.push(ROW.exec(lines.shift()));
  const table = element("table", "figures");
  const body = element("tbody");
  for (const [, label, value] of rows) {
    const head = element("th", "", label);
    head.scope = "row";
    body.append(element("tr", "", head, element("td", direction(value), value)));
  }
  table.append(body);
  const made = element("div", "block card", element("div", "block-title", title), table);
  if (lines.length) made.append(element("p", "note", lines.join("\n")));
  return made;
}

function plainBlock(lines, title) {
  const titled = title !== lines[0] || (lines.length > 1 && isAligned(lines[1]));
  const made = element("div", "block");
  if (titled) made.append(element("div", "block-title", element("span", "", title)));
  const rest = titled ? lines.slice(1) : lines;
  const aligned = rest.findIndex((line) => !isAligned(line));
  const rows = aligned < 0 ? rest.length : aligned;
  if (rows > 1) made.append(columns(rest.slice(0, rows)));
  const left = rows > 1 ? rest.slice(rows) : rest;
  for (const part of paragraphs(left)) made.append(part);
  return made;
}

const isAligned = (line) => /\S {2,}\S/.test(line);

// Columns set apart by two spaces or more, under their heads; as they are if they do not add up.
function columns(lines) {
  const [heads, ...rows] = lines.map((line) => line.trim().split(/ {2,}/));
  if (rows.some((row) => row.length !== heads.length)) return element("pre", "words", lines.join("\n"));
  const head = element("tr", "", ...heads.map((text) => {
    const made = element("th", "", text);
    made.scope = "col";
    return made;
  }));
  const body = rows.map((row) => element("tr", "", ...row.map((text) => element("td", direction(text), text))));
  return element("div", "wide", element("table", "columns",
    element("thead", "", head), element("tbody", "", ...body)));
}

// An entry of a list is a line with indented lines of figures below it.
function paragraphs(lines) {
  const parts = [];
  for (const line of lines) {
    const kind = line.startsWith("   ") ? "details" : "words";
    const last = parts.at(-1);
    if (kind === "words" && last?.kind === "words") last.lines.push(line);
    else parts.push({ kind, lines: [line] });
  }
  return parts.map(({ kind, lines: [...text] }) => (kind === "words"
    ? element("p", "words", text.join("\n"))
    : element("p", "details", ...text[0].trim().split(" · ").map(detail))));
}

function detail(text) {
  return element("span", direction(text.split(" ")[1] ?? ""), text);
}

export function direction(value) {
  if (/^\+[\d.]/.test(value)) return "up";
  return /^[-−][\d.]/.test(value) ? "down" : "";
}
