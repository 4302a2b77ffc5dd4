import assert from "node:assert/strict";
import { test } from "node:test";

await import("../../document.js");
const { lossWords, percent, progressWords } =
  await import("../../../../static/js/pages/sweeps/core/words.js");
const { sweepName, sweepWords } = await import("../../../../static/js/pages/sweeps/kinds/registry.js");

/** @import { SweepSpecification } from "../../../../static/js/types/engine.js" */

/** @param {object} sweep */
const asked = (sweep) => /** @type {SweepSpecification} */ (/** @type {unknown} */ (sweep));

/** @param {object} more */
const progress = (more) =>
  progressWords(
    /** @type {import("../../../../static/js/types/api.js").SweepStateOut} */ (
      /** @type {unknown} */ ({
        status: "running",
        evaluated: 1000,
        points: 20000,
        seconds_left: null,
        ...more,
      })
    ),
  );

test("losses are named by what is lost, with pairs where they are asked for", () => {
  const losses = {
    kind: "losses",
    topology_keys: ["kubernetes.io/hostname", "topology.kubernetes.io/zone"],
    pairs: false,
  };
  assert.equal(sweepName(asked(losses)), "Nodes and zones lost");
  assert.equal(sweepName(asked({ ...losses, topology_keys: ["rack"], pairs: true })), "Rack lost, and pairs");
  assert.equal(sweepWords(asked(losses)), "nodes and zones lost");
});

test("two weights are weights, a weight and an argument are settings", () => {
  const x = { setting: "weight/NodeResourcesFit", values: [1] };
  const argument = { setting: "InterPodAffinity/hardPodAffinityWeight", values: [1] };
  assert.equal(sweepName(asked({ kind: "weights", x, y: null })), "Weight of NodeResourcesFit");
  assert.equal(sweepName(asked({ kind: "weights", x, y: x })), "Two weights");
  assert.equal(sweepName(asked({ kind: "weights", x, y: argument })), "Two settings");
});

test("what is counted has a singular", () => {
  assert.equal(sweepWords(asked({ kind: "seeds", seeds: 1 })), "1 seed");
  assert.equal(sweepWords(asked({ kind: "seeds", seeds: 1000 })), "1,000 seeds");
  assert.equal(sweepWords(asked({ kind: "versions", versions: ["1.36"] })), "1 version");
});

test("a fleet is named by its version, if there is one", () => {
  assert.equal(sweepName(asked({ kind: "fleet", version: "1.36" })), "Fleet under 1.36");
  assert.equal(sweepName(asked({ kind: "fleet", version: "" })), "Fleet");
});

test("shares have a digit unless they are none or all", () => {
  assert.deepEqual([0, 0.3548, 0.9994, 0.9996, 1].map(percent), [
    "0 %",
    "35.5 %",
    "99.9 %",
    "100 %",
    "100 %",
  ]);
});

test("times are as coarse as they are long, and never none", () => {
  const left = (/** @type {number} */ seconds_left) => progress({ seconds_left }).split(", ")[1];
  assert.deepEqual(
    [0.2, 89, 90, 5399, 5400].map(left),
    ["1 s", "89 s", "2 min", "90 min", "2 h"].map((time) => `${time} left`),
  );
});

test("a sweep says how far it is, and what becomes of it", () => {
  assert.equal(progress({}), "1,000 of 20,000");
  assert.equal(progress({ seconds_left: 61 }), "1,000 of 20,000, 61 s left");
  assert.equal(progress({ status: "queued" }), "1,000 of 20,000, waiting");
  assert.equal(progress({ status: "cancelled", seconds_left: 9 }), "1,000 of 20,000, cancelled");
  assert.equal(progress({ status: "failed" }), "1,000 of 20,000, failed");
  assert.equal(progress({ status: "finished", seconds_left: 0 }), "1,000 of 20,000");
});

test("a pair of losses is said as one", () => {
  assert.equal(lossWords({ topology_key: "zone", values: ["a"], nodes: 1 }), "a");
  assert.equal(lossWords({ topology_key: "zone", values: ["a", "b"], nodes: 2 }), "a and b");
});
