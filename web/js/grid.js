// The ground of a map without tiles: lines of latitude and longitude, so that movement shows.

/// Degrees between two lines; the first that leaves this many pixels between them.
const steps = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30];
const leastPixels = 90;

const longitude = (x, z) => x / 2 ** z * 360 - 180;
const latitude = (y, z) => Math.atan(Math.sinh(Math.PI * (1 - 2 * y / 2 ** z))) * 180 / Math.PI;
const rowOf = (lat, z) =>
  (1 - Math.asinh(Math.tan(lat * Math.PI / 180)) / Math.PI) / 2 * 2 ** z;

export function createGrid(palette) {
  const Grid = L.GridLayer.extend({
    createTile({ x, y, z }) {
      const { x: size } = this.getTileSize();
      const canvas = document.createElement("canvas");
      const ratio = Math.min(2, window.devicePixelRatio || 1);
      canvas.width = canvas.height = size * ratio;
      const context = canvas.getContext("2d");
      context.scale(ratio, ratio);
      context.strokeStyle = palette().grid;
      context.lineWidth = 1;
      const step = steps.find((each) => each * size * 2 ** z / 360 >= leastPixels) ?? 30;
      context.beginPath();
      const [west, east] = [longitude(x, z), longitude(x + 1, z)];
      for (let index = Math.ceil(west / step); index * step <= east; index += 1) {
        const at = Math.round((index * step - west) / (east - west) * size) + 0.5;
        context.moveTo(at, 0);
        context.lineTo(at, size);
      }
      const [north, south] = [latitude(y, z), latitude(y + 1, z)];
      for (let index = Math.ceil(south / step); index * step <= north; index += 1) {
        if (Math.abs(index * step) > 85) continue;
        const at = Math.round((rowOf(index * step, z) - y) * size) + 0.5;
        context.moveTo(0, at);
        context.lineTo(size, at);
      }
      context.stroke();
      return canvas;
    },
  });
  return new Grid({ tileSize: 256, maxZoom: 22 });
}
