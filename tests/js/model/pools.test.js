import assert from "node:assert/strict";
import { test } from "node:test";

import { kindOf } from "../../../static/js/model/nodekinds.js";
import { Pools } from "../../../static/js/model/pools.js";
import { shared } from "../shared.js";

/** The nodes of a provider's cluster as the page has them. @param {{pools: any[]}} cluster */
const nodesOf = ({ pools }) =>
  pools.flatMap(({ labels, type, cpu, memory, nodes }) =>
    Object.entries(nodes).flatMap(([zone, names]) =>
      names.map((/** @type {string} */ name) => ({
        name,
        labels: {
          ...labels,
          ...(zone && { "topology.kubernetes.io/zone": zone }),
          ...(type && { "node.kubernetes.io/instance-type": type }),
        },
        allocatable: { cpu, memory },
      })),
    ),
  );

const clusters = shared("node_families");
/** @type {Record<string, string[]>} what the labels of each cluster name */
const POOLS = {
  AKS: ["gpunp", "spotnp", "system", "userpool1", "userpool2"],
  EKS: ["general", "gpu", "memory"],
  GKE: ["default-pool", "high-memory", "spot-pool"],
  Karpenter: ["batch", "default"],
  kOps: ["control-plane", "nodes"],
  "bare metal": [""],
  OpenShift: ["control-plane", "infra", "worker"],
};

for (const cluster of clusters) {
  const nodes = nodesOf(cluster);

  test(`${cluster.provider}: nodes are grouped by the pools of their labels`, () => {
    const pools = new Pools(nodes.map(kindOf));
    assert.deepEqual(
      pools.list.map(({ pool }) => pool),
      POOLS[cluster.provider],
    );
    for (const { pool, nodes: members } of pools.list)
      for (const { name } of members) assert.equal(pools.poolOf(name), pool);
  });

  test(`${cluster.provider}: of names without labels no pool is made`, () => {
    const { list } = new Pools(nodes.map(({ name }) => kindOf({ name, labels: {} })));
    assert.deepEqual(
      list.map(({ pool, nodes: members }) => [pool, members.length]),
      [["", nodes.length]],
    );
  });
}

test("the nodes of a cluster differ in platform where one has another", () => {
  const kind = (/** @type {string} */ arch) =>
    kindOf({ name: arch, labels: { "kubernetes.io/arch": arch, "kubernetes.io/os": "linux" } });
  assert.equal(new Pools([kind("amd64"), kind("arm64")]).platforms, true);
  assert.equal(new Pools([kind("amd64"), kind("amd64")]).platforms, false);
});
