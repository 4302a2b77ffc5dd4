import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyLog, extend } from "../../../static/js/model/log.js";
import { POINTS, isPoint, nearestPoint, pointOf, stateOf } from "../../../static/js/model/points.js";
import { indexOf, stepsOf } from "../../../static/js/model/steps.js";
import { shared } from "../shared.js";

const COUNTING = ["PodTopologySpread", "NodeResourcesFit"];
const log = extend(emptyLog(), shared("run").events);
const [urgent, other, , foreign] = log.cycles;

test("the page shows the points in the order in which the engine finishes them", () => {
  const events = POINTS.map(({ event }) => event).filter((event) => event !== null);
  for (const { points } of log.cycles) {
    const indices = Object.keys(points).map((point) => events.indexOf(/** @type {any} */ (point)));
    const places = indices.filter((place) => place >= 0);
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    );
  }
  assert.equal(new Set(events).size, 6);
});

test("points are identified by their id", () => {
  assert.equal(pointOf("Filter").label, "Filter");
  assert.ok(isPoint("Total"));
  assert.ok(!isPoint("toString"));
});

test("a point took place, did not, or has not yet", () => {
  assert.equal(stateOf("Filter", urgent), "done");
  assert.equal(stateOf("Score", urgent), "off");
  assert.equal(stateOf("Score", { ...urgent, finished: null }), "open");
  assert.equal(stateOf("Total", other), "done");
  assert.equal(stateOf("Result", { ...urgent, finished: null }), "open");
  assert.equal(stateOf("Queue", foreign), "done");
});

test("of a point that a pod did not reach, the last one before it is the nearest", () => {
  assert.equal(nearestPoint("Filter", urgent), "Filter");
  assert.equal(nearestPoint("Total", urgent), "PostFilter");
  assert.equal(nearestPoint("PostFilter", other), "Filter");
  assert.equal(nearestPoint("Score", foreign), "Queue"); // it had no cycle
  assert.equal(nearestPoint("Score", { ...urgent, finished: null }), "Score"); // it may come
});

test("steps are the points that took place, with their plugins", () => {
  assert.deepEqual(
    stepsOf(urgent, null, "Point", COUNTING).map(({ point, plugin }) => [point, plugin]),
    [
      ["Queue", null],
      ["PreFilter", "NodeResourcesFit"],
      ["Filter", "NodeResourcesFit"],
      ["PostFilter", null],
      ["Result", null],
    ],
  );
  const plugins = stepsOf(urgent, null, "Plugin", COUNTING);
  assert.deepEqual(
    plugins.filter(({ point }) => point === "PostFilter"),
    [{ point: "PostFilter", plugin: "DefaultPreemption", node: null }],
  );
  assert.ok(!plugins.some(({ point, plugin }) => point === "PreFilter" && plugin === "NodePorts")); // it skipped
});

test("a pointer stands at its step, else at its plugin's, its point's, or behind the last one before it", () => {
  const steps = stepsOf(urgent, null, "Plugin", COUNTING);
  const at = (/** @type {any} */ pointer) => indexOf(steps, { node: null, plugin: null, ...pointer });
  const fit = steps.findIndex(({ point, plugin }) => point === "Filter" && plugin === "NodeResourcesFit");
  assert.equal(at({ point: "Filter", plugin: "NodeResourcesFit" }), fit);
  assert.equal(at({ point: "Filter", plugin: "NodeResourcesFit", node: "n1" }), fit);
  assert.equal(
    at({ point: "Filter", plugin: "Gone" }),
    steps.findIndex(({ point }) => point === "Filter"),
  );
  assert.equal(
    at({ point: "Total" }),
    steps.findLastIndex(({ point }) => point === "PostFilter"),
  );
  assert.equal(at({ point: "Run" }), -1);
});
