// Colours of vector maps, by day and by night. A palette file may replace any of them.
import { getJSON } from "../api.js";

const day = {
  ground: "#f2efe9", grid: "#d5dbe0", water: "#a9cfe8", waterway: "#8fbfe0", wood: "#c2dcb4", grass: "#d8e8c4",
  farmland: "#edeedb", sand: "#f3e8c6", rock: "#dedad3", ice: "#eef6fa", residential: "#e7e3dd",
  industrial: "#e4dfe6", school: "#f0e8d2", park: "#cbe6bd", building: "#d9d1c7", "building-line": "#c3b9ad",
  motorway: "#e8925c", trunk: "#efb174", primary: "#f7cf86", secondary: "#fbe9a6", minor: "#ffffff",
  path: "#b59a78", track: "#cdbb98", rail: "#8d8d95", casing: "#bdb3a6", "motorway-casing": "#b5622d",
  boundary: "#8f6f9c", aeroway: "#d5d3de", overlay: "#8a2d7c",
  text: "#2b3136", halo: "#ffffffd9", "text-water": "#2c668f", "text-road": "#4c463d", "text-poi": "#5c4a33",
  "text-place": "#164a84", "text-quiet": "#164a84", "text-number": "#6f665c", "text-peak": "#5c4a33", "text-quarter": "#565d63",
};

const night = {
  ground: "#161d24", grid: "#28333d", water: "#12344a", waterway: "#1a4763", wood: "#1a2c23", grass: "#1b2a22",
  farmland: "#1b231f", sand: "#2c2a20", rock: "#23282c", ice: "#2a3942", residential: "#1d252d",
  industrial: "#221f2b", school: "#2a2720", park: "#1c3224", building: "#29333d", "building-line": "#36434f",
  motorway: "#a4622f", trunk: "#8d6334", primary: "#776338", secondary: "#5d5637", minor: "#3b4751",
  path: "#574c3a", track: "#4a4334", rail: "#59616b", casing: "#10161b", "motorway-casing": "#10161b",
  boundary: "#8d6fa0", aeroway: "#2c3038", overlay: "#d080c4",
  text: "#dbe3ea", halo: "#10161ce0", "text-water": "#86bfe4", "text-road": "#c4bfb2", "text-poi": "#c7b08c",
  "text-place": "#a5cdfb", "text-quiet": "#a5cdfb", "text-number": "#8b96a0", "text-peak": "#c7b08c", "text-quarter": "#aab4bd",
};

/// The palettes of both themes, with what the file of the settings replaces.
export async function loadPalettes(hasFile) {
  const palettes = { light: { ...day }, dark: { ...night } };
  if (!hasFile) return palettes;
  try {
    const given = await getJSON("palette.json");
    for (const [theme, name] of [["light", "day"], ["dark", "night"]]) {
      for (const [key, color] of Object.entries(given[name] ?? {})) {
        if (key in palettes[theme] && CSS.supports("color", color)) palettes[theme][key] = color;
      }
    }
  } catch { /* a palette that cannot be read leaves the standard one */ }
  return palettes;
}
