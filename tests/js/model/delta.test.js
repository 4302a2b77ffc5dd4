import assert from "node:assert/strict";
import { test } from "node:test";

import { deltaOf } from "../../../static/js/model/delta.js";
import { emptyLog, extend } from "../../../static/js/model/log.js";
import { inOrder, stepsOf } from "../../../static/js/model/steps.js";
import { shared } from "../shared.js";
import { viewOf } from "./view.js";

const log = extend(emptyLog(), shared("run").events);
const view = viewOf({
  filters: ["NodeName", "NodeResourcesFit"],
  stops: [null, "NodeResourcesFit", null, null],
  codes: { NodeResourcesFit: { 1: "Unschedulable" } },
  scores: { TaintToleration: [100, 100, 100], NodeResourcesFit: [80, 20, 80], ImageLocality: [0, 0, 10] },
  weights: { TaintToleration: 3 },
});

/** @param {any} pointer @param {string} [level] @param {any} [before] */
const deltaAt = (pointer, level = "Plugin", before = undefined) =>
  deltaOf({ cycle: 1, plugin: null, node: null, ...pointer }, log, view, level, before);

test("the first pod meets the cluster as it was, the next what became of the one before", () => {
  assert.equal(
    deltaAt({ cycle: 0, point: "Queue" })?.text,
    "the first pod: the cluster is in its initial state",
  );
  assert.equal(deltaAt({ cycle: 1, point: "Queue" })?.text, "urgent pending, nominated to n1, 1 victim");
  assert.equal(deltaAt({ cycle: 2, point: "Filter" }, "Pod")?.text, "other placed on n1");
  assert.deepEqual(deltaAt({ cycle: 2, point: "Filter" }, "Pod")?.nodes, [1]);
});

test("at Filter nodes fall out", () => {
  const fell = { text: "1 node was ruled out: n1 · 4 → 3 left", nodes: [1] };
  assert.deepEqual(deltaAt({ point: "Filter", plugin: "NodeResourcesFit" }), fell);
  assert.deepEqual(deltaAt({ point: "Filter" }), fell);
  assert.deepEqual(deltaAt({ point: "Filter", plugin: "NodeName" }), {
    text: "no node was ruled out",
    nodes: [],
  });
});

test("at Score nodes differ, or do not", () => {
  assert.equal(deltaAt({ point: "Score", plugin: "NodeResourcesFit" })?.text, "nodes differ by up to 60");
  assert.equal(
    deltaAt({ point: "Score", plugin: "TaintToleration" })?.text,
    "the same for all nodes: it does not affect the ranking",
  );
  assert.equal(deltaAt({ point: "Score" })?.text, "NodeResourcesFit makes the greatest difference: up to 60");
});

test("plugin by plugin somebody leads in the sum", () => {
  const lead = (/** @type {string} */ plugin) => deltaAt({ point: "NormalizeScore", plugin })?.text;
  assert.equal(lead("TaintToleration"), "n3, n0, n2 lead with 300 (+300)");
  assert.equal(lead("NodeResourcesFit"), "n3, n0 lead with 380 (+80)");
  assert.equal(lead("ImageLocality"), "n3 takes the lead with 390 (+10)");
  assert.equal(deltaAt({ point: "Total" })?.text, "n3 is 10 ahead of n0");
});

test("a node can take the lead from behind", () => {
  const two = viewOf({ stops: [null, null], scores: { Fit: [60, 50], Spread: [0, 90] } });
  const lead = (/** @type {string} */ plugin) =>
    deltaOf({ cycle: 1, point: "NormalizeScore", plugin, node: null }, log, two, "Plugin", undefined)?.text;
  assert.equal(lead("Fit"), "n0 leads with 60 (+60)");
  assert.equal(lead("Spread"), "n1 takes the lead with 140 (+80)");
});

test("of many nodes the first are named", () => {
  const fallen = (/** @type {number} */ many) =>
    deltaOf(
      { cycle: 1, point: "Filter", plugin: null, node: null },
      log,
      viewOf({ filters: ["A"], stops: Array.from({ length: many }, () => "A") }),
      "Plugin",
      undefined,
    )?.text;
  assert.equal(fallen(4), "4 nodes were ruled out: n0, n1, n2, n3 · 4 → 0 left");
  assert.equal(fallen(6), "6 nodes were ruled out · 6 → 0 left");
});

test("a node is compared with the one before it", () => {
  const beside = (/** @type {any} */ pointer) =>
    deltaAt({ node: "n2", ...pointer }, "Node", { node: "n0" })?.text;
  assert.equal(beside({ point: "Filter", plugin: "NodeResourcesFit" }), "same as n0");
  assert.equal(
    deltaAt({ point: "Filter", plugin: "NodeResourcesFit", node: "n1" }, "Node", { node: "n0" })?.text,
    "unlike n0",
  );
  assert.equal(beside({ point: "Score", plugin: "NodeResourcesFit" }), "−60 compared with n0");
  assert.equal(beside({ point: "Total" }), "−60 compared with n0");
});

test("other points change what they change", () => {
  assert.equal(deltaAt({ cycle: 0, point: "PostFilter" })?.text, "1 pod would be evicted");
  assert.equal(deltaAt({ cycle: 2, point: "PostFilter" })?.text, "nothing: no pod would be evicted");
  assert.deepEqual(deltaAt({ point: "Result" }), { text: "n1 has one more pod", nodes: [1] });
  assert.deepEqual(deltaAt({ cycle: 2, point: "Result" })?.nodes, []);
  assert.equal(deltaAt({ point: "Run" }), null);
});

test("at the level of nodes a step is a node that the plugin decided about, and the order is that of the list", () => {
  const [, cycle] = log.cycles;
  const steps = stepsOf(cycle, view, "Node", []);
  const nodesAt = (/** @type {string} */ point, /** @type {string | null} */ plugin) =>
    steps.filter((step) => step.point === point && step.plugin === plugin).map(({ node }) => node);
  assert.deepEqual(nodesAt("Filter", "NodeResourcesFit"), [null, "n0", "n1", "n2", "n3"]);
  assert.deepEqual(nodesAt("Total", null), [null, "n3", "n0", "n2"]);
  const compare = inOrder(cycle, view);
  for (const [i, step] of steps.entries())
    for (const [j, other] of steps.entries())
      assert.equal(Math.sign(compare(step, other)), Math.sign(i - j), `${JSON.stringify([step, other])}`);
});
