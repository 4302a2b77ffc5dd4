// A cycle's columns, for tests of what reads them.

/** Bytes as the engine lays them out. @param {any} header @param {ArrayBufferView[]} arrays */
export function bytesOf(header, ...arrays) {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const start = Math.ceil((4 + json.length) / 8) * 8;
  const bytes = new Uint8Array(start + 8 * arrays.length);
  new DataView(bytes.buffer).setUint32(0, json.length, true);
  bytes.set(json, 4);
  arrays.forEach((array, i) => bytes.set(new Uint8Array(array.buffer), start + 8 * i));
  return bytes.buffer;
}
