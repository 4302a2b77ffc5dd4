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

/** @param {object} fields @returns {KueueWalk} */
const walkWith = (fields) => /** @type {KueueWalk} */ ({ ...walk, ...fields });

test("the topology says how many domains were chosen, or why none was", () => {
  const place = { pod_set: "main", search: {}, failure: "", chosen: [["n1"], ["n2"]], counts: [1, 1] };
  const topology = (/** @type {object[]} */ ...places) => kueueSteps(walkWith({ places })).steps.Topology;
  assert.equal(topology(place).heading, "2 domains were chosen");
  const failure = 'topology "t" allows to fit only 1 out of 2 pod(s)';
  assert.equal(topology(place, { ...place, failure, chosen: [] }).heading, failure);
  assert.equal(topology({ ...place, search: null }), undefined);
});

test("victims are counted, and whoever got in later says so", () => {
  const victims = [{ workload: "ns/job-b", job: "Job ns/b", preemptor: "ns/job-a", message: "Preempted" }];
  const { heading, text } = kueueSteps(walkWith({ victims, admitted: true })).steps.Victims;
  assert.equal(heading, "1 workload was preempted for it");
  assert.deepEqual(text, ["It was admitted in a later cycle, once their quota was released."]);
  assert.deepEqual(kueueSteps(walkWith({ victims })).steps.Victims.text, []);
});

test("a workload that was never tried says who is before it, or where it stands", () => {
  const one = { workload: "ns/job-a", job: "", place: 2, own: true };
  const behind = { kind: "behind", operands: { head: "big", queue: "q" }, text: "" };
  const quota = {
    kind: "quota",
    operands: { missing: "4", resource: "cpu", flavor: "f", queue: "q" },
    text: "",
  };
  const untried = { cause: behind, strategy: "StrictFIFO", neighbours: [one], neighbour_count: 3, notes: [] };
  const waiting = (/** @type {object} */ fields) =>
    kueueSteps(walkWith({ turns: [], pod_sets: [], cycle: 0, untried: { ...untried, ...fields } })).steps
      .Waiting;
  assert.equal(waiting({}).heading, "big is ahead of it in q, which is StrictFIFO");
  const equal = waiting({ cause: quota, notes: [{ kind: "equivalent", operands: {}, text: "" }] });
  assert.equal(equal.heading, "Kueue has not tried it: it is number 2 of 3 in q");
  assert.match(equal.text.join(" "), /^It needs 4 more cpu in flavor f of q .*equivalent/);
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
