import assert from "node:assert/strict";
import { test } from "node:test";

const { all, textOf } = await import("../document.js");
const { nodeList, poolMap, RAMP, rampOf } = await import("../../../static/js/parts/poolmap.js");

/** @import { PoolGrid } from "../../../static/js/model/poolgrid.js" */

/** @param {string[]} zones @param {number[][]} cells */
const drawn = (zones, cells) =>
  poolMap(
    /** @type {PoolGrid} */ ({ zones, rows: [{ pool: "general", nodes: cells.flat(), cells }] }),
    (nodes, pool, zone) => [pool, zone, nodes.length].filter(Boolean).join(" "),
    (nodes) => `<${nodes.join()}>`,
  );

test("few zones stand side by side under their names, the pool before them", () => {
  const map = drawn(["zone-a", "zone-b"], [[0, 1], [2]]);
  assert.deepEqual(
    all(map, "pm-zone").map((zone) => zone.getAttribute("title")),
    ["zone-a", "zone-b"],
  );
  assert.deepEqual(
    all(map, "h3").map((title) => title.textContent),
    ["general 3"],
  );
});

test("many zones are groups below one another, each with its heading, empty ones left out", () => {
  const map = drawn(["a", "b", "c", "d", "e"], [[0], [], [1, 2], [], []]);
  assert.equal(all(map, "pm-zone").length, 0);
  assert.deepEqual(
    all(map, "h3").map((title) => title.textContent),
    ["general a 1", "general c 2"],
  );
});

test("one zone needs no name", () => {
  assert.equal(textOf(drawn(["a"], [[0]])), "general 1<0>");
});

test("a long list of nodes ends with how many more there are", () => {
  const nodes = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => i);
  const item = (/** @type {number} */ node) => globalThis.document.createElement(`li-${node}`);
  assert.equal(textOf(nodeList(nodes(120), item, "nodes")), "");
  assert.equal(textOf(nodeList(nodes(122), item, "nodes")), "2 more nodes");
});

test("shares have five classes, whatever lies outside", () => {
  assert.deepEqual([-1, 0, 0.19, 0.2, 0.99, 1, 2].map(rampOf), [
    RAMP[0],
    RAMP[0],
    RAMP[0],
    RAMP[1],
    RAMP[4],
    RAMP[4],
    RAMP[4],
  ]);
});
