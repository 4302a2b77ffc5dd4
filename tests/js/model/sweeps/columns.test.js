import assert from "node:assert/strict";
import { test } from "node:test";

import { groupsOf, sumOver, wholeZones } from "../../../../static/js/model/sweeps/columns.js";

/** So many nodes of each zone. @param {Record<string, number>} zones */
const nodesOf = (zones) =>
  Object.entries(zones).flatMap(([zone, count]) =>
    Array.from({ length: count }, (_, i) => ({ name: `${zone}${i + 1}`, zone: zone === "none" ? "" : zone })),
  );

/** @param {import("../../../../static/js/model/sweeps/columns.js").Group[]} groups */
const written = (groups) =>
  groups.map(
    ({ zone, columns }) =>
      `${zone}: ${columns.map(({ name, nodes }) => name || `+${nodes.length}`).join(" ")}`,
  );

test("nodes stand by zone, those without one last", () => {
  const nodes = nodesOf({ none: 1, a: 2, b: 1 });
  assert.deepEqual(written(groupsOf(nodes, () => 0)), ["a: a1 a2", "b: b1", ": none1"]);
});

test("many nodes fold to their zones, and a zone opens to the busiest of its nodes", () => {
  const nodes = nodesOf({ a: 20, b: 20 });
  assert.deepEqual(written(groupsOf(nodes, () => 0)), [": a b"]);
  assert.deepEqual(written(groupsOf(nodes, (i) => Number(i === 27), { opened: "b", most: 3 })), [
    "b: b1 b8 +18",
  ]);
  assert.deepEqual(written(groupsOf(nodes, () => 0, { opened: "gone" })), [": a b"]);
});

test("many nodes without zones are the busiest ones and the others", () => {
  const nodes = nodesOf({ none: 1000 });
  const [{ columns }] = groupsOf(nodes, (i) => (i > 990 ? i : 0), { most: 4 });
  assert.deepEqual(
    columns.map(({ name }) => name),
    ["none998", "none999", "none1000", ""],
  );
  assert.equal(
    sumOver(columns[3], () => 1),
    997,
  );
});

test("zones are summed up beside their nodes, unless they are the columns or hold one node each", () => {
  assert.deepEqual(
    wholeZones(nodesOf({ a: 2, b: 1, none: 1 })).map(({ name, nodes }) => [name, nodes]),
    [
      ["a", [0, 1]],
      ["b", [2]],
      ["", [3]],
    ],
  );
  /** @type {Record<string, number>[]} */
  const unsummed = [{ a: 3 }, { a: 1, b: 1 }, { a: 20, b: 20 }];
  for (const zones of unsummed) assert.deepEqual(wholeZones(nodesOf(zones)), []);
});
