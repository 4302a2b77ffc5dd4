import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyLog, extend } from "../../../static/js/model/log.js";
import { narrate, outcome, wholeRun } from "../../../static/js/model/narrate.js";
import { shared } from "../shared.js";

const log = extend(emptyLog(), shared("run").events);
const [urgent, other, , foreign, again] = log.cycles;

/** @param {any} pointer @param {import("../../../static/js/model/log.js").Cycle} cycle */
const narrated = (pointer, cycle) =>
  narrate({ cycle: cycle.index, plugin: null, node: null, ...pointer }, cycle, null, log, null);

test("a step is one sentence", () => {
  assert.equal(narrated({ point: "Queue" }, urgent), "Queue: from activeQ, priority 10, 3 pods waiting");
  assert.equal(narrated({ point: "Queue" }, again), "Queue: from backoffQ, priority 10, 1 pod waiting");
  assert.equal(narrated({ point: "PreFilter" }, urgent), "PreFilter: 1 ran, 9 skipped");
  assert.equal(narrated({ point: "PostFilter" }, urgent), "PostFilter: 1 candidate, 1 victim");
  assert.equal(narrated({ point: "Total" }, other), "Total: 422 to 485, one node is best");
  assert.equal(narrated({ point: "Result" }, again), "Result: placed on n1");
  assert.equal(narrated({ point: "Filter", plugin: "NodeName" }, urgent), "Filter, NodeName"); // the view is on its way
  assert.equal(narrated({ point: "Run" }, urgent), "All pods: 2 pods placed, 2 pending");
});

test("the outcome of a pod has three words", () => {
  assert.equal(outcome(urgent.finished), "pending, nominated to n1");
  assert.equal(outcome(foreign.finished), "no cycle: NoProfile");
  assert.equal(outcome(other.finished), "placed on n1");
  assert.equal(outcome(null), "running");
  assert.equal(wholeRun(emptyLog()), "0 pods placed, 0 pending");
});
