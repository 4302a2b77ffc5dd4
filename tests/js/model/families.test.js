import assert from "node:assert/strict";
import { test } from "node:test";

import { Families } from "../../../static/js/model/families.js";
import { kindOf } from "../../../static/js/model/nodekinds.js";
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
/** @type {Record<string, {pools: string[], inner: number, examples: Record<string, [string, string]>}>} */
const EXPECTED = {
  AKS: {
    pools: ["gpunp", "spotnp", "system", "userpool1", "userpool2"],
    inner: 2,
    examples: { "aks-userpool1-37291234-vmss00000j": ["0j", "userpool1 …0j"] },
  },
  EKS: {
    pools: ["general", "gpu", "memory"],
    inner: 3,
    examples: { "ip-10-0-12-86.eu-west-1.compute.internal": ["86", "general …86"] },
  },
  GKE: { pools: ["default-pool", "high-memory", "spot-pool"], inner: 4, examples: {} },
  Karpenter: { pools: ["batch", "default"], inner: 3, examples: {} },
  kOps: { pools: ["control-plane", "nodes"], inner: 3, examples: {} },
  "bare metal": {
    pools: ["compute", "gpu", "storage"],
    inner: 3,
    examples: { "dc1-rack02-compute-011.lab.example.com": ["11", "compute …11"] },
  },
  OpenShift: {
    pools: ["control-plane", "infra", "worker"],
    inner: 5,
    examples: { "ocp-prod-7xk2f-master-0": ["0", "control-plane …0"] },
  },
};

for (const cluster of clusters) {
  const { provider } = cluster;
  const nodes = nodesOf(cluster);
  const families = new Families(nodes.map(kindOf));
  const expected = EXPECTED[provider];

  test(`${provider}: nodes are grouped by pool`, () =>
    assert.deepEqual(
      families.list.map(({ pool }) => pool),
      expected.pools,
    ));

  test(`${provider}: few characters tell a node apart within its pool`, () => {
    for (const { nodes: members } of families.list) {
      const short = members.map(({ name }) => families.inner.short(name));
      assert.equal(new Set(short).size, short.length);
      for (const text of short) assert.ok(text.length <= expected.inner, text);
    }
  });

  test(`${provider}: a node that is named alone is one of a kind, and begins with its pool`, () => {
    const short = nodes.map(({ name }) => families.short(name));
    assert.equal(new Set(short).size, nodes.length);
    for (const { pool, nodes: members } of families.list)
      for (const { name } of members)
        assert.ok(families.short(name).startsWith(`${pool} …`), families.short(name));
  });

  test(`${provider}: all pieces of a name together are the whole name`, () => {
    for (const { name } of nodes)
      for (const names of [families, families.inner])
        assert.equal(
          names
            .pieces(name)
            .map(({ text }) => text)
            .join(""),
          name,
        );
  });

  test(`${provider}: names as people expect them`, () => {
    for (const [name, [inner, alone]] of Object.entries(expected.examples))
      assert.deepEqual([families.inner.short(name), families.short(name)], [inner, alone]);
  });

  test(`${provider}: without labels names still differ`, () => {
    const plain = Families.ofNames(nodes.map(({ name }) => name));
    assert.equal(new Set(nodes.map(({ name }) => plain.short(name))).size, nodes.length);
  });
}

test("names of AKS say their pools without labels too", () => {
  const nodes = nodesOf(clusters[0]);
  const plain = Families.ofNames(nodes.map(({ name }) => name));
  assert.equal(plain.short("aks-userpool1-37291234-vmss00000j"), "userpool1 …0j");
});

test("short names stay whole", () => {
  const names = ["kind-worker", "kind-worker2", "node1", "node2"];
  const families = Families.ofNames(names);
  for (const name of names)
    assert.deepEqual([families.inner.short(name), families.short(name)], [name, name]);
});

test("of numbers alone no pool is made", () => {
  const { list } = Families.ofNames(["r01-kvm1", "r01-kvm2", "r02-kvm1"]);
  assert.deepEqual(
    list.map(({ pool }) => pool),
    [""],
  );
});

test("an address and an instance of one pool are told apart without the domain", () => {
  const names = ["i-0c42b71d9ab", "ip-10-27-1-13.ec2.internal", "ip-10-27-2-13.ec2.internal"];
  const { inner } = new Families(names.map((name) => ({ name, pool: "general", zone: "a", shape: "" })));
  assert.ok(names.every((name) => !inner.short(name).includes("internal")));
  assert.equal(new Set(names.map((name) => inner.short(name))).size, names.length);
});
