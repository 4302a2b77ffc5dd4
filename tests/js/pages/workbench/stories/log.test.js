import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyLog, extend } from "../../../../../static/js/model/log.js";
import { storyOf } from "../../../../../static/js/pages/workbench/stories/story.js";
import { shared } from "../../../shared.js";
import { contextOf, sources } from "./now.js";

/** @import { PointId } from "../../../../../static/js/model/points.js" */
/** @import { Story } from "../../../../../static/js/model/story.js" */

const log = extend(emptyLog(), shared("run").events);
const [urgent, other, huge, foreign, again] = log.cycles;

/** @param {PointId} point @param {import("../../../../../static/js/model/log.js").Cycle} cycle */
const tell = (point, cycle, events = log) =>
  /** @type {Story} */ (storyOf(contextOf({ cycle, point, log: events }), sources));

test("the queue says why a pod is next", () => {
  assert.equal(tell("Queue", urgent).heading, "urgent has the highest priority, 10");
  assert.equal(tell("Queue", other).heading, "other is first of 3 with equal priority");
  assert.equal(tell("Queue", foreign).heading, "foreign is the only pod that is ready");
  assert.deepEqual(tell("Queue", urgent).text, ["3 pods with a lower priority wait."]);
});

test("a pod that is back says what brought it back", () => {
  assert.equal(tell("Queue", again).heading, "urgent is taken before its backoff ends");
  assert.deepEqual(tell("Queue", again).text, [
    "AssignedPodDelete of default/low at 0 s moved it back for attempt 2.",
    "activeQ is empty, so the scheduler does not wait for the backoff to end.",
  ]);
});

test("of Kueue's cycle the first step is told where a link names none, and a pod without a workload has none", () => {
  const step = { title: "Order", heading: "It was the only head", text: [] };
  const kueue = /** @type {import("../../../../../static/js/model/log.js").KueueSteps} */ (
    /** @type {unknown} */ ({ steps: { Order: step } })
  );
  assert.equal(tell("Kueue", { ...other, kueue }).heading, "It was the only head");
  assert.equal(tell("Kueue", { ...other, kueue: null }).heading, "This pod has no known Kueue workload.");
});

test("the result of a placed pod says how its node was chosen", () => {
  const { heading, text, lines = [] } = tell("Result", other);
  assert.equal(heading, "other runs on n1");
  assert.deepEqual(text, ["One node had the highest total, so chance played no part."]);
  assert.deepEqual(
    lines.map(({ label, value }) => `${label}: ${value}`),
    [
      "Reserve: VolumeBinding, DynamicResources: Success",
      "PreBind: VolumeBinding, DynamicResources: Success",
      "Bind: DefaultBinder: Success",
      "next pod: huge",
    ],
  );
});

test("the result of a pending pod says who rejected, or who has to go", () => {
  assert.equal(tell("Result", huge).heading, "huge stays pending: none of 2 nodes fits");
  assert.deepEqual(tell("Result", huge).text, [
    "NodeResourcesFit rejected most of them.",
    "Preempting pods would not free enough room.",
  ]);
  assert.equal(tell("Result", urgent).heading, "urgent preempts on n1 and waits");
  assert.deepEqual(tell("Result", urgent).lines, [{ label: "default/low", value: "will be evicted" }]);
  assert.equal(tell("Result", foreign).heading, "No profile has the schedulerName of foreign");
});

test("all pods: what became of them, how they got their nodes, what keeps the others", () => {
  const { heading, text, lines } = tell("Run", urgent);
  assert.equal(heading, "2 of 4 pods stay pending");
  assert.deepEqual(text, ["2 were placed by the highest score.", "1 pod was preempted."]);
  assert.deepEqual(lines, [
    { label: "NodeResourcesFit rejected most nodes", value: "1 pod" },
    { label: "no cycle: NoProfile", value: "1 pod" },
  ]);
});

test("while the run goes on it does not tell its end", () => {
  const part = extend(emptyLog(), shared("run").events.slice(0, 20));
  assert.equal(tell("Run", urgent, part).heading, "1 placed so far, still running");
});
