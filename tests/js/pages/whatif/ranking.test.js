// The order of repairs by the reader's prices, and the prices in the address.

import assert from "node:assert/strict";
import { test } from "node:test";

import { shared } from "../../shared.js";

import {
  bestOfEachRisk,
  costsFrom,
  costsText,
  inOrder,
  partsOf,
  rankedBy,
} from "../../../../static/js/pages/whatif/ranking.js";

const USUAL = { manifest: 1, node: 10, eviction: 20 };

/** @param {[string, number][]} atoms kinds with their costs @returns {any} */
const repair = (...atoms) => ({
  risk: "safe",
  atoms: atoms.map(([kind, cost]) => ({ kind, cost, text: kind })),
});

for (const { name, repairs, order } of shared("repair_order"))
  test(`as in the engine: ${name}`, () => {
    const numbers = repairs.map((/** @type {unknown} */ _, /** @type {number} */ i) => i);
    assert.deepEqual(
      inOrder(numbers, (/** @type {number} */ i) => repairs[i]),
      order,
    );
  });

test("repairs are ordered by the prices of now and keep the number of the server", () => {
  const repairs = [repair(["manifest", 1]), repair(["node", 10]), repair(["eviction", 60])];
  const ranked = rankedBy(repairs, { manifest: 50, node: 10, eviction: 1 }, USUAL);
  assert.deepEqual(
    ranked.map(({ number, cost }) => [number, cost]),
    [
      [3, 3],
      [2, 10],
      [1, 50],
    ],
  );
});

test("repairs of one price stay in the order of the server", () => {
  const ranked = rankedBy([repair(["node", 10]), repair(["node", 10])], USUAL, USUAL);
  assert.deepEqual(
    ranked.map(({ number }) => number),
    [1, 2],
  );
});

test("a change that was free costs its kind once", () => {
  assert.deepEqual(partsOf(repair(["node", 0]), USUAL, { ...USUAL, node: 0 }), [
    { kind: "node", cost: 10, changes: 1 },
  ]);
});

test("a repair has a part for each kind, in the order of the prices", () => {
  const parts = partsOf(repair(["node", 10], ["manifest", 1], ["manifest", 1]), USUAL, USUAL);
  assert.deepEqual(
    parts.map(({ kind, cost }) => [kind, cost]),
    [
      ["manifest", 2],
      ["node", 10],
    ],
  );
});

test("the address has the prices that differ", () => {
  const prices = { ...USUAL, node: 2.5 };
  assert.equal(costsText(USUAL, USUAL), "");
  assert.equal(costsText(prices, USUAL), "node:2.5");
  assert.deepEqual(costsFrom("node:2.5", USUAL), prices);
  assert.deepEqual(costsFrom("node:-1,magic:3,label", USUAL), USUAL);
});

test("where few are shown, they are of different risks", () => {
  const risks = ["safe", "safe", "costs money", "may lose data"];
  const shown = bestOfEachRisk(/** @type {any} */ (risks.map((risk) => ({ risk }))));
  assert.deepEqual(
    shown.map(({ risk }) => risk),
    ["safe", "costs money", "may lose data", "safe"],
  );
});
