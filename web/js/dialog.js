// One dialog for everything that needs a question.
import { words } from "./api.js";
import { byID, element, setText } from "./dom.js";
import { showRows } from "./rows.js";

let finish = null;

/// Opens the dialog. `act` is called when it is confirmed; what it throws is shown and the dialog stays
/// open. Resolves with the result of `act`, or undefined.
function open({ title, confirm, body = [], act = () => true, cancels = true }) {
  const dialog = byID("dialog");
  finish?.(undefined);
  setText(byID("dialog-title"), title);
  setText(byID("dialog-error"), "");
  byID("dialog-body").replaceChildren(...body);
  byID("dialog-confirm").textContent = confirm;
  byID("dialog-cancel").hidden = !cancels;
  return new Promise((resolve) => {
    finish = (result) => {
      finish = null;
      dialog.close();
      resolve(result);
    };
    byID("dialog-cancel").onclick = () => finish?.(undefined);
    dialog.onclose = () => finish?.(undefined);
    dialog.onclick = (event) => { if (event.target === dialog) finish?.(undefined); };
    byID("dialog-confirm").onclick = async (event) => {
      event.preventDefault();
      try {
        const result = await act();
        if (result !== undefined) finish?.(result);
      } catch (error) {
        setText(byID("dialog-error"), words(error));
      }
    };
    dialog.showModal();
  });
}

export const tell = (title, text) =>
  open({ title, confirm: "Close", body: [element("p", {}, text)], cancels: false });

export const confirm = (title, text, verb, act) =>
  open({ title, confirm: verb, body: [element("p", {}, text)], act });

/// Asks for a text; `act` gets it.
export function ask(title, label, verb, act) {
  const input = element("input", { type: "text", required: true, maxLength: 200, autocomplete: "off" });
  const field = element("label", { class: "field" }, label, input);
  return open({
    title, confirm: verb, body: [field],
    act: () => (input.value.trim() === "" ? void input.focus() : act(input.value.trim())),
  });
}

/// Lets one of `places` be picked; `search` finds more by name. Resolves with the place.
export function choose(title, places, { units = "metric", search } = {}) {
  const list = element("ul", { role: "list" });
  let picked;
  function show(found) {
    showRows(list, found, { units, selectedID: picked?.id, pick: (place) => { picked = place; show(found); } });
    for (const row of list.children) {
      row.firstChild.setAttribute("aria-pressed", row.dataset.placeId === String(picked?.id));
    }
  }
  show(places);
  const body = [list];
  if (search) {
    const input = element("input", { type: "search", placeholder: "Another place", ariaLabel: "Search another place" });
    input.oninput = async () => show(input.value.trim() ? await search(input.value.trim()) : places);
    body.unshift(element("label", { class: "field" }, input));
  }
  return open({ title, confirm: "Choose", body, act: () => picked });
}
