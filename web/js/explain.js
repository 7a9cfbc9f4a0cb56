// Why this place: what was weighed, and which rules decided.
import { getJSON, words } from "./api.js";
import { byID, element } from "./dom.js";
import { clock, distance, percent } from "./format.js";

export function startExplain({ store }) {
  let isOpen = false;

  async function load() {
    const box = byID("explain");
    try {
      box.replaceChildren(...content(await getJSON("explain")));
    } catch (error) {
      box.replaceChildren(element("p", { class: "empty" }, words(error)));
    }
  }

  function content({ candidates, elsewhere, rules }) {
    const head = element("tr", {}, ...["Place", "Away", "Learned", "Likely"].map(
      (text) => element("th", { scope: "col" }, text)));
    const rows = candidates.slice(0, 8).map((each) => element("tr", {},
      element("td", {}, each.place.name),
      element("td", {}, each.distance_m < 1 ? "here" : distance(each.distance_m, store.state.units)),
      element("td", {}, each.learned > 0 ? "yes" : "–"),
      element("td", {}, percent(each.likelihood))));
    rows.push(element("tr", {},
      element("td", {}, "Elsewhere"), element("td"), element("td"), element("td", {}, percent(elsewhere))));
    const table = element("table", {}, element("caption", {}, "What was weighed"),
      element("thead", {}, head), element("tbody", {}, ...rows));
    if (rules.length === 0) return [table];
    const list = element("ol", {}, ...merged(rules).map(({ rule, count }) => element("li", {},
      rule.time ? element("time", { dateTime: rule.time }, clock(rule.time)) : "",
      count > 1 ? `${rule.text} (${count} times)` : rule.text)));
    return [table, element("h3", {}, "What decided"), list];
  }

  /// What was decided several times in a row, once.
  function merged(rules) {
    const groups = [];
    for (const rule of rules) {
      const last = groups.at(-1);
      if (last?.rule.text === rule.text) last.count += 1; else groups.push({ rule, count: 1 });
    }
    return groups;
  }

  document.addEventListener("tab", ({ detail }) => {
    isOpen = detail === "tab-explain";
    if (isOpen) load();
  });
  store.on(["likely", "current", "visitChange"], () => { if (isOpen) load(); });
}
