import assert from "node:assert/strict";
import { test } from "node:test";

const { all, drawn: drawnView, textOf } = await import("../../document.js");
const { url } = await import("../../../../static/js/pages/sweeps/core/state.js");
const { flips } = await import("../../../../static/js/pages/sweeps/flips.js");

/** @import { SweepStateOut } from "../../../../static/js/types/api.js" */
/** @import { SweepResult } from "../../../../static/js/types/engine.js" */

const X = { setting: "weight/Fit", values: [0, 1, 2, 4] };
const Y = { setting: "weight/Taints", values: [1, 2] };

// Over one weight: n1 wins below 3, n2 above it, and both tie there.
const ONE = {
  pod: "default/web-0",
  present: [1],
  winners: ["n1"],
  totals: [110, 104],
  runner_up: ["n3"],
  regions: [
    { nodes: ["n1"], points: [[0], [3]], total: [100, 10] },
    { nodes: ["n2"], points: [[3], [4]], total: [70, 20] },
  ],
  lines: [{ points: [[3], [3]] }],
  nearest: null,
};

// Over two: n1 wins where x < y.
const TWO = {
  ...ONE,
  present: [1, 2],
  regions: [
    {
      nodes: ["n1"],
      points: [
        [0, 1],
        [1, 1],
        [2, 2],
        [0, 2],
      ],
      total: [0, 1, 2],
    },
    {
      nodes: ["n2"],
      points: [
        [1, 1],
        [4, 1],
        [4, 2],
        [2, 2],
      ],
      total: [0, 2, 1],
    },
  ],
  lines: [
    {
      points: [
        [1, 1],
        [2, 2],
      ],
    },
  ],
};

/** @param {object} of @param {{at?: string, waiting?: number[]}} [options] the cells without a run */
async function drawn(of, { at, waiting = [] } = {}) {
  url.state.set(at ? { at } : {});
  const axes = of === TWO ? [X, Y] : [X];
  const length = axes.reduce((product, { values }) => product * values.length, 1);
  const specification = { kind: "weights", x: X, ...(of === TWO && { y: Y }) };
  const children = await drawnView(
    flips(
      /** @type {SweepStateOut} */ (/** @type {unknown} */ ({ id: "7", specification })),
      /** @type {SweepResult} */ (
        /** @type {unknown} */ ({
          axes: axes.map(({ setting, values }) => ({
            name: "x",
            label: setting,
            length: values.length,
            values,
          })),
          cells: Array.from({ length }, (_, i) => (waiting.includes(i) ? null : {})),
          flips: of,
          seeds: 1,
        })
      ),
    ),
  );
  const [point] = all(children, "sw-point");
  return {
    at: String(point.getAttribute("aria-valuenow")),
    says: point.getAttribute("aria-valuetext"),
    words: all(children, "p").map(textOf),
    regions: all(children, "polygon").map((polygon) => polygon.getAttribute("class")),
    hatched: all(children, "rect").filter((rect) => rect.getAttribute("fill")).length,
  };
}

test("the point is that of the address, on the grid, else the present weights", async () => {
  assert.equal((await drawn(ONE)).at, "1");
  assert.equal((await drawn(ONE, { at: "3.6,0" })).at, "4");
  assert.equal((await drawn(ONE, { at: "nonsense" })).at, "1");
  assert.equal((await drawn(TWO, { at: "2,1" })).says, "weight of Fit 2, weight of Taints 1: n2 wins");
});

test("the winner leads now by what separates it from the best of all, elsewhere from the others that win", async () => {
  assert.match((await drawn(ONE)).words[0], /^current, weight of Fit 1n1 wins with 110; n3: 104$/);
  assert.match((await drawn(ONE, { at: "4,0" })).words[0], /^weight of Fit 4n2 wins with 150; n1: 140$/);
});

test("the nearest change of one weight, and the least whole weight beyond it", async () => {
  const [, nearest, buttons] = (await drawn(ONE)).words;
  assert.equal(nearest, "Nearest change: weight of Fit at 3, so 4: n2");
  assert.match(buttons, /Try 4/);
  const none = (await drawn({ ...ONE, lines: [] })).words;
  assert.equal(none[1], "No single weight changes the winner within these values.");
  assert.ok(!none[2].includes("Try"));
});

test("nodes that win together tie", async () => {
  const regions = [{ nodes: ["n1", "n2"], points: [[0], [4]], total: [100, 10] }];
  assert.equal((await drawn({ ...ONE, regions, lines: [] })).says, "weight of Fit 1: n1 and n2 tie");
  const nodes = ["n1", "n2", "n3", "n4", "n5", "n6"];
  const many = (await drawn({ ...ONE, regions: [{ ...regions[0], nodes }], lines: [] })).says;
  assert.match(many, /: n1, n2, n3, n4,? and 2 other nodes tie$/);
});

test("the region of the present winner is the one that is marked", async () => {
  assert.deepEqual((await drawn(ONE)).regions, ["region here", "region pass"]);
  assert.deepEqual((await drawn({ ...ONE, winners: ["n2"] })).regions, ["region pass", "region here"]);
});

test("what is not computed yet is hatched", async () => {
  assert.equal((await drawn(ONE)).hatched, 0);
  assert.equal((await drawn(ONE, { waiting: [1] })).hatched, 1);
  assert.equal((await drawn(TWO, { waiting: [6, 7] })).hatched, 2);
});
