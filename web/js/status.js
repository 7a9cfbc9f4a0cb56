// What the page knows of the position, in words; why it waits, where it does.
import { byID, setText } from "./dom.js";
import { age, direction, distance, speed } from "./format.js";
import { now } from "./stream.js";

/// A position that nobody says is stale is shown as old after so many seconds.
const oldSeconds = 15;
const movingSpeed = 1.5;

const sourceWords = {
  connecting: "Connecting to the receiver",
  no_device: "No receiver",
  no_fix: "The receiver has no position yet",
  stale: "No new position",
  lost: "The receiver is lost",
};

/// The state in words: `kind` for colours, `title`, and `hint` on what to do.
function describe(state) {
  const { daemon, access, source, fix } = state;
  if (!state.isOnline) {
    return daemon
      ? { kind: "lost", title: "The page's server does not answer", hint: "It is tried again by itself." }
      : { kind: "waiting", title: "Connecting" };
  }
  if (daemon?.code === "denied" || (daemon?.connected && access === "denied")) {
    return { kind: "denied", title: "No access to the position", hint: daemon.hint ?? "[access] of placed.conf says who has it." };
  }
  if (!daemon?.connected) {
    const title = daemon?.code === "not_running" || daemon?.code === "lost" ? "placed is not running" : daemon?.message;
    return { kind: "lost", title: title ?? "Connecting to placed", hint: daemon?.hint ?? "It is tried again by itself." };
  }
  if (access === "approximate") {
    return fix
      ? { kind: "live", title: "Approximate position" }
      : { kind: "waiting", title: "Waiting for an approximate position", hint: "One is released every 15 minutes." };
  }
  const seconds = state.fixTime === undefined ? 0 : now() - state.fixTime;
  const trouble = source && source.state !== "fix" ? source : null;
  if (!fix) {
    return {
      kind: "waiting", title: sourceWords[trouble?.state] ?? "Waiting for the first position",
      hint: trouble?.reason ?? satellites(source) ?? "A receiver sees best under the open sky.",
    };
  }
  if (trouble && trouble.state !== "connecting") {
    return { kind: "stale", title: `${sourceWords[trouble.state] ?? "No new position"} for ${age(seconds)}`, hint: trouble.reason };
  }
  if (seconds > oldSeconds) return { kind: "stale", title: `The position is ${age(seconds)} old` };
  return { kind: "live", title: state.here?.label ?? state.likely?.here?.label ?? "Position known" };
}

function satellites(source) {
  if (source?.satellites_seen === undefined) return undefined;
  return `${source.satellites_used ?? 0} of ${source.satellites_seen} satellites used`;
}

function numbers({ fix, units }) {
  if (!fix) return "";
  const parts = [];
  if (fix.accuracy_m !== undefined) parts.push(`±${distance(fix.accuracy_m, units)}`);
  if (fix.speed_mps > movingSpeed) {
    parts.push(speed(fix.speed_mps, units));
    if (fix.course_deg !== undefined) parts.push(direction(fix.course_deg));
  }
  return parts.join(" · ");
}

export function startStatus({ store }) {
  const box = byID("waiting");
  const [title, reason, hint] = [box.querySelector("h2"), box.querySelector("p"), box.querySelector(".hint")];

  function show() {
    const words = describe(store.state);
    const root = document.documentElement;
    if (root.dataset.state !== words.kind) root.dataset.state = words.kind;
    setText(byID("status"), words.title);
    setText(byID("readout"), words.kind === "live" ? numbers(store.state) : words.hint ?? "");
    const waits = !store.state.fix;
    box.hidden = !waits || !store.state.isOnline && !store.state.daemon;
    byID("bar").hidden = !box.hidden;
    if (box.hidden) return;
    setText(title, words.title);
    setText(reason, words.kind === "waiting" ? "The map follows as soon as there is one." : "");
    setText(hint, words.hint ?? "");
  }

  store.on(
    ["isOnline", "daemon", "access", "source", "fix", "here", "likely", "units", "fixTime"], show);
  setInterval(show, 1000);
  show();
}
