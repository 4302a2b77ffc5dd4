import assert from "node:assert/strict";
import { test } from "node:test";

import { matrixOf } from "../../../static/js/model/matrix.js";
import { viewOf } from "./view.js";

const FILTERS = ["A", "B", "C", "Skipped"];

/** n0 passes, n1 and n2 are stopped, n3 is outside, n4 was not visited. */
const cycleData = {
  filters: FILTERS,
  stops: [null, "B", "A", "B", "C"],
  preFilter: { Skipped: "Skip" },
  only: ["n0", "n1", "n2", "n4"],
  codes: {
    A: { 2: "UnschedulableAndUnresolvable" },
    B: { 1: "Unschedulable", 2: "Error" },
    C: { 1: "Unschedulable", 4: "Unschedulable" },
  },
  visited: [2, 0, 1],
};
const matrix = matrixOf(viewOf(cycleData));

/** @param {boolean} withRest */
const states = (withRest) =>
  cycleData.stops.map((_, node) => FILTERS.map((plugin) => matrix.cell(node, plugin, withRest).state));

test("a cell says how far a node came", () => {
  assert.deepEqual(states(false), [
    ["pass", "pass", "pass", "skipped"],
    ["pass", "rejected", "unreached", "skipped"],
    ["unresolvable", "unreached", "unreached", "skipped"],
    ["outside", "outside", "outside", "skipped"],
    ["unevaluated", "unevaluated", "unevaluated", "skipped"],
  ]);
});

test("cells that kube-scheduler did not run are filled on request, and marked", () => {
  assert.deepEqual(states(true).slice(1, 3), [
    ["pass", "rejected", "rejected", "skipped"],
    ["unresolvable", "error", "pass", "skipped"],
  ]);
  assert.deepEqual(states(true)[4], ["pass", "pass", "rejected", "skipped"]);
  const marks = (/** @type {number} */ node) =>
    FILTERS.map((plugin) => matrix.cell(node, plugin, true).counterfactual);
  assert.deepEqual(marks(1), [false, false, true, false]);
  assert.deepEqual(marks(4), [true, true, true, false]);
});

test("a rejection has its reasons", () => {
  assert.deepEqual(matrix.cell(1, "B").reasons, ["Unschedulable here"]);
  assert.deepEqual(matrix.cell(0, "B").reasons, []);
});

test("the funnel counts the visited nodes, plugin by plugin", () => {
  assert.deepEqual(matrix.ran, ["A", "B", "C"]);
  assert.deepEqual(matrix.visited, [2, 0, 1]);
  assert.deepEqual(
    [...matrix.rejectedBy],
    [
      ["A", 1],
      ["B", 1],
    ],
  );
  assert.deepEqual(
    [...matrix.left],
    [
      ["A", 2],
      ["B", 1],
      ["C", 1],
    ],
  );
});

test("nodes stand in the order in which they were visited, the others behind", () => {
  assert.deepEqual(matrix.nodes, [2, 0, 1, 3, 4]);
  assert.equal(matrix.first(4), null); // it was not reached
  assert.equal(matrix.first(1), "B");
});

test("a view has one matrix", () => {
  const view = viewOf(cycleData);
  assert.equal(matrixOf(view), matrixOf(view));
});
