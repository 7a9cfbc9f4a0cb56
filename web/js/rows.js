// Rows of places in lists. A row that stays keeps its element, and with it the keyboard's focus.
import { element, setText } from "./dom.js";
import { category, direction, distance, percent, surroundings } from "./format.js";

/// Makes `list` show `places`; `pick` is called with the place of a row that is chosen.
/// `mark` gives the sign of the row with an index, as it stands on the map.
export function showRows(list, places, { units, selectedID, pick, mark = (index) => String(index + 1) }) {
  const known = new Map([...list.children].map((row) => [row.dataset.placeId, row]));
  const rows = places.map((place, index) => {
    const row = known.get(String(place.id)) ?? makeRow();
    fill(row, place, units, place.id === selectedID);
    setText(row.firstChild.firstChild, mark(index));
    row.firstChild.onclick = () => pick(place);
    return row;
  });
  for (const [index, row] of rows.entries()) {
    if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
  }
  while (list.children.length > rows.length) list.lastChild.remove();
}

function makeRow() {
  return element("li", { class: "row" },
    element("button", { type: "button" },
      element("span", { class: "rank", ariaHidden: "true" }),
      element("strong"), element("span", { class: "number" }),
      element("small"), element("small", { class: "distance" })));
}

function fill(row, place, units, isSelected) {
  const [, name, number, label, away] = row.firstChild.children;
  row.dataset.placeId = place.id;
  row.setAttribute("aria-current", String(isSelected));
  setText(name, place.name);
  setText(label, surroundings(place) || category(place));
  setText(away, where(place, units));
  setText(number, place.likelihood === undefined ? "" : percent(place.likelihood));
  if (place.likelihood === undefined) return;
  row.dataset.likelihood = place.likelihood;
  let bar = row.firstChild.querySelector(".bar");
  if (!bar) {
    bar = element("span", { class: "bar", ariaHidden: "true" }, element("i"));
    row.firstChild.append(bar);
  }
  bar.firstChild.style.transform = `scaleX(${place.likelihood})`;
}

function where(place, units) {
  if (place.distance_m === undefined) return "";
  if (place.distance_m < 1) return "here";
  const bearing = place.bearing_deg === undefined ? "" : ` ${direction(place.bearing_deg)}`;
  return distance(place.distance_m, units) + bearing;
}
