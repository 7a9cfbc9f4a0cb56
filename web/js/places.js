// The places of the table that the map shows, as points with names. They can be tapped.
import { getJSON } from "./api.js";
import { popupOf } from "./markers.js";
import { select } from "./selection.js";
import { surroundings } from "./format.js";

/// Places are shown from this level on; before it there would be too many.
const fromZoom = 13;
const mostPlaces = 200;
/// Pixels within which a tap means a place.
const tapPixels = 26;
/// Seconds after which a list that could not be had is asked for again.
const retrySeconds = 5;
/// Milliseconds after the last move.
const patience = 250;

export function startPlaces({ map, store, layers }) {
  let places = [];
  let timer = 0;
  let running = null;
  let key = "";

  async function load() {
    if (store.state.access !== "precise" || map.getZoom() < fromZoom) return show([]);
    const center = map.getCenter().wrap();
    const radius = map.distance(map.getCenter(), map.getBounds().getNorthEast());
    // Half again as far, so that small moves need no new list.
    const cell = `${center.lat.toFixed(3)},${center.lng.toFixed(3)},${Math.round(map.getZoom())}`;
    if (cell === key) return;
    key = cell;
    running?.abort();
    running = new AbortController();
    try {
      const answer = await getJSON("nearby", {
        lat: center.lat.toFixed(6), lon: center.lng.toFixed(6),
        within: Math.min(50_000, Math.round(radius * 1.5)), limit: mostPlaces,
      }, running.signal);
      show(answer.places);
    } catch (error) {
      if (error.name === "AbortError") return;
      key = "";
      loadLater();
    }
  }

  function show(found) {
    places = found;
    if (found.length === 0) key = "";
    const isBare = layers.baseName === "none";
    const likely = new Set((store.state.likely?.places ?? []).map(({ id }) => id));
    layers.labels.set("places", places.map((place) => ({
      lat: place.lat, lon: place.lon, text: place.name, kind: isBare ? "place" : "quiet",
      rank: likely.has(place.id) ? 0 : 5 - (place.priority ?? 0),
    })));
  }

  function loadSoon() {
    clearTimeout(timer);
    timer = setTimeout(load, patience);
  }

  /// The daemon may be gone for a while.
  function loadLater() {
    clearTimeout(timer);
    timer = setTimeout(load, retrySeconds * 1000);
  }

  map.on("moveend", loadSoon);
  layers.onChange(() => show(places));
  store.on(["access", "placesChange"], () => { key = ""; loadSoon(); });
  loadSoon();

  map.on("click", (event) => {
    const near = places
      .map((place) => ({
        place, away: map.latLngToContainerPoint([place.lat, place.lon]).distanceTo(event.containerPoint),
      }))
      .filter(({ away }) => away <= tapPixels)
      .sort((a, b) => a.away - b.away)[0];
    if (!near) return;
    const { place } = near;
    L.popup({ closeButton: false, autoPan: false })
      .setLatLng([place.lat, place.lon])
      .setContent(popupOf(place.name, surroundings(place), {
        label: "Select", act: () => { map.closePopup(); select(place.id); },
      }))
      .openOn(map);
  });
}
