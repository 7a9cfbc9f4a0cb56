// Numbers and times for people.

const metersPerMile = 1609.344;
const metersPerFoot = 0.3048;

/// A distance in the user's units, rounded to what is worth reading.
export function distance(meters, units) {
  if (units === "imperial") {
    const feet = meters / metersPerFoot;
    if (feet < 1000) return `${round(feet)} ft`;
    const miles = meters / metersPerMile;
    return `${miles < 10 ? miles.toFixed(1) : Math.round(miles)} mi`;
  }
  if (meters < 1000) return `${round(meters)} m`;
  const kilometers = meters / 1000;
  return `${kilometers < 10 ? kilometers.toFixed(1) : Math.round(kilometers)} km`;
}

function round(number) {
  return number < 100 ? Math.round(number) : Math.round(number / 10) * 10;
}

export function speed(metersPerSecond, units) {
  return units === "imperial"
    ? `${Math.round(metersPerSecond * 3600 / metersPerMile)} mph`
    : `${Math.round(metersPerSecond * 3.6)} km/h`;
}

const compass = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
export const direction = (degrees) => compass[Math.round(degrees / 45) % 8];

export function percent(probability) {
  const hundredths = probability * 100;
  if (hundredths > 0 && hundredths < 1) return "<1 %";
  return `${Math.round(hundredths)} %`;
}

export function age(seconds) {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86400)} d`;
}

export function clock(time) {
  return new Date(time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

/// What stands after a place's name: its label without the name again.
export function surroundings(place) {
  const label = place.label ?? "";
  if (label.startsWith(`${place.name}, `)) return label.slice(place.name.length + 2);
  return label === place.name ? "" : label;
}

/// A category as words: `fast_food` is fast food.
export const category = (place) => (place.category ?? "").replaceAll("_", " ").replaceAll(".", ", ");
