// Tells a screen reader what happens elsewhere on the page: arrivals and the selected place.
import { byID, setText } from "./dom.js";

export function startAnnouncements({ store }) {
  const place = (visit) => visit?.place?.name ?? "an unknown place";
  store.on(["visitChange"], ({ visitChange }) => {
    if (visitChange.topic === "arrived") setText(byID("announce"), `Arrived at ${place(visitChange.visit)}`);
    if (visitChange.topic === "departed") setText(byID("announce"), `Departed from ${place(visitChange.visit)}`);
  });
  let lastID;
  store.on(["selected"], ({ selected }) => {
    if (selected?.place.id === lastID) return;
    lastID = selected?.place.id;
    setText(byID("announce"), selected ? `Selected: ${selected.marker.title}` : "Nothing selected");
  });
}
