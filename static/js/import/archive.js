// Files out of archives: zip, tar, gzip. Only what can hold manifests is unpacked.

import { gunzipSync, unzipSync } from "../../vendor/fflate/fflate.mjs";
import { isUseful } from "./archiveFilter.js";

/** @typedef {{name: string, bytes: Uint8Array}} Packed a file as it came */

const TAR_BLOCK = 512;

/** The files in a file: itself, unless it is an archive. @param {Packed} file @returns {Packed[]} */
export function unpack(file) {
  const { name, bytes } = file;
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return zip(file);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    return unpack({ name: name.replace(/\.gz$|\.tgz$/i, ""), bytes: gunzipSync(bytes) });
  if (isTar(bytes)) return [...tar(file)];
  return [file];
}

/** @param {Packed} file @returns {Packed[]} */
function zip({ bytes }) {
  const entries = unzipSync(bytes, { filter: (entry) => isUseful(entry.name) });
  return Object.entries(entries).map(([name, content]) => ({ name, bytes: content }));
}

/** @param {Uint8Array} bytes */
const isTar = (bytes) => bytes.length >= TAR_BLOCK && text(bytes, 257, 5) === "ustar";
/** @param {Uint8Array} bytes @param {number} from @param {number} length */
const text = (bytes, from, length) =>
  new TextDecoder().decode(bytes.subarray(from, from + length)).replace(/\0.*$/s, "");

/** @param {Packed} file @returns {Generator<Packed>} */
function* tar({ bytes }) {
  let at = 0;
  let longName = "";
  while (at + TAR_BLOCK <= bytes.length && bytes[at]) {
    const size = parseInt(text(bytes, at + 124, 12).trim() || "0", 8);
    const type = String.fromCharCode(bytes[at + 156]);
    const prefix = text(bytes, at + 345, 155);
    const name = longName || (prefix ? `${prefix}/` : "") + text(bytes, at, 100);
    const content = bytes.subarray(at + TAR_BLOCK, at + TAR_BLOCK + size);
    longName = type === "L" ? text(content, 0, size) : "";
    if ((type === "0" || type === "\0") && isUseful(name)) yield { name, bytes: content };
    at += TAR_BLOCK + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
  }
}
