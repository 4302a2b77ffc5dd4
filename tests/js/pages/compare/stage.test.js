import assert from "node:assert/strict";
import { test } from "node:test";

const { all, drawn: drawnView, textOf } = await import("../../document.js");
const { h } = await import("../../../../static/js/lib/view.js");
const { viewOf } = await import("../../model/view.js");
const state = await import("../../../../static/js/pages/compare/state.js");
const { Stage } = await import("../../../../static/js/pages/compare/stage.js");

/** @import { ComparisonOut, CycleOut } from "../../../../static/js/types/api.js" */
/** @import { CycleData } from "../../model/view.js" */

const REASON = "NodeName: no (Unschedulable)";

/**
 * What the stage shows of two cycles.
 * @param {{a?: CycleData | null, b?: CycleData | null, point?: string, plugin?: string, only?: boolean,
 *   node?: string, differences?: object[], events?: {a: object[], b: object[]}, result?: object}} options
 */
async function drawn({
  a,
  b,
  point = "Filter",
  plugin,
  node,
  only = true,
  differences = [],
  events,
  result,
}) {
  state.comparison.set(
    /** @type {ComparisonOut} */ (
      /** @type {unknown} */ ({
        finished: true,
        placements: [],
        placements_count: 0,
        same: 0,
        differing: [],
        first: null,
        ...result,
      })
    ),
  );
  state.cycle.set(
    /** @type {CycleOut} */ (
      /** @type {unknown} */ ({
        pod: "default/p",
        attempt: 1,
        differences,
        events: events ?? { a: [], b: [] },
      })
    ),
  );
  state.url.state.set({ point, ...(plugin && { plugin }), ...(node && { node }) });
  state.views.set({ key: "1", a: a ? viewOf(a) : null, b: b ? viewOf(b) : null });
  state.changedOnly.set(only);
  const element = await drawnView(h(Stage, {}));
  const body = all(element, "tbody");
  return {
    text: textOf(element),
    heading: textOf(all(element, "h2")),
    heads: all(all(element, "thead"), "th").map((head) => head.textContent),
    rows: all(body, "tr").map((row) => textOf(all(row, "th"))),
    cells: all(body, "button").map((button) => button.getAttribute("aria-label")),
    split: all(body, "df").length,
  };
}

const FILTERS = ["NodeName", "NodePorts", "NodeAffinity"];
/** @param {(string | null)[]} stops the plugins that reject n0, n1 … */
const rejecting = (...stops) => ({
  stops,
  filters: FILTERS,
  codes: Object.fromEntries(
    FILTERS.map((plugin) => [
      plugin,
      Object.fromEntries(stops.flatMap((by, node) => (by === plugin ? [[node, "Unschedulable"]] : []))),
    ]),
  ),
});

test("nodes whose verdicts are the same on both sides are hidden, and so are plugins that all nodes pass", async () => {
  const [a, b] = [rejecting(null, "NodeAffinity", null), rejecting(null, null, null)];
  const { heads, rows, cells, split, text } = await drawn({ a, b });
  assert.deepEqual([heads, rows], [["Node", "NodeAffinity"], ["n1"]]);
  assert.deepEqual([cells, split], [["n1, NodeAffinity: A: rejected, B: passes"], 1]);
  assert.match(text, /2 plugins that passed everywhere are hidden/);
  assert.match(text, /2 nodes that are the same on both sides are hidden\./);
  assert.deepEqual((await drawn({ a, b, only: false })).rows, ["n0", "n1", "n2"]);
});

test("the selected node and plugin stay, though nothing differs there", async () => {
  const same = rejecting(null, "NodePorts");
  const { heads, rows, split } = await drawn({ a: same, b: same, node: "n0", plugin: "NodeName" });
  assert.deepEqual([heads, rows, split], [["Node", "NodeName", "NodePorts"], ["n0"], 0]);
});

test("a node that a side lacks has no verdict there", async () => {
  const { cells } = await drawn({ a: rejecting("NodeName"), b: rejecting("NodeName", "NodeName") });
  assert.ok(cells.includes("n1, NodeName: A: not evaluated, B: rejected"), cells.join());
});

test("scores are compared with their weights, and a plugin with equal points is hidden", async () => {
  const scored = (/** @type {number} */ weight) => ({
    stops: [null, null],
    scores: { Fit: [10, 20], Image: [5, 5] },
    weights: { Fit: weight, Image: 1 },
  });
  const { heads, cells, text } = await drawn({ a: scored(1), b: scored(3), point: "Score" });
  assert.deepEqual(heads, ["Node", "Fit ×1 → ×3", "Total"]);
  assert.equal(cells[0], "n1, Fit: A: 20, B: 60", "the highest total comes first");
  assert.equal(cells.at(-1), "n0, total: A: 15, B: 35");
  assert.match(text, /1 plugin with equal points is hidden/);
});

test("a side without the attempt, or without scores, is told", async () => {
  const one = rejecting(null);
  assert.match((await drawn({ a: one, b: null })).text, /Only one side made this attempt\./);
  assert.match((await drawn({ a: one, b: one, point: "Score" })).text, /No scoring on either side/);
});

test("the heading says what differs here, or that nothing does, or that a side did not come here", async () => {
  const same = rejecting(null);
  const difference = { point: "Filter", plugin: "NodeName", subject: "reasons", count: 1 };
  const differences = [
    { ...difference, a: "feasible", b: REASON, nodes: ["n0"] },
    { ...difference, a: REASON, b: "feasible", nodes: ["n1"] },
  ];
  assert.equal((await drawn({ a: same, b: same, differences, node: "n1" })).heading, "n1: no → passes");
  assert.equal((await drawn({ a: same, b: same, differences, node: "n9" })).heading, "n0: passes → no");
  const here = { kind: "point", point: "Filter" };
  const both = { a: [here], b: [here] };
  assert.equal((await drawn({ a: same, b: same, events: both })).heading, "The same on both sides");
  const events = { a: [here], b: [] };
  assert.equal((await drawn({ a: same, b: same, events })).heading, "Only one side reached this point");
});

test("how the pod ended: once where both sides agree, else with the message, or why there is none", async () => {
  const end = (/** @type {object} */ more) => [{ kind: "cycle.finished", ...more }];
  const ended = async (/** @type {object[]} */ a, /** @type {object[]} */ b, placement = {}) =>
    (
      await drawn({
        point: "Result",
        events: { a, b },
        result: { placements: [{ pod: "default/p", kind: "moved", a: null, b: null, ...placement }] },
      })
    ).text;
  const agreed = await ended(end({ node: "n1" }), end({ node: "n1" }));
  assert.equal(agreed.split("placed on n1").length, 2, agreed);
  const pending = await ended(end({ node: null, message: "0/1 nodes", victims: ["x"] }), []);
  assert.match(pending, /0\/1 nodes.*evicts x.*This side did not make this attempt\./);
  assert.match(
    await ended(end({ node: "n1" }), [], { kind: "removed" }),
    /This side does not have the pod\./,
  );
});

test("pods that ended elsewhere are listed, those that did not are counted", async () => {
  const placements = [{ pod: "default/q", kind: "moved", a: "n1", b: "n2" }];
  const { text } = await drawn({ point: "Result", result: { placements, placements_count: 60, same: 2 } });
  assert.match(text, /default\/q.*n1.*n2.*and 10 more.*2 pods ended in the same place\./);
});
