// Search by name, near what the map shows.
import { getJSON, words } from "./api.js";
import { byID, setText } from "./dom.js";
import { resultMark } from "./markers.js";
import { showRows } from "./rows.js";
import { select } from "./selection.js";

/// Milliseconds after the last key.
const patience = 180;
const mostResults = 20;

export function startSearch({ map, store, camera, markers }) {
  const input = byID("search");
  const list = byID("results");
  const empty = byID("found").querySelector(".empty");
  let running = null;
  let timer = 0;
  /// The map followed before it looked at the results.
  let wasFollowing = false;

  function close({ returns = wasFollowing } = {}) {
    running?.abort();
    clearTimeout(timer);
    input.value = "";
    byID("search-clear").hidden = true;
    byID("found").hidden = true;
    list.replaceChildren();
    setText(empty, "");
    markers.showFound([]);
    document.body.classList.remove("searching");
    if (returns) camera.follow();
    wasFollowing = false;
  }

  async function search() {
    const query = input.value.trim();
    if (!query) return close();
    running?.abort();
    running = new AbortController();
    try {
      const position = near();
      const { places } = await getJSON(
        "search", { q: query, ...position, limit: mostResults }, running.signal);
      show(places);
    } catch (error) {
      if (error.name === "AbortError") return;
      show([]);
      setText(empty, words(error));
    }
  }

  /// The daemon looks near the vehicle by itself; after the map was moved it is told where.
  function near() {
    if (store.state.access !== "precise" || (camera.isFollowing && store.state.fix)) return {};
    const { lat, lng } = map.getCenter().wrap();
    return { lat: lat.toFixed(6), lon: lng.toFixed(6) };
  }

  function show(places) {
    byID("found").hidden = false;
    document.body.classList.add("searching");
    showRows(list, places, {
      units: store.state.units, selectedID: store.state.selected?.place.id,
      mark: resultMark,
      pick: async (place) => {
        camera.goTo(place);
        if (store.state.access === "precise") await select(place.id);
        close({ returns: false });
      },
    });
    setText(empty, places.length === 0 ? "No place of that name is known." : "");
    markers.showFound(places);
    if (places.length === 0) return;
    wasFollowing ||= camera.isFollowing;
    camera.pause();
  }

  input.oninput = () => {
    byID("search-clear").hidden = input.value === "";
    clearTimeout(timer);
    timer = setTimeout(search, patience);
  };
  byID("search-form").onsubmit = (event) => {
    event.preventDefault();
    clearTimeout(timer);
    search();
  };
  input.onkeydown = (event) => { if (event.key === "Escape") close(); };
  byID("search-clear").onclick = () => { close(); input.focus(); };
}
