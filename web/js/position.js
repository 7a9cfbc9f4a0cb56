// The dot, its accuracy and its heading.
import { element } from "./dom.js";

/// A course means something from this speed on, in metres a second.
const movingSpeed = 1.5;
/// A worse position is not drawn as if it were exact.
const vagueMeters = 100;

export function startPosition({ map, store }) {
  const dot = element("div", { class: "dot" }, element("b"), element("i"));
  const marker = L.marker([0, 0], {
    icon: L.divIcon({ html: dot, className: "position-marker", iconSize: [24, 24] }),
    pane: "position", interactive: false, keyboard: false,
  });
  const circle = L.circle([0, 0], {
    radius: 0, pane: "accuracy", className: "accuracy", interactive: false, weight: 1,
    renderer: L.svg({ pane: "accuracy" }),
  });
  let isShown = false;

  store.on(["fix", "access"], ({ fix, access }) => {
    if (!fix) {
      if (isShown) { marker.remove(); circle.remove(); }
      isShown = false;
      return;
    }
    const position = [fix.lat, fix.lon];
    marker.setLatLng(position);
    circle.setLatLng(position);
    // The radius of 68 %; a coarse position says how coarse.
    if (circle.getRadius() !== fix.accuracy_m) circle.setRadius(fix.accuracy_m ?? 0);
    dot.classList.toggle("vague", access === "approximate" || fix.accuracy_m > vagueMeters);
    const isMoving = fix.speed_mps > movingSpeed && fix.course_deg !== undefined;
    dot.classList.toggle("moving", isMoving);
    if (isMoving) dot.style.transform = `rotate(${fix.course_deg}deg)`;
    if (!isShown) { circle.addTo(map); marker.addTo(map); isShown = true; }
  });
}
