// A long press on the map, or a right click, saves a new place there.
import { post } from "./api.js";
import { ask } from "./dialog.js";

export function startSave({ map, store }) {
  map.on("contextmenu", ({ latlng }) => {
    if (!store.state.manage || !store.state.daemon?.connected) return;
    const { lat, lng } = latlng.wrap();
    ask("Save a place here", "Name", "Save", (name) =>
      post("add", { name, lat: Number(lat.toFixed(7)), lon: Number(lng.toFixed(7)) }));
  });
}
