import assert from "node:assert/strict";
import { test } from "node:test";

/** @import { KueueWalk } from "../../../../../static/js/types/engine.js" */

await import("../../../document.js");
const { kueueSteps } = await import("../../../../../static/js/pages/workbench/kueue/steps.js");
const { nearestPoint, stateOf } = await import("../../../../../static/js/model/points.js");

const turn = { workload: "ns/job-a", job: "Job ns/a", cluster_queue: "q", priority: 0, borrows: false };
const walk = /** @type {KueueWalk} */ (
  /** @type {unknown} */ ({
    ...turn,
    queue: "q",
    cycle: 2,
    turns: [{ ...turn, place: 1, own: true, outcome: "waits" }],
    turn_count: 1,
    pod_sets: [{ name: "main", flavors: [{ flavor: "spot", outcome: "waits", decides: true }] }],
    places: [],
    victims: [],
    admitted: false,
    message: "insufficient quota",
    flavors: {},
  })
);

test("steps that did not take place are left out", () => {
  const { steps, said } = kueueSteps(walk);
  assert.deepEqual(Object.keys(steps), ["Order", "Flavors", "Admission"]);
  assert.equal(said, "waits");
  assert.equal(steps.Order.heading, "It was the only head in cycle 2");
  assert.deepEqual(steps.Admission.text, ["insufficient quota"]);
  assert.deepEqual(Object.keys(kueueSteps({ ...walk, turns: [], pod_sets: [], cycle: 0 }).steps), [
    "Admission",
  ]);
});

test("an address with a step of Kueue waits for what Kueue did, and leads to the queue without it", () => {
  const cycle = { index: 0, pod: "ns/a", attempt: 1, started: {}, points: {}, finished: null };
  const open = /** @type {import("../../../../../static/js/model/log.js").Cycle} */ (
    /** @type {unknown} */ (cycle)
  );
  assert.equal(nearestPoint("Kueue", open), "Kueue");
  assert.equal(nearestPoint("Kueue", { ...open, kueue: null }), "Queue");
  assert.equal(stateOf("Kueue", { ...open, kueue: kueueSteps(walk) }), "done");
});
