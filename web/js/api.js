// What the page asks the server. A refusal becomes an Error with the server's words.

export class Refusal extends Error {
  constructor(status, error) {
    super(error?.message ?? `the server answered ${status}`);
    this.status = status;
    this.code = error?.code;
    this.hint = error?.hint;
    this.candidates = error?.candidates ?? [];
  }
}

async function read(response) {
  let body = null;
  try { body = await response.json(); } catch { /* no JSON: the status says it */ }
  if (!response.ok) throw new Refusal(response.status, body?.error);
  return body;
}

/// `GET path`; parameters that are undefined are left out.
export async function getJSON(path, parameters = {}, signal = undefined) {
  const known = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = known.length > 0 ? `?${new URLSearchParams(known)}` : "";
  return read(await fetch(path + query, { signal }));
}

/// `POST path` with params as JSON.
export async function post(path, params = {}) {
  return read(await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(params),
  }));
}

/// A refusal as one text for people.
export function words(error) {
  const text = error.message.charAt(0).toUpperCase() + error.message.slice(1);
  return error.hint ? `${text}. ${error.hint}` : text;
}
