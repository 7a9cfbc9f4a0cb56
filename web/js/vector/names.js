// The names in a decoded tile, with where they stand and how much they matter.

const placeKinds = { city: ["city", 1], town: ["town", 2], village: ["village", 3], suburb: ["quarter", 4], hamlet: ["quarter", 5], quarter: ["quarter", 5], neighbourhood: ["quarter", 6], isolated_dwelling: ["quarter", 8], locality: ["quarter", 8] };
const roadRanks = { motorway: 7, trunk: 7, primary: 8, secondary: 9, tertiary: 10 };

const nameOf = (tags) => tags.name ?? tags["name:latin"] ?? tags["name_int"];

/// Labels as longitude and latitude; `project` turns the tile's coordinates into them.
export function namesIn(layers, project) {
  const labels = [];
  function point(layer, feature, kind, rank, text, fromZoom = 0) {
    const part = feature.parts[0];
    if (!part || !text) return;
    labels.push({ ...project(part[0], part[1], layer.extent), text: String(text), kind, rank, fromZoom });
  }
  for (const feature of layers.place?.features ?? []) {
    const [kind, rank] = placeKinds[feature.tags.class] ?? [];
    if (kind) point(layers.place, feature, kind, rank, nameOf(feature.tags), rank >= 8 ? 15 : rank >= 5 ? 13 : 0);
  }
  for (const feature of layers.mountain_peak?.features ?? []) {
    point(layers.mountain_peak, feature, "peak", 12, nameOf(feature.tags), 13);
  }
  for (const feature of layers.aerodrome_label?.features ?? []) {
    point(layers.aerodrome_label, feature, "quarter", 6, nameOf(feature.tags), 11);
  }
  for (const feature of layers.poi?.features ?? []) {
    const rank = feature.tags.rank ?? 20;
    point(layers.poi, feature, "poi", 20 + rank, nameOf(feature.tags), rank <= 5 ? 15.5 : 16.5);
  }
  for (const feature of layers.housenumber?.features ?? []) {
    point(layers.housenumber, feature, "number", 90, feature.tags.housenumber, 17.5);
  }
  for (const [name, kind, rank, fromZoom] of [
    ["water_name", "water", 6, 0], ["waterway", "water", 11, 13], ["transportation_name", "road", 10, 13.5],
  ]) {
    const layer = layers[name];
    for (const feature of layer?.features ?? []) {
      const text = nameOf(feature.tags);
      if (!text) continue;
      if (feature.type === 1) point(layer, feature, kind, rank, text, fromZoom);
      else along(layer, feature, kind, roadRanks[feature.tags.class] ?? rank + 2, text, fromZoom);
    }
  }
  return labels;

  /// In the middle of the longest straight piece, turned with it, never upside down.
  function along(layer, feature, kind, rank, text, fromZoom) {
    let best = null;
    for (const part of feature.parts) {
      for (let index = 2; index < part.length; index += 2) {
        const [dx, dy] = [part[index] - part[index - 2], part[index + 1] - part[index - 1]];
        const length = Math.hypot(dx, dy);
        if (!best || length > best.length) {
          best = { length, dx, dy, x: part[index] - dx / 2, y: part[index + 1] - dy / 2 };
        }
      }
    }
    if (!best || best.x < 0 || best.y < 0 || best.x > layer.extent || best.y > layer.extent) return;
    let angle = Math.atan2(best.dy, best.dx);
    if (angle > Math.PI / 2) angle -= Math.PI;
    if (angle < -Math.PI / 2) angle += Math.PI;
    labels.push({ ...project(best.x, best.y, layer.extent), text: String(text), kind, rank, angle, fromZoom });
  }
}
