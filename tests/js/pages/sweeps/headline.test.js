import assert from "node:assert/strict";
import { test } from "node:test";

await import("../../document.js");
const { headline } = await import("../../../../static/js/pages/sweeps/kinds/registry.js");

/** @import { SweepCell, SweepKind, SweepResult } from "../../../../static/js/types/engine.js" */

/** @param {object} [more] @returns {SweepCell} */
const cell = (more) => ({
  ...{ point: 0, runs: 1, placed: 5, pending: 0, evicted: 0, nodes_used: 3, tied: 0 },
  ...more,
});

/** @param {SweepKind} kind @param {object} more */
const says = (kind, more) =>
  headline(
    /** @type {SweepResult} */ (
      /** @type {unknown} */ ({ kind, evaluated: 1, pods: [], workloads: [], axes: [], cells: [], ...more })
    ),
  );

/** @param {string} name @param {string[]} values */
const axis = (name, values) => ({ name, label: "", length: values.length, values });

test("nothing is said before anything is computed", () => {
  assert.equal(says("seeds", { evaluated: 0 }), "");
});

test("losses: the worst of them, or that none leaves pods pending", () => {
  const losses = ["a", "b", "c"].map((value) => ({ topology_key: "zone", values: [value] }));
  assert.equal(
    says("losses", { losses, cells: [cell({ pending: 1 }), null, cell({ pending: 2.5 })] }),
    "2 of 2 losses leave pods pending; c leaves 2.5",
  );
  const zones = losses.map((loss) => ({ ...loss, topology_key: "topology.kubernetes.io/zone" }));
  assert.equal(
    says("losses", { losses: zones, cells: [cell({ pending: 1 }), cell(), cell()] }),
    "Of 3 losses, only that of a leaves pods pending: 1",
  );
  assert.equal(says("losses", { losses, cells: [cell()] }), "Whatever is lost, no pod stays pending");
  assert.equal(
    says("losses", { losses, cells: [cell({ gone: 2 }), cell()] }),
    "Whatever is lost, no pod stays pending; up to 2 are lost with their nodes",
  );
});

test("seeds: how many pods ties move, and how many of them decide", () => {
  const pod = (/** @type {number} */ ties, /** @type {number} */ places) => ({
    ties,
    places: Array.from({ length: places }, (_, place) => ({ place, runs: 1 })),
  });
  const seeds = (/** @type {object[]} */ ...pods) =>
    says("seeds", {
      landing: { pods, workloads: [[0, 0, 0]], columns: "node", pod_columns: "node" },
      workloads: [{ pods: 3 }],
      cells: [cell()],
    });
  assert.match(
    seeds(pod(1, 2), pod(0, 2), pod(0, 1)),
    /^Ties move 2 of the 3 pods \(1 directly, 1 as a consequence\)/,
  );
  assert.match(seeds(pod(1, 2), pod(0, 1), pod(0, 1)), /^Ties move 1 of the 3 pods; /);
});

test("weights: how many settings nothing beats, or who wins the pod", () => {
  assert.equal(
    says("weights", { cells: [cell(), null, cell()], pareto: [0] }),
    "Pareto-optimal settings: 1 of 2",
  );
  assert.equal(
    says("weights", { cells: [cell(), cell()], pareto: [0, 1] }),
    "Pareto-optimal settings: 2 of 2",
  );
  const won = [cell({ winners: [{ node: "n1" }] }), cell({ winners: [{ node: "n2" }] })];
  assert.equal(
    says("weights", { cells: won, flips: { pod: "web-0", winners: ["n1"] } }),
    "n1 wins web-0 now, and with 1 of 2 settings",
  );
  assert.equal(
    says("weights", { cells: won, flips: { pod: "web-0", winners: ["n1", "n2"] } }),
    "2 nodes tie for web-0 now; one of them wins with 2 of 2 settings",
  );
});

test("capacity: the fewest nodes that place every pod", () => {
  const axes = [axis("shape", ["small"]), axis("count", ["0", "1", "2"])];
  const cells = (/** @type {number[]} */ ...pending) => pending.map((count) => cell({ pending: count }));
  assert.equal(
    says("capacity", { axes, cells: cells(0, 0, 0) }),
    "Every pod is placed without additional nodes",
  );
  assert.equal(
    says("capacity", { axes, cells: cells(3, 0, 0) }),
    "The fewest that place every pod: nodes like small, added 1",
  );
  assert.equal(
    says("capacity", { axes, cells: cells(3, 2, 1) }),
    "None of these places every pod: at least 1 stay pending",
  );
});

test("versions: pods that move, or that none does", () => {
  const axes = [axis("version", ["1.33", "1.34"])];
  const at = (/** @type {string} */ place) => cell({ pods: [[{ place }]] });
  const pods = ["web-0"];
  assert.equal(
    says("versions", { axes, pods, cells: [at("n1"), at("n2")] }),
    "1 of 1 pod moves between version 1.33 and 1.34",
  );
  assert.equal(
    says("versions", { axes, pods, cells: [at("n1"), at("n1")] }),
    "Every pod gets the same node with every version",
  );
  assert.equal(
    says("versions", { axes, cells: [cell({ placed: 4 }), cell({ placed: 5 })] }),
    "From 4 to 5 pods are placed, by version",
  );
});

test("a fleet: clusters that change, and those that are worse", () => {
  const before = { pending: 0 };
  assert.equal(says("fleet", { cells: [cell({ before })] }), "The cluster does not change");
  assert.equal(
    says("fleet", { cells: [cell({ before }), cell({ before })] }),
    "None of the 2 clusters changes",
  );
  assert.equal(
    says("fleet", { cells: [cell({ before, pending: 1 }), cell({ before, moved: 1 }), cell({ before })] }),
    "2 of 3 clusters change; with more pending pods than before: 1",
  );
});
