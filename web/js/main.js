// Wires the parts of the page together.
import { getJSON } from "./api.js";
import { createMap } from "./map.js";
import { createStore } from "./store.js";
import { connect, takeSnapshot } from "./stream.js";
import { startAnnouncements } from "./announce.js";
import { startCamera } from "./camera.js";
import { startExplain } from "./explain.js";
import { startLayers } from "./layers.js";
import { startLikelyList } from "./likely.js";
import { startMarkers } from "./markers.js";
import { startPlaces } from "./places.js";
import { startPosition } from "./position.js";
import { startSave } from "./save.js";
import { startSearch } from "./search.js";
import { startSelection } from "./selection.js";
import { startStatus } from "./status.js";
import { startTabs } from "./tabs.js";
import { startTheme } from "./theme.js";
import { startTrail } from "./trail.js";
import { startVisits } from "./visits.js";

async function start() {
  const query = new URLSearchParams(location.search);
  const settings = await getJSON("map.json");
  const root = document.documentElement;
  if (settings.kiosk || query.has("kiosk")) root.dataset.kiosk = "";
  root.style.setProperty("--padding", `${settings.padding_px}px`);
  if (settings.background) root.style.setProperty("--map-ground", settings.background);

  const store = createStore();
  const map = createMap(document.getElementById("map"));
  window.placed = { map, get state() { return store.state; } };

  const theme = startTheme(store, settings, query.get("theme"));
  const camera = startCamera(map, store, settings);
  const parts = { map, store, settings, theme, camera };
  startTabs();
  startStatus(parts);
  startPosition(parts);
  startTrail(parts);
  const markers = startMarkers(parts);
  startSelection(parts);
  startLikelyList(parts);
  startSearch({ ...parts, markers });
  const layers = await startLayers(parts);
  startPlaces({ ...parts, layers });
  startVisits(parts);
  startExplain(parts);
  startSave(parts);
  startAnnouncements(parts);

  if (query.has("shot")) await takeSnapshot(store);
  else connect(store);
}

start().catch((error) => {
  document.documentElement.dataset.state = "lost";
  document.getElementById("status").textContent = `The page cannot start: ${error.message}`;
});
