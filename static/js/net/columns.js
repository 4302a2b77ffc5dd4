// A cycle's columns as the engine writes them (scheduler_core/explain/view/columns.py, arrays.py): the length
// of the header, the header as JSON, in which an array is {$: [type, length, stored, offset]}, then the
// arrays as they are in memory.

const SCHEMA = 3;
const ALIGNMENT = 8;

/** @import { Column, CycleColumns } from "../types/engine.js" */

/** @typedef {[type: string, count: number, stored: number, offset: number]} Place of an array */

/** The answer comes from another version of the program than this page. */
export class OtherSchema extends Error {}

/**
 * @type {Record<string, Int8ArrayConstructor | Int16ArrayConstructor | Int32ArrayConstructor |
 *   Float64ArrayConstructor>}
 */
const TYPES = { "|i1": Int8Array, "<i2": Int16Array, "<i4": Int32Array, "<f8": Float64Array };

/**
 * Reads a cycle's columns; OtherSchema for anything else. The arrays are views of the buffer where they can
 * be.
 * @param {unknown} answer
 * @returns {CycleColumns}
 */
export function decode(answer) {
  if (!(answer instanceof ArrayBuffer)) throw new OtherSchema("no columns");
  const buffer = answer;
  const length = buffer.byteLength < 4 ? 0 : new DataView(buffer).getUint32(0, true);
  const start = Math.ceil((4 + length) / ALIGNMENT) * ALIGNMENT;
  const header = start > buffer.byteLength ? null : parsed(new Uint8Array(buffer, 4, length));
  if (header?.schema !== SCHEMA) throw new OtherSchema(`columns of schema ${header?.schema}`);
  return /** @type {CycleColumns} */ (withArrays(header));

  /** @param {unknown} value @returns {unknown} the value with its arrays in place */
  function withArrays(value) {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return typeof value[0] === "object" ? value.map(withArrays) : value;
    const fields = /** @type {Record<string, unknown> & {$?: Place}} */ (value);
    if (Array.isArray(fields.$)) return column(fields.$);
    for (const key of Object.keys(fields)) fields[key] = withArrays(fields[key]);
    return fields;
  }

  /** @param {Place} place @returns {Column} */
  function column([type, count, stored, offset]) {
    const Type = TYPES[type] ?? Float64Array;
    const entries = TYPES[type] ? new Type(buffer, start + offset, stored) : wide(start + offset, stored);
    return stored === count ? entries : new Type(count).fill(entries[0]);
  }

  /** Numbers of 64 bits, as JSON would read them. @param {number} place @param {number} count */
  function wide(place, count) {
    return Float64Array.from(new BigInt64Array(buffer, place, count), Number);
  }
}

/** @param {Uint8Array} bytes @returns {{schema: number} | null} */
function parsed(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
