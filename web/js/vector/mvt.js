// Reads Mapbox vector tiles, version 2 of their specification: a protocol buffer of layers, whose
// features have tags into tables of keys and values, and a geometry of commands.

/// Reads the fields of one message.
function* fields(bytes, start, end) {
  const reader = { at: start };
  while (reader.at < end) {
    const head = varint(bytes, reader);
    const [field, type] = [Math.floor(head / 8), head & 7];
    switch (type) {
      case 0: yield [field, varint(bytes, reader)]; break;
      case 1: yield [field, reader.at]; reader.at += 8; break;
      case 2: {
        const size = varint(bytes, reader);
        yield [field, reader.at, Math.min(end, reader.at + size)];
        reader.at += size;
        break;
      }
      case 5: yield [field, reader.at]; reader.at += 4; break;
      default: throw new Error("the tile is no vector tile");
    }
  }
}

function varint(bytes, reader) {
  let value = 0;
  let scale = 1;
  for (let count = 0; count < 10; count += 1) {
    const byte = bytes[reader.at++];
    if (byte === undefined) throw new Error("the tile ends early");
    value += (byte & 127) * scale;
    if (byte < 128) return value;
    scale *= 128;
  }
  throw new Error("a number of the tile is too long");
}

const zigzag = (value) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);
const decoder = new TextDecoder();

/// The layers of a tile by name, each with `extent` and `features`.
export function decodeTile(buffer) {
  const bytes = new Uint8Array(buffer);
  const view = new DataView(buffer);
  const layers = {};
  for (const [field, start, end] of fields(bytes, 0, bytes.length)) {
    if (field === 3) {
      const layer = readLayer(bytes, view, start, end);
      layers[layer.name] = layer;
    }
  }
  return layers;
}

function readLayer(bytes, view, start, end) {
  const layer = { name: "", extent: 4096, features: [] };
  const [keys, values, places] = [[], [], []];
  for (const [field, from, to] of fields(bytes, start, end)) {
    switch (field) {
      case 1: layer.name = decoder.decode(bytes.subarray(from, to)); break;
      case 2: places.push([from, to]); break;
      case 3: keys.push(decoder.decode(bytes.subarray(from, to))); break;
      case 4: values.push(readValue(bytes, view, from, to)); break;
      case 5: layer.extent = from; break;
    }
  }
  layer.features = places.map(([from, to]) => readFeature(bytes, from, to, keys, values));
  return layer;
}

function readValue(bytes, view, start, end) {
  let value = null;
  for (const [field, from, to] of fields(bytes, start, end)) {
    switch (field) {
      case 1: value = decoder.decode(bytes.subarray(from, to)); break;
      case 2: value = view.getFloat32(from, true); break;
      case 3: value = view.getFloat64(from, true); break;
      case 4: case 5: value = from; break;
      case 6: value = zigzag(from); break;
      case 7: value = from !== 0; break;
    }
  }
  return value;
}

/// A feature: `type` 1 point, 2 line, 3 polygon; `parts`, each a list of x, y, x, y, …
function readFeature(bytes, start, end, keys, values) {
  const feature = { type: 0, tags: {}, parts: [] };
  for (const [field, from, to] of fields(bytes, start, end)) {
    if (field === 3) feature.type = from;
    else if (field === 2) readTags(bytes, from, to, keys, values, feature.tags);
    else if (field === 4) feature.parts = readGeometry(bytes, from, to);
  }
  return feature;
}

function readTags(bytes, start, end, keys, values, tags) {
  const reader = { at: start };
  while (reader.at < end) {
    const key = keys[varint(bytes, reader)];
    const value = values[varint(bytes, reader)];
    if (key !== undefined) tags[key] = value;
  }
}

function readGeometry(bytes, start, end) {
  const reader = { at: start };
  const parts = [];
  let [part, x, y] = [null, 0, 0];
  while (reader.at < end) {
    const command = varint(bytes, reader);
    const [kind, count] = [command & 7, Math.floor(command / 8)];
    if (kind === 7) { part?.push(part[0], part[1]); continue; }
    for (let index = 0; index < count && reader.at < end; index += 1) {
      x += zigzag(varint(bytes, reader));
      y += zigzag(varint(bytes, reader));
      if (kind === 1) { part = []; parts.push(part); }
      part?.push(x, y);
    }
  }
  return parts;
}
