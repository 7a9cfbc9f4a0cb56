// The Leaflet map, without what Leaflet would draw by default.

export function createMap(container) {
  const map = L.map(container, {
    zoomControl: false,
    attributionControl: false,
    zoomSnap: 0.5,
    minZoom: 2,
    maxZoom: 20,
    maxBoundsViscosity: 1,
    worldCopyJump: true,
    // A half-faded tile costs frames, and a photograph of the page would show it.
    fadeAnimation: false,
    zoomAnimation: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    markerZoomAnimation: true,
  });
  map.setView([20, 0], 2);
  // From the ground up; the position stays on top.
  for (const [name, zIndex] of [
    ["overlays", 350], ["labels", 380], ["trail", 420], ["likely", 600],
    ["position", 620], ["selected", 640],
  ]) {
    map.createPane(name).style.zIndex = zIndex;
  }
  map.getPane("labels").style.pointerEvents = "none";
  document.getElementById("zoom-in").onclick = () => map.zoomIn(1);
  document.getElementById("zoom-out").onclick = () => map.zoomOut(1);
  new ResizeObserver(() => map.invalidateSize({ animate: false })).observe(container);
  return map;
}

/// The scale bar, in the user's units.
export function createScale(map, units) {
  return L.control.scale({
    metric: units !== "imperial", imperial: units === "imperial", maxWidth: 140,
  }).addTo(map);
}
