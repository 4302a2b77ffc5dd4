import assert from "node:assert/strict";
import { test } from "node:test";

import { middleOf, nearestFlip, totalsAt, winnersAt } from "../../../../static/js/model/sweeps/flips.js";

/** @import { SweepFlips } from "../../../../static/js/types/engine.js" */

const REST = { pod: "default/web", totals: [10, 9], runner_up: ["b"], nearest: null };

// a wins left of x = 2.5, b above the line from (2.5, 0) to (6, 3.5), c and d below it
/** @type {SweepFlips} */
const FLIPS = {
  ...REST,
  present: [1, 3],
  winners: ["a"],
  regions: [
    {
      nodes: ["a"],
      total: [20, -4, 0],
      points: [
        [0, 0],
        [2.5, 0],
        [2.5, 6],
        [0, 6],
      ],
    },
    {
      nodes: ["b"],
      total: [10, 0, 0],
      points: [
        [2.5, 0],
        [6, 3.5],
        [6, 6],
        [2.5, 6],
      ],
    },
    {
      nodes: ["c", "d"],
      total: [5, 2, -2],
      points: [
        [2.5, 0],
        [6, 0],
        [6, 3.5],
      ],
    },
  ],
  lines: [
    {
      nodes: [["a"], ["b"]],
      points: [
        [2.5, 0],
        [2.5, 6],
      ],
    },
    {
      nodes: [["b"], ["c", "d"]],
      points: [
        [2.5, 0],
        [6, 3.5],
      ],
    },
  ],
};

test("the winner of a point is that of its region; on a border both tie", () => {
  assert.deepEqual(winnersAt(FLIPS, 1, 3), ["a"]);
  assert.deepEqual(winnersAt(FLIPS, 3, 5), ["b"]);
  assert.deepEqual(winnersAt(FLIPS, 5, 1), ["c", "d"]);
  assert.deepEqual(winnersAt(FLIPS, 2.5, 4), ["a", "b"]);
  assert.deepEqual(winnersAt(FLIPS, 7, 7), []);
});

test("the nearest flip changes one weight alone, to the whole number beyond the border", () => {
  assert.deepEqual(nearestFlip(FLIPS, 1, 3), { axis: "x", boundary: 2.5, weight: 3, nodes: ["b"] });
  assert.deepEqual(nearestFlip(FLIPS, 4, 2), { axis: "x", boundary: 4.5, weight: 5, nodes: ["c", "d"] });
  assert.deepEqual(nearestFlip(FLIPS, 5, 1), { axis: "x", boundary: 3.5, weight: 3, nodes: ["b"] });
  assert.deepEqual(nearestFlip(FLIPS, 6, 4), { axis: "y", boundary: 3.5, weight: 3, nodes: ["c", "d"] });
  assert.equal(nearestFlip({ ...FLIPS, lines: [] }, 1, 3), null);
});

test("totals say by how much a node wins", () => {
  assert.deepEqual(totalsAt(FLIPS, 4, 1), [
    { nodes: ["c", "d"], total: 11 },
    { nodes: ["b"], total: 10 },
    { nodes: ["a"], total: 4 },
  ]);
});

test("with one weight regions are ranges of it", () => {
  /** @type {SweepFlips} */
  const one = {
    ...REST,
    present: [1],
    winners: ["a"],
    regions: [
      { nodes: ["a"], total: [10, -4], points: [[0], [2.5]] },
      { nodes: ["b"], total: [0, 0], points: [[2.5], [6]] },
    ],
    lines: [{ nodes: [["a"], ["b"]], points: [[2.5], [2.5]] }],
  };
  assert.deepEqual(winnersAt(one, 1, 0), ["a"]);
  assert.deepEqual(nearestFlip(one, 4, 0), { axis: "x", boundary: 2.5, weight: 2, nodes: ["a"] });
  assert.deepEqual(middleOf(one.regions[1]), [4.25, 0]);
});
