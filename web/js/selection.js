// The selected place: its card in the panel. Picking it is asked of the daemon, whose answer comes to
// every page as an event.
import { post, words } from "./api.js";
import { byID, setText } from "./dom.js";
import { choose, tell } from "./dialog.js";

/// Selects a place by its id.
export async function select(id) {
  try {
    await post("select", { place: id });
  } catch (error) {
    if (error.candidates?.length > 0) {
      const place = await choose("Which one?", error.candidates);
      if (place) await select(place.id);
    } else {
      tell("It cannot be selected", words(error));
    }
  }
}

export function startSelection({ store, camera }) {
  store.on(["selected"], ({ selected }) => {
    byID("selection").hidden = !selected;
    setText(byID("selected"), selected?.marker.title ?? "");
    setText(byID("snippet"), selected?.marker.snippet ?? "");
  });
  byID("show").onclick = () => camera.goTo(store.state.selected.marker);
  byID("clear").onclick = async () => {
    try { await post("clear"); } catch (error) { tell("It cannot be cleared", words(error)); }
  };
}
