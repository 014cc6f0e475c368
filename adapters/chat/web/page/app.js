// The page: signs in, shows the history, sends, and stays connected.

import { get, onSignedOut, pause, post, Problem, setClock, stream, token } from "/page/api.js";
import { Log } from "/page/log.js";
import { focusSecret } from "/page/secret.js";
import { Side } from "/page/side.js";
import { TurnView } from "/page/turn.js";
import { chooseLanguage, language, word } from "/page/words.js";

const $ = (id) => document.getElementById(id);
const SIDE_S = 15;
const QUIET_S = 40;
const TRIES = 4;

const log = new Log({
  scroll: $("scroll"), log: $("log"), welcome: $("welcome"), jump: $("jump"),
  changed: () => { refreshQuestions(); side.refresh(); },
});
const turn = new TurnView($("turn"), stopRun);
const side = new Side({ account: $("account"), positions: $("positions"), markets: $("markets") });
let following = null;
let ticking = null;
let running = 0;

// -- words ---------------------------------------------------------------------------------------

function speak() {
  document.documentElement.lang = language() === "zh" ? "zh-CN" : "en";
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = word(node.dataset.word);
  for (const node of document.querySelectorAll("[data-label]")) {
    node.setAttribute("aria-label", word(node.dataset.label));
  }
  for (const node of document.querySelectorAll("[data-placeholder]")) {
    node.placeholder = word(node.dataset.placeholder);
  }
  $("lang").textContent = word("other_language");
  $("lang").lang = language() === "zh" ? "en" : "zh-CN";
  $("signout").textContent = word("signout");
  $("ideas").replaceChildren(...["idea_1", "idea_2", "idea_3", "idea_4"].map((key) => {
    const idea = document.createElement("button");
    idea.type = "button";
    idea.className = "idea";
    idea.textContent = word(key);
    idea.addEventListener("click", () => send(word(key)));
    return idea;
  }));
}

$("lang").addEventListener("click", () => {
  chooseLanguage(language() === "zh" ? "en" : "zh");
  speak();
  side.refresh();
});

// -- signing in ----------------------------------------------------------------------------------

function askToSignIn(problem = "") {
  following?.abort();
  clearInterval(ticking);
  token.clear();
  log.clear();
  turn.clear();
  $("desk").hidden = true;
  $("signout").hidden = true;
  $("signin").hidden = false;
  $("signin-problem").textContent = problem;
  connection("");
  $("token").focus();
}

onSignedOut(() => askToSignIn(word("signin_ended")));
$("signout").addEventListener("click", () => askToSignIn());

$("signin-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  token.set($("token").value.trim());
  $("token").value = "";
  try {
    await enter();
  } catch (error) {
    if (error instanceof Problem) askToSignIn(reason(error, "signin_wrong"));
    else throw error;
  }
});

function reason(error, wrong) {
  if (error.status === 401) return word(wrong);
  return word(error.status === 0 ? "not_sent" : "broke");
}

// The code of the start link leaves the address bar before anything else happens.
function takeCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (location.hash) history.replaceState(null, "", location.pathname);
  return code;
}

async function start() {
  speak();
  const code = takeCode();
  try {
    if (code) {
      token.clear();
      token.set((await post("/api/v1/session", { code })).token);
    }
    if (token.get()) await enter();
    else askToSignIn();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    askToSignIn(reason(error, code ? "signin_code_used" : "signin_ended"));
  }
}

async function enter() {
  const [{ messages }, { questions }] = await Promise.all([
    get("/api/v1/agent/history", setClock), get("/api/v1/questions"),
  ]);
  $("signin").hidden = true;
  $("desk").hidden = false;
  $("signout").hidden = false;
  log.clear();
  log.add(messages, new Set(questions.map((question) => question.question_id)));
  log.add(questions);
  log.toEnd();
  $("message").focus();
  side.refresh();
  clearInterval(ticking);
  ticking = setInterval(() => side.refresh(), SIDE_S * 1000);
  follow();
}

// -- staying connected ---------------------------------------------------------------------------

function connection(key, kind = "") {
  $("link").textContent = key ? word(key) : "";
  $("link").className = `link ${kind}`;
}

async function follow() {
  following?.abort();
  const mine = following = new AbortController();
  let wait = 1;
  while (!mine.signal.aborted) {
    connection(navigator.onLine ? "connecting" : "offline", "lost");
    const silence = watch(mine.signal);
    try {
      const path = `/api/v1/agent/messages?after=${encodeURIComponent(log.newest)}`;
      const options = {
        signal: silence.signal,
        onBytes: () => { silence.heard(); wait = 1; connection("live", "live"); },
      };
      for await (const { data } of stream(path, options)) {
        log.add([data]);
        if (data.role === "user" || data.kind === "question") refreshQuestions();
      }
    } catch (error) {
      if (mine.signal.aborted || error.status === 401) return;
      if (!(error instanceof Problem) && error.name !== "AbortError") throw error;
    } finally {
      silence.stop();
    }
    if (mine.signal.aborted) return;
    connection(navigator.onLine ? "lost" : "offline", "lost");
    await pause(wait);
    wait = Math.min(wait * 2, 15);
  }
}

// A stream that says nothing at all, not even that it is there, is broken.
function watch(signal) {
  const own = new AbortController();
  signal.addEventListener("abort", () => own.abort());
  let timer = setTimeout(() => own.abort(), QUIET_S * 1000);
  return {
    signal: own.signal,
    heard() { clearTimeout(timer); timer = setTimeout(() => own.abort(), QUIET_S * 1000); },
    stop() { clearTimeout(timer); own.abort(); },
  };
}

addEventListener("offline", () => connection("offline", "lost"));
addEventListener("online", () => { if (!$("desk").hidden) follow(); });

async function refreshQuestions() {
  const { answered } = log;
  try {
    const { questions } = await get("/api/v1/questions");
    log.add(questions);
    log.closeAllBut(new Set(questions.map((question) => question.question_id)), answered);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

// -- sending -------------------------------------------------------------------------------------

async function send(text, key = crypto.randomUUID()) {
  const said = log.say(text);
  running += 1;
  if (running === 1) turn.start();
  log.toEnd();
  try {
    await run(text, key, said);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const texts = { 0: "not_sent", 413: "too_large", 429: "busy" };
    if (error.status !== 401) {
      log.failed(said, word(texts[error.status] ?? "broke"), () => send(text, key));
    }
  }
  running -= 1;
  if (running === 0) turn.clear();
  side.refresh();
}

// What had been done by then, the run itself says.
async function stopRun(runId) {
  try {
    await post("/api/agent/chat", { message: `/cancel ${runId}`, lang: language() }, crypto.randomUUID());
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

// The same key again is the same turn, so a broken connection is simply taken up again.
async function run(text, key, said) {
  const body = { message: text, lang: language() };
  for (let tried = 1; ; tried += 1) {
    try {
      if (await events(body, key, said)) return;
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 0 || tried >= TRIES) throw error;
    }
    await pause(tried);
  }
}

async function events(body, key, said) {
  for await (const event of stream("/api/agent/chat/stream", { method: "POST", body, key })) {
    turn.take(event);
    if (log.atEnd()) log.toEnd();
    if (event.data.run_id) log.received(said, event.data.run_id);
    if (event.event === "question") {
      log.add([event.data]);
      if (event.data.data?.secret && !box.value) focusSecret();
    }
    if (event.event === "done" || event.event === "error") {
      log.add(event.data.messages ?? [event.data.message]);
      refreshQuestions();
      return true;
    }
  }
  return false;
}

const box = $("message");

function fit() {
  box.rows = Math.min(8, Math.max(1, box.value.split("\n").length));
}

$("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = box.value;
  if (!text.trim()) return;
  box.value = "";
  fit();
  box.focus();
  send(text);
});
box.addEventListener("input", fit);
box.addEventListener("keydown", (event) => {
  // Enter that ends the composition of a Chinese word is not meant for sending.
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    $("composer").requestSubmit();
  }
});

start();
