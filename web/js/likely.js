// The likely places, one tap from being selected.
import { byID, setText } from "./dom.js";
import { percent } from "./format.js";
import { showRows } from "./rows.js";
import { select } from "./selection.js";

export function startLikelyList({ store }) {
  const list = byID("likely");

  store.on(["likely", "selected", "units", "access", "daemon"], (state) => {
    const places = state.access === "precise" ? state.likely?.places ?? [] : [];
    showRows(list, places, {
      units: state.units, selectedID: state.selected?.place.id, pick: (place) => select(place.id),
    });
    const elsewhere = state.likely?.elsewhere;
    setText(byID("elsewhere"),
      places.length > 0 && elsewhere >= 0.005 ? `Elsewhere ${percent(elsewhere)}` : "");
    setText(byID("likely-empty"), places.length > 0 ? "" : reason(state));
  });
}

function reason({ access, daemon, fix, likely }) {
  if (access === "approximate") return "Likely places need the exact position.";
  if (!daemon?.connected || access === "denied") return "";
  if (!fix) return "Likely places come with the first position.";
  return likely ? "No known place is near. Save one with a long press on the map, or import places." : "";
}
