// Keeps the store up to date with the server's events.
import { getJSON } from "./api.js";

const topics = [
  "fix", "likely", "selected", "arrived", "departed", "visit", "current", "here", "source", "places",
];
const members = ["fix", "likely", "selected", "current", "visit", "here", "source", "default_location"];
/// Seconds after which a stream that the server refused is asked for again.
const retrySeconds = 3;

/// Seconds of the browser's own clock that never jumps.
export const now = () => performance.now() / 1000;

function takeState(store, state) {
  const update = {
    isOnline: true, daemon: state.daemon, access: state.access, manage: state.manage,
    units: state.units,
  };
  for (const name of members) update[name] = state[name] ?? undefined;
  update.fixTime = state.fix ? now() - (state.age_s ?? 0) : undefined;
  store.set(update);
}

function take(store, topic, { seq, ...params }) {
  switch (topic) {
    case "fix":
      if (!params.ignored) store.set({ fix: params.fix, fixTime: now() });
      break;
    case "likely": case "source": case "current":
      store.set({ [topic]: params });
      break;
    case "selected":
      store.set({ selected: params.selected ?? undefined, selectedReason: params.reason });
      break;
    case "here":
      store.set({ here: params.here });
      break;
    case "places":
      store.set({ placesChange: params });
      break;
    default:
      takeVisit(store, topic, params);
  }
}

/// The visit that goes on is part of the state; every change is told to who lists visits.
function takeVisit(store, topic, { visit, removed }) {
  const update = { visitChange: { topic, visit } };
  const hasEnded = removed || visit?.departed_at || visit?.departed_between;
  if (topic === "arrived" || (visit?.arrived_at && !hasEnded)) update.visit = visit;
  else if (visit && store.state.visit?.id === visit.id) update.visit = undefined;
  store.set(update);
}

/// Follows the server for as long as the page is open.
export function connect(store) {
  const events = new EventSource("events");
  events.addEventListener("state", (event) => takeState(store, JSON.parse(event.data)));
  for (const topic of topics) {
    events.addEventListener(topic, (event) => take(store, topic, JSON.parse(event.data)));
  }
  events.onerror = () => {
    store.set({ isOnline: false });
    if (events.readyState !== EventSource.CLOSED) return;
    setTimeout(() => connect(store), retrySeconds * 1000);
  };
}

/// One look, for a page that is printed or photographed.
export async function takeSnapshot(store) {
  takeState(store, await getJSON("state"));
}
