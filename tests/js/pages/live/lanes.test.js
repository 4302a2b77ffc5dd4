import assert from "node:assert/strict";
import { test } from "node:test";

import {
  areaOf,
  gapsOf,
  lanesOf,
  marksOf,
  MINUTE,
  mostOf,
  placed,
  rangeOf,
  shareOf,
} from "../../../../static/js/pages/live/lanes.js";

const START = Date.UTC(2026, 0, 1, 12);

/** @param {number} minute @param {Record<string, number>} causes @param {boolean} [gap] */
const at = (minute, causes, gap = false) => ({
  at: new Date(START + minute * MINUTE).toISOString(),
  causes,
  pools: { general: 2 },
  failed: 0,
  different: 0,
  pending: 0,
  gap,
});

test("a range ends now or with what is known, and is as long as the cluster was followed", () => {
  const { from, to } = rangeOf([at(0, {}), at(59, {})], 6, START);
  assert.deepEqual([from - START, to - START], [0, 60 * MINUTE]);
  assert.equal(shareOf(START + 30 * MINUTE, { from, to }), 0.5);
  assert.equal(shareOf(START - MINUTE, { from, to }), 0);
  assert.deepEqual(
    marksOf({ from, to }).map((mark) => (mark - START) / MINUTE),
    [0, 10, 20, 30, 40, 50, 60],
  );
  assert.equal(rangeOf([at(-120, {}), at(59, {})], 1, START).from, START);
  assert.equal(rangeOf([at(59, {})], 6, START).from, START + 45 * MINUTE);
});

test("a minute that is not known is a gap, and so is one that is known in part", () => {
  const range = { from: START, to: START + 10 * MINUTE };
  const places = placed([at(1, { a: 1 }), at(2, { a: 1 }, true), at(9, {})], range);
  assert.deepEqual(gapsOf(places), [
    [0, 1],
    [2, 9],
  ]);
  const [lane] = lanesOf(places, "causes", 4);
  assert.deepEqual(lane.values, [null, 1, 1, null, null, null, null, null, null, 0]);
  assert.equal(areaOf(lane, mostOf([lane])), "M1 1V0H3V1Z");
});

test("who waited in the newest minute that is written waits now; nothing more got a node", () => {
  const places = placed([at(0, { a: 3 })], { from: START, to: START + 3 * MINUTE });
  assert.deepEqual(lanesOf(places, "causes", 4)[0].values, [3, 3, 3]);
  assert.deepEqual(lanesOf(places, "pools", 4)[0].values, [2, 0, 0]);
  const old = placed([at(0, { a: 3 })], { from: START, to: START + 9 * MINUTE });
  assert.deepEqual(gapsOf(old), [[1, 9]]);
});

test("lanes with most now come first, and the last one is all others", () => {
  const places = placed([at(0, { a: 9, b: 1, c: 2, d: 1 }), at(1, { b: 2, c: 1, d: 1 })], {
    from: START,
    to: START + 2 * MINUTE,
  });
  const lanes = lanesOf(places, "causes", 3);
  assert.deepEqual(
    lanes.map(({ key, values, now }) => [key, values, now]),
    [
      ["b", [1, 2], 2],
      ["c", [2, 1], 1],
      ["others", [10, 1], 1],
    ],
  );
  assert.equal(mostOf(lanes), 10);
  const queued = placed([{ ...at(0, { a: 1, b: 2, c: 3 }), queued: 4 }, at(1, {})], {
    from: START,
    to: START + 2 * MINUTE,
  });
  assert.deepEqual(
    lanesOf(queued, "causes", 3).map(({ key, values }) => [key, values]),
    [
      ["queues", [4, 0]],
      ["c", [3, 0]],
      ["others", [3, 0]],
    ],
  );
  assert.deepEqual(
    lanesOf(queued, "pools", 3).map(({ key }) => key),
    ["general"],
  );
});
