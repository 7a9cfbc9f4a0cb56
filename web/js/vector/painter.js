// Paints a decoded tile of the OpenMapTiles schema, as `tilemaker` makes it, on a canvas.

const roadWidths = { motorway: 2.6, trunk: 2.2, primary: 1.9, secondary: 1.5, tertiary: 1.3, minor: 1, service: 0.6 };

/// Widths grow with the level, by half each.
const scaled = (width, zoom) => Math.max(0.5, width * 1.5 ** (zoom - 13.5) * 1.9);

const landcover = { wood: "wood", forest: "wood", grass: "grass", farmland: "farmland", sand: "sand", rock: "rock", ice: "ice", wetland: "grass" };
const landuse = {
  residential: "residential", suburb: "residential", industrial: "industrial", commercial: "industrial", retail: "industrial",
  railway: "industrial", school: "school", university: "school", hospital: "school", cemetery: "grass", stadium: "grass", pitch: "grass",
};

const roadKey = ({ class: kind }) =>
  ({ tertiary: "secondary", secondary: "secondary", primary: "primary", trunk: "trunk", motorway: "motorway" })[kind] ?? "minor";

function trace(context, feature, scale) {
  context.beginPath();
  for (const part of feature.parts) {
    context.moveTo(part[0] * scale, part[1] * scale);
    for (let index = 2; index < part.length; index += 2) context.lineTo(part[index] * scale, part[index + 1] * scale);
  }
}

/// Paints `layers`. The context's origin is the tile's corner and `size` its side in pixels, which may be
/// larger than the canvas. `zoom` is the level that it is shown at.
export function paintTile(context, layers, { size, zoom, colors, isOverlay }) {
  function fill(name, colorOf) {
    const layer = layers[name];
    if (!layer) return;
    for (const feature of layer.features) {
      const color = feature.type === 3 && colorOf(feature.tags);
      if (!color) continue;
      trace(context, feature, size / layer.extent);
      context.fillStyle = color;
      context.fill("evenodd");
    }
  }

  function stroke(name, styleOf) {
    const layer = layers[name];
    if (!layer) return;
    for (const feature of layer.features) {
      const style = feature.type !== 1 && styleOf(feature.tags);
      if (!style) continue;
      trace(context, feature, size / layer.extent);
      context.strokeStyle = style.color;
      context.lineWidth = style.width;
      context.setLineDash(style.dash ?? []);
      context.stroke();
    }
    context.setLineDash([]);
  }

  context.lineCap = "round";
  context.lineJoin = "round";
  if (isOverlay) return paintOverlay();

  fill("landcover", (tags) => colors[landcover[tags.class] ?? landcover[tags.subclass]]);
  fill("landuse", (tags) => colors[landuse[tags.class]]);
  fill("park", () => colors.park);
  fill("water", () => colors.water);
  stroke("waterway", (tags) => ({
    color: colors.waterway, width: scaled(tags.class === "river" ? 1.6 : 0.6, zoom),
    dash: tags.intermittent ? [6, 5] : undefined,
  }));
  fill("aeroway", () => colors.aeroway);
  stroke("aeroway", (tags) => ({ color: colors.aeroway, width: scaled(tags.class === "runway" ? 5 : 2, zoom) }));
  if (zoom >= 13) {
    fill("building", () => colors.building);
    if (zoom >= 15) stroke("building", () => ({ color: colors["building-line"], width: 1 }));
  }
  paintRoads();
  stroke("boundary", (tags) => (tags.admin_level <= 4 && !tags.maritime
    ? { color: colors.boundary, width: tags.admin_level <= 2 ? 2 : 1.2, dash: [8, 4, 2, 4] } : null));

  function paintRoads() {
    const isTunnel = (tags) => tags.brunnel === "tunnel";
    const width = (tags) => scaled(roadWidths[tags.class] ?? 0.8, zoom) * (tags.ramp ? 0.6 : 1);
    const isPath = (tags) => ["path", "track", "pedestrian", "footway"].includes(tags.class);
    const isRail = (tags) => ["rail", "transit"].includes(tags.class);
    const isRoad = (tags) => !isPath(tags) && !isRail(tags) && tags.class !== "ferry" && !(tags.class === "service" && zoom < 13.5);
    if (zoom >= 14) {
      stroke("transportation", (tags) => (isPath(tags) && !isTunnel(tags)
        ? { color: tags.class === "track" ? colors.track : colors.path, width: tags.class === "track" ? 1.6 : 1.2, dash: [4, 4] } : null));
    }
    stroke("transportation", (tags) => (isRail(tags) && !isTunnel(tags)
      ? { color: colors.rail, width: Math.min(3, scaled(0.5, zoom)) } : null));
    for (const kind of ["minor", "secondary", "primary", "trunk", "motorway"]) {
      if (zoom >= 12 || kind === "motorway") {
        stroke("transportation", (tags) => (isRoad(tags) && roadKey(tags) === kind
          ? { color: colors[kind === "motorway" ? "motorway-casing" : "casing"], width: width(tags) + (zoom >= 14 ? 2 : 1.2) } : null));
      }
    }
    for (const kind of ["minor", "secondary", "primary", "trunk", "motorway"]) {
      stroke("transportation", (tags) => (isRoad(tags) && roadKey(tags) === kind
        ? { color: colors[kind], width: width(tags), dash: isTunnel(tags) ? [7, 5] : undefined } : null));
    }
  }

  /// Whatever an overlay holds, in one colour.
  function paintOverlay() {
    for (const name of Object.keys(layers)) {
      context.globalAlpha = 0.2;
      fill(name, () => colors.overlay);
      context.globalAlpha = 0.9;
      stroke(name, () => ({ color: colors.overlay, width: 2 }));
    }
    context.globalAlpha = 1;
  }
}
