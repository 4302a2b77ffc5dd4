import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyLog, extend } from "../../../static/js/model/log.js";
import { lanesAt } from "../../../static/js/model/queue.js";
import { shared } from "../shared.js";

const log = extend(emptyLog(), shared("run").events);

test("the lanes hold as many pods as the engine's queue", () => {
  for (const cycle of log.cycles) {
    const lanes = lanesAt(log, cycle);
    const { active, backoff, unschedulable } = /** @type {any} */ (cycle.started.queue);
    assert.deepEqual(
      [lanes.active.length, lanes.backoff.length, lanes.unschedulable.length],
      [active, backoff, unschedulable],
      `${cycle.index}`,
    );
  }
});

/** @param {import("../../../static/js/model/queue.js").Waiting[]} lane */
const summary = (lane) => lane.map(({ pod, cause }) => [pod, cause.kind]);

test("each pod says why it is where it is", () => {
  assert.deepEqual(summary(lanesAt(log, log.cycles[0]).active), [
    ["default/other", "new"],
    ["default/huge", "new"],
    ["default/foreign", "new"],
  ]);
  const later = lanesAt(log, log.cycles[3]);
  assert.deepEqual(summary(later.backoff), [["default/urgent", "moved"]]);
  assert.deepEqual(later.unschedulable[0].cause, {
    kind: "rejected",
    plugin: "NodeResourcesFit",
    attempt: 1,
  });
});

/** @param {object} event */
const started = (event) => ({ kind: "cycle.started", attempt: 1, at: 0, ...event });
/** @param {object} event */
const finished = (event) => ({
  kind: "cycle.finished",
  attempt: 1,
  node: null,
  victims: [],
  skipped: null,
  ...event,
});

test("a backoff ends, and gates keep a pod outside", () => {
  const events = [
    { kind: "run.started", pods: ["d/a", "d/b", "d/gated"] },
    started({ cycle: 0, pod: "d/a" }),
    finished({ cycle: 0, pod: "d/a" }),
    {
      kind: "queue.moved",
      at: 0,
      event: "NodeAdd",
      about: null,
      moved: [{ pod: "d/a", to: "backoff", ready_at: 1, hints: {} }],
      stayed: [],
    },
    started({ cycle: 1, pod: "d/gated" }),
    finished({ cycle: 1, pod: "d/gated", skipped: "Gated" }),
    started({ cycle: 2, pod: "d/b", at: 1 }),
  ];
  const waiting = extend(emptyLog(), /** @type {any[]} */ (events));
  const lanes = lanesAt(waiting, waiting.cycles[2]);
  assert.deepEqual(summary(lanes.active), [["d/a", "ended"]]);
  assert.deepEqual(summary(lanes.gated), [["d/gated", "gates"]]);
  assert.deepEqual(lanes.backoff, []);
});
