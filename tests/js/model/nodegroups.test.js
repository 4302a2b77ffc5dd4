import assert from "node:assert/strict";
import { test } from "node:test";

import { groupingKeys, groupOf, groupText, sortOf } from "../../../static/js/model/nodegroups.js";
import { Cluster } from "../../../static/js/model/cluster.js";

/**
 * @typedef {{pool?: string, type?: string, zone?: string, disk?: string, taints?: string[],
 *   cordoned?: boolean}} Made
 */

/** @param {Made[]} made */
function clusterOf(made) {
  /** @type {("pool" | "type" | "zone" | "disk")[]} */
  const kinds = ["pool", "type", "zone", "disk"];
  const keys = [
    "karpenter.sh/nodepool",
    "node.kubernetes.io/instance-type",
    "topology.kubernetes.io/zone",
    "disk",
  ];
  const labels = Object.fromEntries(
    kinds.map((kind, i) => {
      const values = [...new Set(made.flatMap((node) => node[kind] ?? []))];
      return [keys[i], { values, codes: made.map((node) => values.indexOf(node[kind] ?? "")) }];
    }),
  );
  return new Cluster(
    /** @type {any} */ ({
      nodes: {
        names: made.map((_, i) => `n${i}`),
        labels,
        taints: { values: made.map(({ taints = [] }) => taints), codes: made.map((_, i) => i) },
        allocatable: { values: [{}], codes: made.map(() => 0) },
        unschedulable: made.flatMap(({ cordoned }, i) => (cordoned ? [i] : [])),
      },
      pods: { names: [], nodes: [], classes: [], nominated: {} },
      classes: [],
      topology_keys: [],
    }),
  );
}

const cluster = clusterOf([
  { pool: "general", type: "m6i.4xlarge", zone: "1a" },
  { pool: "general", type: "m6i.4xlarge", zone: "1b" },
  { pool: "general", type: "m6i.2xlarge", zone: "1b" },
  { pool: "gpu", type: "g5.2xlarge", zone: "1a", taints: ["nvidia.com/gpu:NoSchedule"] },
  { pool: "gpu", type: "g5.2xlarge", zone: "1a", taints: ["nvidia.com/gpu:NoSchedule"] },
  {
    pool: "spot-pool",
    type: "m5.xlarge",
    zone: "1a",
    cordoned: true,
    taints: ["node.kubernetes.io/unschedulable:NoSchedule"],
  },
  { pool: "gpu", type: "g5.2xlarge", zone: "1b", cordoned: true, taints: ["nvidia.com/gpu:NoSchedule"] },
]);

test("a group is called by what its nodes share, never by its first node", () => {
  assert.equal(groupText(cluster, [0, 1]), "2 × m6i.4xlarge general");
  assert.equal(groupText(cluster, [1, 2]), "2 × pool general zone 1b");
  assert.equal(groupText(cluster, [3, 4]), "2 × pool gpu zone 1a, tainted nvidia.com/gpu");
  assert.equal(groupText(cluster, [3, 4], { zone: false }), "2 × pool gpu tainted nvidia.com/gpu");
});

test("cordoned nodes are that first of all, with their pools", () => {
  assert.deepEqual(groupOf(cluster, [5, 6]), { name: "cordoned", detail: "spot-pool, gpu" });
  assert.deepEqual(groupOf(cluster, [5]), { name: "cordoned", detail: "m5.xlarge, spot-pool, zone 1a" });
});

test("without pool and type another label tells them apart, and without any the number remains", () => {
  const plain = clusterOf([{ disk: "ssd" }, { disk: "ssd" }, { disk: "hdd" }, {}]);
  assert.equal(groupText(plain, [0, 1]), "2 × disk=ssd");
  assert.equal(groupText(plain, [0, 2]), "2 nodes");
  assert.equal(groupText(null, [0, 2]), "2 nodes");
});

test("nodes of one sort differ in zone and name alone", () => {
  const sorts = cluster.nodes.map(sortOf);
  assert.equal(sorts[0], sorts[1]);
  assert.equal(sorts[3], sorts[4]);
  assert.equal(sorts[5], sorts[6]);
  assert.equal(new Set(sorts).size, 4);
});

test("the keys by which people group are those that the nodes have", () => {
  assert.deepEqual(groupingKeys(cluster), {
    zone: ["topology.kubernetes.io/zone"],
    pool: ["karpenter.sh/nodepool"],
    type: ["node.kubernetes.io/instance-type"],
  });
});
