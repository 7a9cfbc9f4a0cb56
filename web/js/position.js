// The dot, its accuracy and its heading: one element, so that a new position moves it and repaints
// nothing.
import { element } from "./dom.js";

/// A course means something from this speed on, in metres a second.
const movingSpeed = 1.5;
/// A worse position is not drawn as if it were exact.
const vagueMeters = 100;
/// Metres of a pixel at level 0 on the equator, of 256 pixels around the earth.
const metersPerPixel = 156543.03;

export function startPosition({ map, store }) {
  const circle = element("div", { class: "accuracy" });
  const heading = element("b");
  const dot = element("div", { class: "dot" }, circle, heading, element("i"));
  const marker = L.marker([0, 0], {
    icon: L.divIcon({ html: dot, className: "position-marker", iconSize: [24, 24] }),
    pane: "position", interactive: false, keyboard: false,
  });
  let isShown = false;
  let diameter = 0;

  /// The radius is that of 68 %; a coarse position says how coarse.
  function measure() {
    const { fix } = store.state;
    if (!fix) return;
    const scale = metersPerPixel * Math.cos(fix.lat * Math.PI / 180) / 2 ** map.getZoom();
    const pixels = Math.round(2 * (fix.accuracy_m ?? 0) / scale);
    if (pixels === diameter) return;
    diameter = pixels;
    circle.style.width = circle.style.height = `${pixels}px`;
  }

  map.on("zoom zoomend", measure);
  store.on(["fix", "access"], ({ fix, access }) => {
    if (!fix) {
      if (isShown) marker.remove();
      isShown = false;
      return;
    }
    marker.setLatLng([fix.lat, fix.lon]);
    measure();
    dot.classList.toggle("vague", access === "approximate" || fix.accuracy_m > vagueMeters);
    const isMoving = fix.speed_mps > movingSpeed && fix.course_deg !== undefined;
    dot.classList.toggle("moving", isMoving);
    if (isMoving) heading.style.transform = `rotate(${Math.round(fix.course_deg)}deg)`;
    if (!isShown) marker.addTo(map);
    isShown = true;
  });
}
