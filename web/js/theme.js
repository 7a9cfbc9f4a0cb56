// Light and dark: by hand, as the browser is set, or by the sun where the vehicle is.
import { byID, element } from "./dom.js";
import { sunElevation } from "./sun.js";

const choices = [
  ["system", "As the system"], ["sun", "By the sun"], ["light", "Day"], ["dark", "Night"],
];
const key = "placed.theme";
/// Degrees below the horizon at which it is dark enough: between sunset and the end of civil twilight.
const darkBelow = -3;

export function startTheme(store, settings, forced) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const listeners = [];
  let choice = forced ?? stored() ?? settings.theme;
  if (!choices.some(([name]) => name === choice)) choice = "system";

  function stored() {
    try { return localStorage.getItem(key); } catch { return null; }
  }

  function isDark() {
    const { fix } = store.state;
    if (choice === "sun" && fix) return sunElevation(new Date(), fix.lat, fix.lon) < darkBelow;
    if (choice === "light" || choice === "dark") return choice === "dark";
    return dark.matches;
  }

  function apply() {
    const theme = isDark() ? "dark" : "light";
    if (document.documentElement.dataset.theme === theme) return;
    document.documentElement.dataset.theme = theme;
    for (const listener of listeners) listener(theme);
  }

  for (const [name, label] of choices) {
    const input = element("input", { type: "radio", name: "theme", value: name, checked: name === choice });
    input.onchange = () => {
      choice = name;
      try { localStorage.setItem(key, name); } catch { /* it holds until the page is closed */ }
      apply();
    };
    byID("themes").append(element("label", { class: "choice" }, input, element("span", {}, label)));
  }
  dark.addEventListener("change", apply);
  setInterval(apply, 60_000);
  store.on(["fix"], () => { if (choice === "sun") apply(); });
  apply();
  return {
    get name() { return document.documentElement.dataset.theme; },
    onChange(listener) { listeners.push(listener); },
  };
}
