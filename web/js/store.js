// The state that everything on the page shows, and who wants to hear of what.

export function createStore() {
  const state = { isOnline: false, daemon: null, access: null, manage: false, units: "metric" };
  const listeners = new Map();
  let changed = new Set();
  let isTelling = false;

  function tell() {
    // A listener may change the state: that is told in the next round.
    while (changed.size > 0) {
      const names = changed;
      changed = new Set();
      for (const [listener, wanted] of listeners) {
        if (wanted.some((name) => names.has(name))) listener(state);
      }
    }
  }

  return {
    state,
    /// Calls `listener` whenever one of `names` changed.
    on(names, listener) { listeners.set(listener, names); },
    /// Takes over members; `undefined` forgets one.
    set(members) {
      for (const [name, value] of Object.entries(members)) {
        if (state[name] === value) continue;
        state[name] = value;
        changed.add(name);
      }
      if (isTelling) return;
      isTelling = true;
      try { tell(); } finally { isTelling = false; }
    },
  };
}
