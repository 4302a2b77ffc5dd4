import assert from "node:assert/strict";
import { test } from "node:test";

import { unpack } from "../../../static/js/net/packing.js";

const NODES = ["a", "b", "c"];
const LISTS = [
  [0, 2],
  [2, 1],
];
/** @param {any} answer */
const opened = (answer) => unpack({ nodes: NODES, lists: LISTS, answer });

test("what is not packed stays", () => {
  const answer = { text: "x", number: 1, nothing: null, list: [true, { deep: "y" }] };
  assert.deepEqual(opened(answer), answer);
});

test("a list of nodes is named", () => {
  assert.deepEqual(opened({ $: "nodes", list: 1 }), ["c", "b"]);
});

test("a map has its nodes in the order of the list, their values opened", () => {
  const answer = { scores: { $: "by", keys: 1, values: { $: "coded", table: [10, 20], codes: [1, 0] } } };
  assert.deepEqual(Object.entries(opened(answer).scores), [
    ["c", 20],
    ["b", 10],
  ]);
});

test("a map is made when it is first looked at, and once", () => {
  const answer = { scores: { $: "by", keys: 0, values: { $: "same", value: {}, n: 2 } } };
  const view = opened(answer);
  assert.equal(typeof Object.getOwnPropertyDescriptor(view, "scores")?.get, "function");
  assert.equal(view.scores, view.scores);
  assert.deepEqual(Object.getOwnPropertyDescriptor(view, "scores")?.value, { a: {}, c: {} });
});

test("a table has an object a row", () => {
  const columns = { name: ["x", "y"], points: { $: "same", value: 3, n: 2 } };
  assert.deepEqual(opened({ $: "table", columns, n: 2 }), [
    { name: "x", points: 3 },
    { name: "y", points: 3 },
  ]);
});

test("sets are lists of nodes", () => {
  assert.deepEqual(opened({ $: "sets", sets: [[0], [], [1, 2]] }), [["a"], [], ["b", "c"]]);
});
