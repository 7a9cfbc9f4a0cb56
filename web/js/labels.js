// All names on the map, of tiles and of places, on one canvas over it: placed so that none covers
// another, each name once in a while, and never cut at the edge of a tile.

/// Pixels around the view that are drawn too, for small moves.
const margin = 120;
/// Pixels within which a name is not repeated.
const repeatPixels = 260;
const gap = 4;

const fonts = {
  city: "600 19px", town: "600 16px", village: "600 14px", quarter: "500 12.5px",
  road: "500 12px", water: "italic 500 12.5px", poi: "400 11.5px", place: "500 13px", quiet: "400 12px",
  peak: "400 11.5px", number: "400 10px",
};
const dotRadii = { place: 4, quiet: 3.5, poi: 2, peak: 2 };
const family = '"Noto Sans", system-ui, sans-serif';

export function createLabels(map, palette) {
  const canvas = L.DomUtil.create("canvas", "labels", map.getPane("labels"));
  canvas.setAttribute("aria-hidden", "true");
  const context = canvas.getContext("2d");
  const sources = new Map();
  let frame = 0;

  function redraw() {
    if (frame) return;
    frame = requestAnimationFrame(() => { frame = 0; draw(); });
  }

  function draw() {
    const size = map.getSize().add([2 * margin, 2 * margin]);
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    if (canvas.width !== size.x * ratio || canvas.height !== size.y * ratio) {
      canvas.width = size.x * ratio;
      canvas.height = size.y * ratio;
      canvas.style.width = `${size.x}px`;
      canvas.style.height = `${size.y}px`;
    }
    const origin = map.containerPointToLayerPoint([-margin, -margin]);
    L.DomUtil.setPosition(canvas, origin);
    canvas.style.visibility = "";
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, size.x, size.y);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";

    const taken = createBoxes();
    const drawn = new Map();
    const all = [...sources.values()].flat().sort((a, b) => a.rank - b.rank);
    for (const label of all) {
      const point = map.latLngToLayerPoint([label.lat, label.lon]).subtract(origin);
      if (point.x < 0 || point.y < 0 || point.x > size.x || point.y > size.y) continue;
      place(label, point, taken, drawn);
    }
  }

  function place(label, point, taken, drawn) {
    const colors = palette();
    const hasDot = label.kind === "place" || label.kind === "quiet" || label.kind === "poi" || label.kind === "peak";
    const earlier = drawn.get(label.text) ?? [];
    if (earlier.some((other) => other.distanceTo(point) < repeatPixels)) return;
    context.font = `${fonts[label.kind]} ${family}`;
    if (label.width === undefined) label.width = context.measureText(label.text).width;
    const height = parseFloat(fonts[label.kind].match(/[\d.]+px/)[0]);
    const angle = label.angle ?? 0;
    const shift = hasDot ? height * 0.5 + 7 : 0;
    const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
    const halfWidth = (label.width * cos + height * sin) / 2 + gap;
    const halfHeight = (label.width * sin + height * cos) / 2 + gap;
    const center = point.add([0, shift]);
    const box = [center.x - halfWidth, point.y - (hasDot ? 6 : halfHeight), center.x + halfWidth, center.y + halfHeight];
    const isFree = taken.isFree(box);
    if (hasDot && (isFree || label.kind === "place")) dot(label, point, colors);
    if (!isFree) return;
    taken.add(box);
    drawn.set(label.text, [...earlier, point]);
    context.save();
    context.translate(center.x, center.y);
    context.rotate(angle);
    context.strokeStyle = colors.halo;
    context.lineWidth = 3;
    context.strokeText(label.text, 0, 0);
    context.fillStyle = colors[`text-${label.kind}`] ?? colors.text;
    context.fillText(label.text, 0, 0);
    context.restore();
  }

  function dot(label, point, colors) {
    context.beginPath();
    context.arc(point.x, point.y, dotRadii[label.kind], 0, 2 * Math.PI);
    context.fillStyle = colors[`text-${label.kind}`] ?? colors.text;
    context.strokeStyle = colors.halo;
    context.lineWidth = 2;
    context.stroke();
    context.fill();
  }

  map.on("moveend resize", redraw);
  // Names would swim while the map zooms.
  map.on("zoomanim", () => { canvas.style.visibility = "hidden"; });
  map.on("zoomend", redraw);

  return {
    /// Replaces the names of a source.
    set(source, labels) {
      if (labels.length === 0) sources.delete(source); else sources.set(source, labels);
      redraw();
    },
    redraw,
  };
}

/// Boxes in a coarse grid, so that a free place is found without looking at all of them.
function createBoxes() {
  const cell = 64;
  const cells = new Map();
  function* keys([left, top, right, bottom]) {
    for (let x = Math.floor(left / cell); x <= Math.floor(right / cell); x += 1) {
      for (let y = Math.floor(top / cell); y <= Math.floor(bottom / cell); y += 1) yield x * 4096 + y;
    }
  }
  return {
    isFree(box) {
      for (const key of keys(box)) {
        for (const other of cells.get(key) ?? []) {
          if (box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]) return false;
        }
      }
      return true;
    },
    add(box) {
      for (const key of keys(box)) {
        if (!cells.has(key)) cells.set(key, []);
        cells.get(key).push(box);
      }
    },
  };
}
