// The HTTP API: requests with the bearer, problems as errors, event streams as iterators.

const KEPT = "bellwether.token";

export const token = {
  get: () => sessionStorage.getItem(KEPT),
  set: (value) => sessionStorage.setItem(KEPT, value),
  clear: () => sessionStorage.removeItem(KEPT),
};

// status 0: the server could not be reached at all.
export class Problem extends Error {
  constructor(status, body = {}) {
    super(body.detail || `status ${status}`);
    this.status = status;
    this.body = body;
  }
}

let signedOut = () => {};
export const onSignedOut = (callback) => { signedOut = callback; };

// This computer's clock may be wrong; what expires does so by the server's.
let ahead = 0;
export const serverNow = () => Date.now() + ahead;

export function setClock(response) {
  const date = Date.parse(response.headers.get("Date") ?? "");
  if (!Number.isNaN(date) && Math.abs(date - Date.now()) > 2000) ahead = date - Date.now();
}

async function request(path, { method = "GET", body, key, headers = {}, signal } = {}) {
  const sent = { ...headers, "Accept-Language": document.documentElement.lang };
  if (token.get()) sent.Authorization = `Bearer ${token.get()}`;
  if (body !== undefined) sent["Content-Type"] = "application/json";
  if (key) sent["Idempotency-Key"] = key;
  let response;
  try {
    response = await fetch(path, {
      method, headers: sent, signal, cache: "no-store", credentials: "omit",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0);
  }
  if (response.ok) return response;
  const problem = new Problem(response.status, await response.json().catch(() => ({})));
  if (problem.status === 401 && token.get()) signedOut();
  throw problem;
}

export async function get(path, seen = () => {}) {
  const response = await request(path);
  seen(response);
  return response.json();
}

// A picture as a URL of this page: an <img> by itself would bring no bearer.
export async function picture(path) {
  const response = await request(path);
  return URL.createObjectURL(await response.blob());
}

export async function post(path, body, key) {
  const response = await request(path, { method: "POST", body, key });
  return { status: response.status, ...(await response.json()) };
}

// Yields {event, id, data} until the stream ends; a broken stream is a Problem with status 0.
export async function* stream(path, options = {}) {
  const response = await request(path, options);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      options.onBytes?.();
      rest += value;
      const blocks = rest.split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) {
        const event = parse(block);
        if (event) yield event;
      }
    }
  } catch (error) {
    if (error.name === "AbortError" || error instanceof Problem) throw error;
    throw new Problem(0);
  } finally {
    reader.cancel().catch(() => {});
  }
}

function parse(block) {
  const event = { event: "message", id: "", data: null };
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    if (colon <= 0) continue;
    const value = line.slice(colon + 1).replace(/^ /, "");
    if (line.startsWith("data:")) event.data = JSON.parse(value);
    else event[line.slice(0, colon)] = value;
  }
  return event.data === null ? null : event;
}

export const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
