import assert from "node:assert/strict";
import { test } from "node:test";

const { all, drawn: drawnView, textOf } = await import("../../document.js");
const { url } = await import("../../../../static/js/pages/sweeps/core/state.js");
const { grid } = await import("../../../../static/js/pages/sweeps/grid.js");

/** @import { SweepStateOut } from "../../../../static/js/types/api.js" */
/** @import { SweepResult } from "../../../../static/js/types/engine.js" */

const SWEEP = /** @type {SweepStateOut} */ (/** @type {unknown} */ ({ id: "7" }));
const PERCENTAGES = { name: "percentage", label: "", length: 2, values: ["0", "50"] };
const VERSIONS = { name: "version", label: "", length: 2, values: ["1.35", "1.36"] };

/** @param {object} [more] */
const cell = (more) => ({ pending: 0, placed: 3, nodes_used: 2, moved: 0, ...more });

/** @param {object[]} axes @param {(object | null)[]} cells @param {string} [by] as in the address */
async function drawn(axes, cells, by = "") {
  url.state.set({ by });
  const children = await drawnView(
    grid(SWEEP, /** @type {SweepResult} */ (/** @type {unknown} */ ({ axes, cells }))),
  );
  const rows = all(all(children, "tbody"), "tr");
  return {
    heads: rows.map((row) => textOf(all(row, "th"))),
    rows: rows.map((row) => all(row, "td").map((td) => td.textContent)),
    said: all(children, "td").flatMap((td) => td.getAttribute("aria-label") ?? []),
    offered: all(children, "option").map((option) => option.textContent),
    shown: all(children, "option").findIndex((option) => option.hasAttribute("selected")),
    kinds: all(children, "td").map((td) => (td.getAttribute("class") ?? "").split(" ")[0]),
  };
}

test("the second axis rises from row to row, as in a drawing", async () => {
  const cells = [1, 2, 3, 4].map((pending) => cell({ pending }));
  const { heads, rows, said } = await drawn([PERCENTAGES, VERSIONS], cells);
  assert.deepEqual(heads, ["version 1.36", "version 1.35"]);
  assert.deepEqual(rows, [
    ["2", "4"],
    ["1", "3"],
  ]);
  assert.equal(said[0], "nodes to score adaptive, version 1.36: pending pods 2");
});

test("one axis is one row; what is not computed has no number", async () => {
  const { heads, rows, said } = await drawn([PERCENTAGES], [cell({ pending: 0.25 }), null]);
  assert.deepEqual([heads, rows], [["pending pods"], [["0.3", ""]]]);
  assert.equal(said[1], "nodes to score 50 %: not computed yet");
});

test("what the address asks for is shown where it tells cells apart, else pending pods", async () => {
  const cells = [cell({ nodes_used: 2 }), cell({ nodes_used: 3 })];
  assert.deepEqual((await drawn([PERCENTAGES], cells, "nodes_used")).rows, [["2", "3"]]);
  for (const unknown of ["placed", "winner", "nonsense"]) {
    const { offered, shown, rows } = await drawn([PERCENTAGES], cells, unknown);
    assert.deepEqual([offered, shown], [["pending pods", "nodes used"], 0]);
    assert.deepEqual(rows, [["0", "0"]]);
  }
});

test("the node that wins is named, or that the pod is pending", async () => {
  const cells = [cell({ winners: [{ node: "n1" }] }), cell({ winners: [{ node: "" }] })];
  assert.deepEqual((await drawn([PERCENTAGES], cells, "winner")).rows, [["n1", "pending"]]);
});

test("pending pods are marked, and a measure that a cell lacks is a dot", async () => {
  const { rows, kinds } = await drawn([PERCENTAGES], [cell({ pending: 2 }), cell()]);
  assert.deepEqual(
    [rows[0], kinds.slice(-2)],
    [
      ["2", "0"],
      ["bad", ""],
    ],
  );
  const skews = await drawn([PERCENTAGES], [cell({ skew: 1 }), cell()], "skew");
  assert.deepEqual([skews.rows[0], skews.kinds.at(-1)], [["1", "·"], "mute"]);
});
