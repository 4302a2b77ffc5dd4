// The placements that the browser keeps: whatever way a cycle is reached, they are those of the run up to it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Cluster } from "../../../static/js/model/cluster.js";
import { clusterAt, domainOf, momentOf } from "../../../static/js/model/fold.js";
import { emptyLog, extend } from "../../../static/js/model/log.js";
import { shared } from "../shared.js";

/** @type {any} */
const ANSWER = {
  nodes: {
    names: ["n1", "n2"],
    labels: {},
    taints: { values: [[]], codes: [0, 0] },
    allocatable: { values: [{}], codes: [0, 0] },
    unschedulable: [],
  },
  pods: { names: ["a", "b", "c", "d"], nodes: [0, 0, -1, -1], classes: [0, 0, 0, 0], nominated: {} },
  classes: [{ namespace: "x", labels: {}, requests: {}, priority: 0, terminating: false, owner: null }],
  topology_keys: [],
};
/** @type {any[]} */
const CYCLES = [
  { pod: "x/c", finished: { node: "n2", victims: [] } },
  { pod: "x/d", finished: { node: null, victims: ["x/a"] } },
  { pod: "x/d", finished: { node: "n1", victims: [] } },
  { pod: "x/e", finished: null },
];
const STATES = [
  [["x/a", "x/b"], [], ["x/c", "x/d"]],
  [["x/a", "x/b"], ["x/c"], ["x/d"]],
  [["x/b"], ["x/c"], ["x/d"]],
  [["x/b", "x/d"], ["x/c"], []],
];

/**
 * The pods of each node, then those that wait.
 * @param {Cluster} cluster @param {import("../../../static/js/model/fold.js").Fold} fold
 */
const placements = (cluster, fold) => [
  ...cluster.nodes.map(({ name }) => fold.podsOn.get(name)?.map(({ pod }) => pod)),
  fold.waiting().map((pod) => cluster.keyOf(pod)),
];

/** The placements before each of the cycles, in the order of the requests. @param {number[]} order */
function walk(order) {
  const cluster = new Cluster(ANSWER);
  const log = { ...emptyLog(), cycles: CYCLES };
  const folds = order.map((cycle) => clusterAt(cluster, log, cycle));
  return folds.map((fold) => placements(cluster, fold));
}

test("a cycle is the same from before and from behind", () => {
  const order = [0, 3, 1, 2, 0, 3, 3, 1];
  assert.deepEqual(
    walk(order),
    order.map((cycle) => STATES[cycle]),
  );
});

test("behind a cycle that still runs, the cluster is as it was before it", () => {
  assert.deepEqual(walk([4]), [STATES[3]]);
});

test("the log is folded as the engine folds it", () => {
  const run = shared("run");
  const cluster = new Cluster(run.cluster);
  const log = extend(emptyLog(), run.events);
  for (const [cycle, { nodes, waiting }] of run.moments.entries())
    assert.deepEqual(placements(cluster, clusterAt(cluster, log, cycle)), [...Object.values(nodes), waiting]);
});

test("the node of a pod is looked up by the pod's name", () => {
  const run = shared("run");
  const cluster = new Cluster(run.cluster);
  const fold = clusterAt(cluster, extend(emptyLog(), run.events), 6);
  assert.equal(fold.nodeOf.get("default/urgent"), "n1");
  assert.equal(fold.nodeOf.get("default/low"), undefined); // preempted
  assert.equal(fold.nodeOf.has("default/huge"), false);
  assert.equal(fold.pod("default/nobody"), undefined);
});

test("the whole run has the cluster at its end", () => {
  const log = extend(emptyLog(), shared("run").events);
  assert.equal(momentOf({ cycle: 1, point: "Run", plugin: null, node: null }, log), 6);
  assert.equal(momentOf({ cycle: 1, point: "Filter", plugin: null, node: null }, log), 1);
  assert.equal(momentOf(null, log), 0);
});

test("a node without a hostname label is its own domain", () => {
  const [node] = new Cluster(ANSWER).nodes;
  assert.deepEqual(domainOf(node, ["zone", "kubernetes.io/hostname"]), [null, "n1"]);
});
