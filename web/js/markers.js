// Places on the map: the likely ones by rank, results of a search, and the selected one.
import { element } from "./dom.js";
import { select } from "./selection.js";
import { surroundings } from "./format.js";

const svg = "http://www.w3.org/2000/svg";

function pin() {
  const root = document.createElementNS(svg, "svg");
  root.setAttribute("viewBox", "0 0 24 32");
  root.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(svg, "path");
  shape.setAttribute("d", "M12 1C5.9 1 1 5.9 1 12c0 8.3 11 19 11 19s11-10.7 11-19c0-6.1-4.9-11-11-11z");
  const hole = document.createElementNS(svg, "circle");
  for (const [name, value] of [["cx", 12], ["cy", 12], ["r", 4]]) hole.setAttribute(name, value);
  root.append(shape, hole);
  return root;
}

/// The sign of a search result, in the list and on the map.
export const resultMark = (index) => String.fromCharCode(65 + index % 26);

/// Makes a marker's element a button for screen readers.
function name(marker, label) {
  const node = marker.getElement();
  if (!node) return;
  node.setAttribute("role", "button");
  node.setAttribute("aria-label", label);
}

/// A place's popup: title, snippet, and what can be done.
export function popupOf(title, snippet, action) {
  const body = element("div", {}, element("strong", {}, title), element("small", {}, snippet));
  if (action) {
    const button = element("button", { type: "button", class: "primary" }, action.label);
    button.onclick = action.act;
    body.append(button);
  }
  return body;
}

export function startMarkers({ map, store }) {
  const likely = L.layerGroup().addTo(map);
  const found = L.layerGroup().addTo(map);
  let selected = null;

  function show(group, places, className, label) {
    group.clearLayers();
    for (const [index, place] of places.entries()) {
      const text = label(index);
      const marker = L.marker([place.lat, place.lon], {
        pane: "likely", zIndexOffset: -index,
        icon: L.divIcon({
          className: `likely-marker ${className}`, iconSize: [30, 30], html: element("span", {}, text),
        }),
      });
      marker.bindPopup(() => popupOf(place.name, surroundings(place), {
        label: "Select", act: () => { map.closePopup(); select(place.id); },
      }), { closeButton: false, autoPan: false });
      marker.addTo(group);
      name(marker, `${place.name}, ${text}`);
    }
  }

  function showSelected({ selected: selection }) {
    selected?.remove();
    selected = null;
    if (!selection) return;
    const { lat, lon, title, snippet } = selection.marker;
    selected = L.marker([lat, lon], {
      pane: "selected",
      icon: L.divIcon({
        className: "selected-marker", html: pin(), iconSize: [36, 48], iconAnchor: [18, 48],
        popupAnchor: [0, -44],
      }),
    }).addTo(map);
    name(selected, `Selected place: ${title}`);
    selected.bindPopup(popupOf(title, snippet), {
      closeButton: false, autoPan: false, autoClose: false, closeOnClick: false,
    }).openPopup();
  }

  let shown = "";
  store.on(["likely", "selected", "access"], (state) => {
    const places = state.access === "precise" ? state.likely?.places ?? [] : [];
    const rest = places.filter(({ id }) => id !== state.selected?.place.id);
    // Likelihoods change with each fix, the markers do not.
    const drawn = JSON.stringify(rest.map(({ id, lat, lon, name }) => [id, lat, lon, name]));
    if (drawn === shown) return;
    shown = drawn;
    show(likely, rest, "", (index) => String(places.indexOf(rest[index]) + 1));
  });
  store.on(["selected"], showSelected);

  return {
    /// Shows results of a search; none takes them away.
    showFound(places) {
      show(found, places, "result", resultMark);
      if (places.length > 0) {
        const bounds = L.latLngBounds(places.slice(0, 8).map(({ lat, lon }) => [lat, lon]));
        if (!map.getBounds().contains(bounds)) map.fitBounds(bounds, { padding: [50, 50], maxZoom: 16 });
      }
    },
  };
}
