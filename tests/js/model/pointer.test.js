import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyLog, extend } from "../../../static/js/model/log.js";
import {
  attemptInstead,
  lacksPod,
  openingPlugin,
  paramsOf,
  resolve,
  tellingStep,
} from "../../../static/js/model/pointer.js";
import { shared } from "../shared.js";

const run = shared("run");
const COUNTING = ["PodTopologySpread", "NodeResourcesFit"];
const log = extend(emptyLog(), run.events);

for (const { address, cycle } of run.opened)
  test(`${JSON.stringify(address)} opens cycle ${cycle}`, () => {
    assert.equal(resolve(address, log)?.cycle, cycle);
  });

test("a run without a cycle has no pointer", () => {
  assert.equal(resolve({}, emptyLog()), null);
});

test("without a point the step that says most is opened", () => {
  assert.deepEqual(resolve({}, log), { cycle: 0, point: "Filter", plugin: "NodeResourcesFit", node: null });
  assert.deepEqual(tellingStep(log.cycles[1]), { point: "Total", plugin: null });
  assert.deepEqual(tellingStep(log.cycles[3]), { point: "Result", plugin: null });
  assert.deepEqual(tellingStep({ ...log.cycles[3], finished: null }), { point: "Queue", plugin: null });
});

test("a point that does not exist is none", () => {
  assert.equal(resolve({ point: "Nowhere", node: "n2" }, log)?.point, "Filter");
  assert.equal(resolve({ point: "Nowhere", node: "n2" }, log)?.node, "n2");
});

test("a point that the pod did not reach opens the nearest before it, without the plugin", () => {
  const address = { pod: "default/urgent", point: "Score", plugin: "NodeResourcesFit" };
  assert.deepEqual(resolve(address, log), { cycle: 0, point: "PostFilter", plugin: null, node: null });
});

test("a pod is missing once the run has said which pods it schedules", () => {
  assert.ok(lacksPod({ pod: "default/nobody" }, log));
  assert.ok(!lacksPod({ pod: "default/other" }, log));
  assert.ok(!lacksPod({}, log));
  assert.ok(!lacksPod({ pod: "default/nobody" }, emptyLog()));
  const [started] = run.events;
  assert.ok(!lacksPod({ pod: "default/other" }, extend(emptyLog(), [started])));
});

test("an attempt that the pod did not make gives way to its last", () => {
  assert.equal(attemptInstead({ pod: "default/urgent", attempt: "7" }, log), 2);
  assert.equal(attemptInstead({ pod: "default/urgent", attempt: "2" }, log), null);
  assert.equal(attemptInstead({ pod: "default/nobody", attempt: "7" }, log), null);
  assert.equal(attemptInstead({ pod: "default/urgent", attempt: "7" }, { ...log, finished: null }), null);
});

test("the address of a pointer leads back to it", () => {
  for (const { index, points } of log.cycles) {
    /** @type {import("../../../static/js/model/pointer.js").Pointer} */
    const pointer = points.Score
      ? { cycle: index, point: "Score", plugin: "NodeResourcesFit", node: "n2" }
      : { cycle: index, point: "Queue", plugin: null, node: "n2" };
    const parameters = Object.entries(paramsOf(pointer, log)).flatMap(([key, value]) =>
      value === null ? [] : [[key, String(value)]],
    );
    assert.deepEqual(resolve(Object.fromEntries(parameters), log), pointer);
  }
  assert.equal(paramsOf({ cycle: 1, point: "Filter", plugin: null, node: null }, log).attempt, null);
});

test("a point opens with the plugin that matters most there", () => {
  assert.equal(openingPlugin(log.cycles[0], "Filter", COUNTING), "NodeResourcesFit");
  assert.equal(openingPlugin(log.cycles[0], "PreFilter", COUNTING), "NodeResourcesFit");
  assert.equal(openingPlugin(log.cycles[1], "Filter", COUNTING), null);
  assert.equal(openingPlugin(log.cycles[1], "Score", COUNTING), "NodeResourcesFit");
  assert.equal(openingPlugin(log.cycles[4], "Score", COUNTING), null); // one node: nothing separates
  assert.equal(openingPlugin(log.cycles[1], "Queue", COUNTING), null);
});
