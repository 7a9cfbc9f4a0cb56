// Today's visits: a line on the map, a list, and what can be put right.
import { getJSON, post, words } from "./api.js";
import { byID, element, setText } from "./dom.js";
import { choose, confirm, tell } from "./dialog.js";
import { clock } from "./format.js";

export function startVisits({ map, store, camera }) {
  const drawn = L.layerGroup().addTo(map);
  const renderer = L.svg({ pane: "trail" });
  let visits = [];
  let isOpen = false;

  async function load() {
    if (store.state.access !== "precise" || !store.state.daemon?.connected) return show([]);
    const midnight = new Date();
    midnight.setHours(0, 0, 0, 0);
    try {
      ({ visits } = await getJSON("visits", { since: midnight.toISOString() }));
      show(visits);
    } catch (error) {
      show([]);
      setText(byID("visits-empty"), words(error));
    }
  }

  function show(list) {
    visits = list;
    byID("visits").replaceChildren(...visits.map(row));
    setText(byID("visits-empty"), visits.length > 0 ? ""
      : store.state.access === "precise" ? "No visits today." : "Visits need the exact position.");
    draw();
  }

  function draw() {
    drawn.clearLayers();
    if (!isOpen || visits.length === 0) return;
    const points = visits.map(({ lat, lon }) => L.latLng(lat, lon)).reverse();
    L.polyline(points, {
      pane: "trail", renderer, className: "visit-line", weight: 4, interactive: false,
    }).addTo(drawn);
    for (const point of points) {
      L.circleMarker(point, {
        pane: "trail", renderer, className: "visit-point", radius: 7, weight: 2, interactive: false,
      }).addTo(drawn);
    }
  }

  const nameOf = (visit) => visit.place?.name ?? (visit.likeliest ? `Perhaps ${visit.likeliest.place.name}` : "Unknown place");

  function times(visit) {
    const from = visit.arrived_at ? clock(visit.arrived_at) : "before";
    const to = visit.departed_at ? clock(visit.departed_at)
      : visit.departed_between ? `about ${clock(visit.departed_between[1])}` : "now";
    return `${from} – ${to}${visit.confirmed ? ", confirmed" : ""}`;
  }

  function row(visit) {
    const name = nameOf(visit);
    const go = element("button", { type: "button", class: "row-button" },
      element("strong", {}, name), element("small", {}, times(visit)));
    go.onclick = () => camera.goTo(visit);
    const correct = element("button", { type: "button", class: "tool", ariaLabel: `Correct the visit to ${name}` }, "✎");
    correct.onclick = () => change(visit);
    const remove = element("button", { type: "button", class: "tool", ariaLabel: `Remove the visit to ${name}` }, "×");
    remove.onclick = () => drop(visit);
    return element("li", { class: "visit", "data-visit-id": visit.id }, go, correct, remove);
  }

  async function change(visit) {
    const place = await choose("Where was this?", visit.alternatives ?? [], {
      units: store.state.units,
      search: async (query) =>
        (await getJSON("search", { q: query, lat: visit.lat, lon: visit.lon, limit: 8 })).places,
    });
    if (!place) return;
    try { await post("correct", { id: visit.id, place: place.id }); } catch (error) {
      tell("It cannot be corrected", words(error));
    }
    load();
  }

  async function drop(visit) {
    await confirm("Remove this visit?", `${nameOf(visit)}, ${times(visit)}. It is not found again.`, "Remove",
      () => post("remove", { id: visit.id }));
    load();
  }

  document.addEventListener("tab", ({ detail }) => {
    isOpen = detail === "tab-visits";
    if (isOpen) load(); else draw();
  });
  store.on(["visitChange", "access", "daemon"], () => { if (isOpen) load(); });
}
