// An overlay of GeoJSON, with its levels where features have `level`.
import { popupOf } from "./markers.js";

/// The levels of a feature: `1`, `0;1` and `-1-2` are written.
function levelsOf(feature) {
  const text = String(feature.properties?.level ?? "");
  const range = /^(-?\d+)-(-?\d+)$/.exec(text);
  if (range) {
    const [first, last] = [Number(range[1]), Number(range[2])];
    if (last < first || last - first > 50) return [first];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  }
  return text.split(";").filter((part) => part.trim() !== "").map(Number).filter(Number.isFinite);
}

export function createGeoJSONLayer(data) {
  const renderer = L.svg({ pane: "overlays" });
  let level = null;
  const layer = L.geoJSON(undefined, {
    pane: "overlays", renderer,
    style: { className: "overlay-shape", weight: 2, fillOpacity: 0.15 },
    pointToLayer: (_, position) => L.circleMarker(position, {
      pane: "overlays", renderer, radius: 7, className: "overlay-shape", fillOpacity: 0.8, weight: 2,
    }),
    filter(feature) {
      const levels = levelsOf(feature);
      return level === null || levels.length === 0 || levels.includes(level);
    },
    onEachFeature(feature, shape) {
      const title = feature.properties?.name ?? feature.properties?.title;
      if (title) shape.bindPopup(() => popupOf(String(title), String(feature.properties.description ?? "")));
    },
  });
  const features = data.type === "FeatureCollection" ? data.features : [data];
  layer.levels = [...new Set(features.flatMap(levelsOf))];
  layer.setLevel = (value) => {
    level = value;
    layer.clearLayers();
    layer.addData(data);
  };
  layer.setLevel(null);
  return layer;
}
