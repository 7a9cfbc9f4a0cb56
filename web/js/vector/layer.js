// A Leaflet layer of vector tiles, painted on canvas in the palette of the theme. Beyond the levels of
// the file the nearest tile above is painted larger, as sharp as any.
import { decodeTile } from "./mvt.js";
import { namesIn } from "./names.js";
import { paintTile } from "./painter.js";

/// Side of a tile on the map. The file's level is one less than the map's, whose tiles have 256.
const size = 512;
/// Decoded tiles that are kept.
const mostDecoded = 48;
/// Levels that a missing tile is looked for above.
const mostLevelsUp = 4;

export function createVectorLayer({ address, bounds, minzoom, maxzoom, isOverlay, labels, palette }) {
  const decoded = new Map();
  const source = Symbol(address);

  function load(z, x, y) {
    const key = `${z}/${x}/${y}`;
    let tile = decoded.get(key);
    if (tile) decoded.delete(key); else tile = fetchTile(key);
    decoded.set(key, tile);
    if (decoded.size > mostDecoded) decoded.delete(decoded.keys().next().value);
    return tile;
  }

  async function fetchTile(key) {
    const response = await fetch(`${address}/${key}`);
    if (response.status === 204) return null;
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const layers = decodeTile(await response.arrayBuffer());
    const [z, x, y] = key.split("/").map(Number);
    const world = 2 ** z;
    const names = isOverlay ? [] : namesIn(layers, (px, py, extent) => ({
      lon: (x + px / extent) / world * 360 - 180,
      lat: Math.atan(Math.sinh(Math.PI * (1 - 2 * (y + py / extent) / world))) * 180 / Math.PI,
    }));
    return { layers, names };
  }

  /// The tile that covers a place of the map, from the level itself or one above.
  async function find(level, x, y) {
    const top = Math.max(minzoom, Math.min(level, maxzoom) - mostLevelsUp);
    for (let z = Math.min(level, maxzoom); z >= top; z -= 1) {
      const shift = level - z;
      const tile = await load(z, x >> shift, y >> shift);
      if (tile) return { ...tile, key: `${z}/${x >> shift}/${y >> shift}`, shift };
    }
    return null;
  }

  const Layer = L.GridLayer.extend({
    createTile(coords, done) {
      const canvas = document.createElement("canvas");
      const ratio = Math.min(2, window.devicePixelRatio || 1);
      canvas.width = canvas.height = size * ratio;
      const [level, world] = [coords.z - 1, 2 ** (coords.z - 1)];
      const x = ((coords.x % world) + world) % world;
      const key = this._tileCoordsToKey(coords);
      if (level < minzoom || coords.y < 0 || coords.y >= world) {
        queueMicrotask(() => done(null, canvas));
        return canvas;
      }
      find(level, x, coords.y).then((tile) => {
        const context = canvas.getContext("2d");
        context.scale(ratio, ratio);
        const colors = palette();
        if (!isOverlay) {
          context.fillStyle = colors.ground;
          context.fillRect(0, 0, size, size);
        }
        if (tile) {
          const parts = 2 ** tile.shift;
          context.translate(-(x % parts) * size, -(coords.y % parts) * size);
          paintTile(context, tile.layers, {
            size: size * parts, zoom: coords.z, colors, isOverlay,
          });
          this.names.set(key, tile);
        }
        this.tell();
        done(null, canvas);
      }).catch((error) => done(error, canvas));
      return canvas;
    },

    onAdd(map) {
      this.names = new Map();
      L.GridLayer.prototype.onAdd.call(this, map);
      map.on("zoomend", this.tell, this);
    },

    onRemove(map) {
      map.off("zoomend", this.tell, this);
      labels.set(source, []);
      L.GridLayer.prototype.onRemove.call(this, map);
    },

    /// Gives the names of the tiles on the map to what draws them; each tile once.
    tell() {
      if (isOverlay || !this._map) return;
      const tiles = new Map();
      for (const [key, tile] of this.names) {
        if (this._tiles[key]) tiles.set(tile.key, tile.names); else this.names.delete(key);
      }
      const zoom = this._map.getZoom();
      labels.set(source, [...tiles.values()].flat().filter(({ fromZoom }) => zoom >= fromZoom));
    },
  });
  return new Layer({
    tileSize: size, bounds, pane: isOverlay ? "overlays" : "tilePane", maxZoom: 22, updateWhenZooming: false,
    keepBuffer: 1,
  });
}
