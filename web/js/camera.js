// Where the map looks: at the vehicle, until the user looks elsewhere.
import { byID } from "./dom.js";

/// Positions at least this uncertain are shown at the level for approximate ones.
const approximateMeters = 1000;
/// How far from the middle the position may be before the map moves, as a part of the map's smaller
/// side, and the least seconds between two moves: each move paints many frames.
const slackPart = 0.1;
const moveSeconds = 1;
/// Levels below the usual one from which the button does not only move the map but also zooms in.
const farLevels = 2;
/// Seconds after which a map in motion follows again by itself, on a kiosk.
const resumeSeconds = 30;

export function startCamera(map, store, settings) {
  const button = byID("follow");
  const reducesMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const shows = new URLSearchParams(location.search).has("shot");
  let isFollowing = true;
  let hasView = false;
  let lastMove = -Infinity;
  let resume = 0;

  function setFollowing(value) {
    isFollowing = value;
    button.setAttribute("aria-pressed", String(value));
    button.setAttribute("aria-label", value ? "Following my position" : "Follow my position");
    clearTimeout(resume);
    if (!value && "kiosk" in document.documentElement.dataset) {
      resume = setTimeout(() => {
        if ((store.state.fix?.speed_mps ?? 0) > 2) follow();
      }, resumeSeconds * 1000);
    }
  }

  function zoomFor(fix) {
    const isVague = store.state.access === "approximate" || fix.accuracy_m >= approximateMeters;
    if (!isVague) return settings.zoom_precise;
    if (!(fix.accuracy_m > 0)) return settings.zoom_approximate;
    // Three times the circle's diameter across the map, not nearer than the level that is set.
    const metersPerPixel = 156543 * Math.cos(fix.lat * Math.PI / 180);
    const fitting = Math.log2(metersPerPixel * map.getSize().x / (6 * fix.accuracy_m));
    return Math.max(2, Math.min(settings.zoom_approximate, Math.round(fitting)));
  }

  function look(position, zoom) {
    const offset = map.latLngToContainerPoint(position).distanceTo(map.getSize().divideBy(2));
    const isFar = offset > Math.max(map.getSize().x, map.getSize().y);
    const animates = hasView && !isFar && !reducesMotion && !shows;
    if (zoom === undefined) map.panTo(position, { animate: animates, duration: 0.4, easeLinearity: 0.9 });
    else map.setView(position, zoom, { animate: animates });
  }

  function follow() {
    setFollowing(true);
    const { fix } = store.state;
    if (!fix) return;
    const position = L.latLng(fix.lat, fix.lon);
    look(position, map.getZoom() < zoomFor(fix) - farLevels ? zoomFor(fix) : undefined);
  }

  function pause() { if (isFollowing) setFollowing(false); }

  map.on("dragstart", pause);
  map.getContainer().addEventListener("keydown", (event) => {
    if (event.key.startsWith("Arrow")) pause();
  });
  button.onclick = follow;

  function showDefault({ default_location: position }) {
    if (hasView || !position) return;
    map.setView([position.lat, position.lon], settings.zoom_approximate + 2, { animate: false });
  }

  store.on(["fix", "access"], (state) => {
    const { fix } = state;
    if (!fix) return;
    const position = L.latLng(fix.lat, fix.lon);
    if (!hasView) {
      map.setView(position, zoomFor(fix), { animate: false });
      hasView = true;
      return;
    }
    if (!isFollowing || map._animatingZoom) return;
    const time = performance.now() / 1000;
    const offset = map.latLngToContainerPoint(position).distanceTo(map.getSize().divideBy(2));
    if (offset < slackPart * Math.min(map.getSize().x, map.getSize().y) || time - lastMove < moveSeconds) return;
    lastMove = time;
    look(position);
  });
  store.on(["default_location"], showDefault);

  return {
    /// Looks at something else than the vehicle.
    goTo(position, zoom = Math.max(map.getZoom(), 16)) {
      setFollowing(false);
      look(L.latLng(position.lat, position.lon), zoom);
    },
    /// Stays where the map is.
    pause,
    follow,
    get isFollowing() { return isFollowing; },
  };
}
