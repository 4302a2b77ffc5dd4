import assert from "node:assert/strict";
import { test } from "node:test";

import { Cluster } from "../../../../static/js/model/cluster.js";
import { shortfallOf } from "../../../../static/js/plugins/noderesources/shortfall.js";
import { viewOf } from "../../model/view.js";

/** @import { ClusterView } from "../../../../static/js/types/engine.js" */
/** @import { Viewed } from "../../../../static/js/plugins/descriptor.js" */

const FIT = "NodeResourcesFit";
const POOL = "cloud.google.com/gke-nodepool";

/**
 * @typedef {{cpu: string, used?: number, pool?: string}} Given a node: its cpu, what is used in thousandths
 *
 * A cycle of a pod that wants 2 cpu; the first nodes are rejected for it, the last `passing` pass.
 * @param {Given[]} nodes @param {{passing?: number, reasons?: string[]}} [options]
 */
function cycle(nodes, { passing = 0, reasons = ["Insufficient cpu"] } = {}) {
  const names = nodes.map((_, i) => `n${i}`);
  const classes = [
    { requests: { cpu: 2000 } },
    ...nodes.map(({ used }) => ({ requests: { cpu: used ?? 0 } })),
  ];
  const pools = [...new Set(nodes.map(({ pool }) => pool ?? ""))];
  const cluster = new Cluster(
    /** @type {ClusterView} */ (
      /** @type {unknown} */ ({
        nodes: {
          names,
          labels: { [POOL]: { values: pools, codes: nodes.map(({ pool }) => pools.indexOf(pool ?? "")) } },
          taints: { values: [[]], codes: names.map(() => 0) },
          allocatable: { values: nodes.map(({ cpu }) => ({ cpu, pods: "10" })), codes: [...names.keys()] },
          unschedulable: [],
        },
        pods: {
          names: ["p", ...names],
          nodes: [-1, ...names.keys()],
          classes: [...classes.keys()],
          nominated: {},
        },
        classes: classes.map((shape) => ({
          namespace: "default",
          labels: {},
          priority: 0,
          owner: null,
          ...shape,
        })),
        topology_keys: [],
      })
    ),
  );
  const stops = nodes.map((_, i) => (i < nodes.length - passing ? FIT : null));
  const codes = Object.fromEntries(stops.flatMap((stop, i) => (stop ? [[i, "Unschedulable"]] : [])));
  const data = viewOf({ stops, filters: [FIT], codes: { [FIT]: codes } });
  for (const status of data.columns.filter?.statuses ?? []) if (status) status.reasons = reasons;
  const fold = { pod: () => ({ class: 0 }), on: (/** @type {number} */ node) => [node + 1] };
  return /** @type {Viewed} */ (
    /** @type {unknown} */ ({ cluster, fold, data, rest: false, cycle: { pod: "default/p" } })
  );
}

/** @param {{node: number}[]} rows */
const nodesOf = (rows) => rows.map(({ node }) => node);

test("what is missing of each node is a sum, and the nearest comes first", () => {
  const shortfall = shortfallOf(
    cycle([
      { cpu: "4", used: 4000 },
      { cpu: "3", used: 1500 },
    ]),
  );
  assert.deepEqual(nodesOf(shortfall?.full ?? []), [1, 0]);
  assert.deepEqual(shortfall?.full[0].amounts, [{ used: 1500, allocatable: 3000, missing: 500 }]);
});

test("nodes too small when empty stand apart, those of a pool together", () => {
  const small = { cpu: "1500m", pool: "small" };
  const shortfall = shortfallOf(cycle([small, { cpu: "2", used: 1 }, { cpu: "1", pool: "tiny" }, small]));
  assert.deepEqual(nodesOf(shortfall?.full ?? []), [1]);
  assert.deepEqual(shortfall?.small.map(nodesOf), [[0, 3], [2]]);
});

test("what is free is added up over the nodes, with the largest piece", () => {
  const shortfall = shortfallOf(
    cycle([
      { cpu: "3", used: 2400 },
      { cpu: "2", used: 1000 },
      { cpu: "1", used: 1500 },
    ]),
  );
  assert.deepEqual(shortfall?.resources, [
    { resource: "cpu", request: 2000, free: 1600, largest: 1000, largestNode: 1 },
  ]);
});

test("nodes that pass are counted, and too many pods is a shortage of one", () => {
  const shortfall = shortfallOf(
    cycle([{ cpu: "4" }, { cpu: "4" }], { passing: 1, reasons: ["Too many pods"] }),
  );
  assert.equal(shortfall?.checked, 2);
  assert.deepEqual(
    shortfall?.resources.map(({ resource, request }) => [resource, request]),
    [["pods", 1]],
  );
});

test("nothing is known before the cluster is here", () => {
  assert.equal(shortfallOf({ ...cycle([{ cpu: "1" }]), cluster: null }), null);
});
