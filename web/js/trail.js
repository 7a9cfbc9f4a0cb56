// The way since the page was opened.

/// Metres between two points of the line, and how many are kept.
const stepMeters = 15;
const mostPoints = 2000;
/// A gap of so many metres is not drawn as if it had been driven.
const gapMeters = 1000;

export function startTrail({ map, store }) {
  const renderer = L.svg({ pane: "trail" });
  const line = L.polyline([], {
    pane: "trail", renderer, className: "trail", weight: 4, interactive: false, smoothFactor: 1.5,
  }).addTo(map);
  let parts = [[]];
  let count = 0;

  store.on(["fix"], ({ fix, access }) => {
    if (!fix || access !== "precise" || fix.accuracy_m > 100) return;
    const point = L.latLng(fix.lat, fix.lon);
    const last = parts.at(-1).at(-1);
    const step = last ? last.distanceTo(point) : Infinity;
    if (step < stepMeters) return;
    if (last && step > gapMeters) parts.push([]);
    parts.at(-1).push(point);
    count += 1;
    if (count > mostPoints) {
      parts[0].shift();
      count -= 1;
      if (parts[0].length === 0 && parts.length > 1) parts.shift();
    }
    line.setLatLngs(parts);
  });
}
