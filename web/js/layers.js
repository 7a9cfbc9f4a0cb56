// Base maps, overlays and levels, switched on the page.
import { getJSON } from "./api.js";
import { byID, element, setText } from "./dom.js";
import { createScale } from "./map.js";
import { createGeoJSONLayer } from "./geojson.js";
import { createGrid } from "./grid.js";
import { createLabels } from "./labels.js";
import { createVectorLayer } from "./vector/layer.js";
import { loadPalettes } from "./vector/palette.js";

const baseKey = "placed.tiles";
const overlayKey = "placed.overlays";

function remembered(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}
function remember(key, value) {
  try { localStorage.setItem(key, value); } catch { /* it holds until the page is closed */ }
}

export async function startLayers({ map, store, settings, theme }) {
  const palettes = await loadPalettes(settings.palette);
  const labels = createLabels(map, () => palettes[theme.name]);
  const listeners = [];
  let base = null;
  let baseName = "none";

  function archiveLayer(entry, isOverlay) {
    const address = `tiles/${encodeURIComponent(entry.name)}`;
    const bounds = entry.bounds && L.latLngBounds(
      [entry.bounds[1], entry.bounds[0]], [entry.bounds[3], entry.bounds[2]]);
    if (entry.kind === "vector") {
      return createVectorLayer({
        address, bounds, minzoom: entry.minzoom, maxzoom: entry.maxzoom, isOverlay, labels,
        palette: () => palettes[theme.name],
      });
    }
    const step = Math.round(Math.log2(entry.tile_size / 256));
    return L.tileLayer(`${address}/{z}/{x}/{y}`, {
      bounds, tileSize: entry.tile_size, zoomOffset: -step, minZoom: 0, maxZoom: 22,
      minNativeZoom: entry.minzoom + step, maxNativeZoom: entry.maxzoom + step,
      // Photographs are dimmed at night, drawings are inverted.
      className: entry.format === "png" ? "raster" : "raster photo",
      pane: isOverlay ? "overlays" : "tilePane", opacity: isOverlay ? 0.75 : 1,
    });
  }

  function show(name) {
    base?.remove();
    const entry = settings.tiles.find((each) => each.name === name);
    baseName = entry ? name : "none";
    base = entry ? archiveLayer(entry, false) : createGrid(() => palettes[theme.name]);
    base.addTo(map);
    document.documentElement.dataset.tiles = entry?.kind ?? "none";
    for (const listener of listeners) listener(baseName);
    attribute();
  }

  // MARK: Attribution

  const shown = new Map();
  function attribute() {
    const texts = new Set();
    const entry = settings.tiles.find((each) => each.name === baseName);
    if (entry?.attribution) texts.add(entry.attribution);
    for (const name of shown.keys()) {
      const overlay = settings.overlays.find((each) => each.name === name);
      if (overlay?.attribution) texts.add(overlay.attribution);
    }
    for (const place of [...store.state.likely?.places ?? [], store.state.selected?.place]) {
      if (place?.attribution) texts.add(place.attribution);
    }
    setText(byID("attribution"), [...texts].join(" · "));
  }
  store.on(["likely", "selected"], attribute);

  // MARK: The switches

  const names = [...settings.tiles.map(({ name }) => name), "none"];
  const wanted = remembered(baseKey);
  const first = names.includes(wanted) ? wanted : names[0];
  for (const name of names) {
    const input = element("input", { type: "radio", name: "tiles", value: name, checked: name === first });
    input.onchange = () => { remember(baseKey, name); show(name); };
    byID("tiles").append(element("label", { class: "choice" }, input,
      element("span", {}, name === "none" ? "No tiles" : name)));
  }

  async function toggle(entry, isOn) {
    if (!isOn) {
      shown.get(entry.name)?.remove();
      shown.delete(entry.name);
    } else if (!shown.has(entry.name)) {
      const layer = entry.kind === "geojson"
        ? createGeoJSONLayer(await getJSON(`overlays/${encodeURIComponent(entry.name)}`))
        : archiveLayer(entry, true);
      shown.set(entry.name, layer.addTo(map));
    }
    remember(overlayKey, JSON.stringify([...shown.keys()]));
    showLevels();
    attribute();
  }

  const wantedOverlays = JSON.parse(remembered(overlayKey) ?? "[]");
  byID("overlays").hidden = settings.overlays.length === 0;
  for (const entry of settings.overlays) {
    const isOn = wantedOverlays.includes(entry.name);
    const input = element("input", { type: "checkbox", value: entry.name, checked: isOn });
    input.onchange = () => toggle(entry, input.checked).catch(() => { input.checked = false; });
    byID("overlays").append(element("label", { class: "choice" }, input, element("span", {}, entry.name)));
    if (isOn) toggle(entry, true).catch(() => { input.checked = false; });
  }

  function showLevels() {
    const layers = [...shown.values()].filter((layer) => layer.levels?.length > 0);
    const levels = [...new Set(layers.flatMap((layer) => layer.levels))].sort((a, b) => b - a);
    byID("levels").hidden = levels.length < 2;
    const select = byID("level");
    const chosen = select.value;
    select.replaceChildren(...levels.map((level) => element("option", { value: level }, String(level))));
    select.value = levels.map(String).includes(chosen) ? chosen : levels.includes(0) ? "0" : String(levels[0] ?? "");
    for (const layer of layers) layer.setLevel(levels.length < 2 ? null : Number(select.value));
  }
  byID("level").onchange = showLevels;

  // MARK: The rest

  map.on("click", () => { byID("layers").open = false; });
  byID("layers").addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    byID("layers").open = false;
    byID("layers").querySelector("summary").focus();
  });
  let scale = createScale(map, store.state.units);
  store.on(["units"], ({ units }) => { scale.remove(); scale = createScale(map, units); });
  theme.onChange(() => {
    labels.redraw();
    base?.redraw?.();
    for (const layer of shown.values()) layer.redraw?.();
  });
  show(first);
  return {
    labels,
    get baseName() { return baseName; },
    onChange(listener) { listeners.push(listener); },
  };
}
