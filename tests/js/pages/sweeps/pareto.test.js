import assert from "node:assert/strict";
import { test } from "node:test";

const { all, drawn: drawnView, textOf } = await import("../../document.js");
const { pareto } = await import("../../../../static/js/pages/sweeps/pareto.js");

/** @import { SweepStateOut } from "../../../../static/js/types/api.js" */
/** @import { SweepResult } from "../../../../static/js/types/engine.js" */

const SWEEP = /** @type {SweepStateOut} */ (/** @type {unknown} */ ({ id: "7" }));

/** @param {number} nodes @param {object} [more] */
const cell = (nodes, more) => ({ nodes_used: nodes, pending: 0, placed: 3, moved: 0, ...more });

/** @param {(object | null)[]} cells @param {object} [more] */
async function drawn(cells, more) {
  const values = cells.map((_, i) => String(i + 1));
  const axes = [{ name: "x", label: "weight/NodeResourcesFit", length: cells.length, values }];
  const result = { axes, cells, pareto: [], ...more };
  const children = await drawnView(
    pareto(SWEEP, /** @type {SweepResult} */ (/** @type {unknown} */ (result))),
  );
  return { said: textOf(children), dots: all(children, "sw-dot") };
}

test("settings that come to the same are one dot, the best of them first", async () => {
  const { dots } = await drawn([cell(3), null, cell(3), cell(2)], { pareto: [2] });
  assert.deepEqual(
    dots.map((dot) => [dot.getAttribute("class"), dot.getAttribute("aria-label")]),
    [
      ["sw-dot best", "weight of NodeResourcesFit 3: nodes used 3, pending pods 0, and 1 more setting"],
      ["sw-dot", "weight of NodeResourcesFit 4: nodes used 2, pending pods 0"],
    ],
  );
});

test("settings are compared by skew where that tells them apart, else by pending pods", async () => {
  const { dots } = await drawn([cell(3, { skew: 1 }), cell(3, { skew: 2 })]);
  assert.match(dots[1].getAttribute("aria-label") ?? "", /nodes used 3, skew 2$/);
});

test("the settings that nothing beats are counted, the extremes named", async () => {
  const { said } = await drawn([cell(1), cell(3)], { pareto: [0], most_packed: 0, least_packed: 1 });
  assert.match(said, /1 setting is Pareto-optimal/);
  assert.match(
    said,
    /Most packed: weight of NodeResourcesFit 1\. Most spread: weight of NodeResourcesFit 2\./,
  );
});

test("nothing is drawn before anything is computed", async () => {
  assert.deepEqual(await drawn([null, null]), { said: "not computed yet", dots: [] });
});
