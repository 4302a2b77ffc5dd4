import assert from "node:assert/strict";
import { test } from "node:test";

import { decode, OtherSchema } from "../../../static/js/net/columns.js";
import { bytesOf } from "./bytes.js";

/** @param {any} fields @param {ArrayBufferView[]} arrays @returns {any} */
const read = (fields, ...arrays) => decode(bytesOf({ schema: 3, ...fields }, ...arrays));

test("an array is a view of the bytes, in its stored type", () => {
  const small = new Int8Array([1, -1]);
  const large = new Int32Array([70000, -70000]);
  const { total, feasible } = read(
    { total: { $: ["|i1", 2, 2, 0] }, feasible: { $: ["<i4", 2, 2, 8] } },
    small,
    large,
  );
  assert.deepEqual([total, feasible], [small, large]);
  assert.equal(total.buffer, feasible.buffer);
});

test("equal entries are stored once", () => {
  const { first } = read({ first: { $: ["<i2", 4, 1, 0] } }, new Int16Array([300]));
  assert.deepEqual(first, new Int16Array([300, 300, 300, 300]));
});

test("numbers of 64 bits are those that JSON would give", () => {
  const wide = new BigInt64Array([-(2n ** 40n)]);
  const { total, best } = read({ total: { $: ["<i8", 1, 1, 0] }, best: { $: ["<i8", 2, 1, 0] } }, wide);
  assert.deepEqual(total, new Float64Array([-(2 ** 40)]));
  assert.deepEqual(best, new Float64Array([-(2 ** 40), -(2 ** 40)]));
});

test("arrays are read in lists and objects, all else stays", () => {
  const fields = {
    a: [{ b: { $: ["<f8", 1, 1, 0] } }],
    label: { $: "text" },
    none: [null, { c: [[1], []] }],
  };
  assert.deepEqual(read(fields, new Float64Array([0.5])), {
    schema: 3,
    a: [{ b: new Float64Array([0.5]) }],
    label: { $: "text" },
    none: [null, { c: [[1], []] }],
  });
});

test("what is of another version is refused, whatever it is", () => {
  const json = new TextEncoder().encode('{"nodes": [], "lists": [], "answer": {}}').buffer;
  for (const other of [bytesOf({ schema: 2 }), json, new ArrayBuffer(0), new ArrayBuffer(64)])
    assert.throws(() => decode(other), OtherSchema);
});
