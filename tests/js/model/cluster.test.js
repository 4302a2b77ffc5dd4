import assert from "node:assert/strict";
import { test } from "node:test";

import { Cluster, NOWHERE } from "../../../static/js/model/cluster.js";
import { leavesOf, letterOf, pathOf, treeOf } from "../../../static/js/model/tree.js";
import { shared } from "../shared.js";

const cluster = new Cluster(shared("run").cluster);

test("columns become nodes with their labels", () => {
  assert.deepEqual(
    cluster.nodes.map(({ name, labels }) => [name, labels.zone]),
    [
      ["n1", "a"],
      ["n2", "b"],
    ],
  );
  assert.equal(cluster.nodes[1].allocatable.cpu, "2");
});

test("a pod is found by its name, and made once", () => {
  const index = cluster.podIndex("default/urgent");
  assert.equal(index, 2);
  assert.equal(cluster.keyOf(2), "default/urgent");
  assert.equal(cluster.pod(2).priority, 10);
  assert.equal(cluster.pod(2).node, null);
  assert.equal(cluster.pod(2), cluster.pod(2));
  assert.equal(cluster.podNodes[2], NOWHERE);
  assert.equal(cluster.podIndex("default/done"), undefined); // it has finished
});

test("keys that are worth grouping by come first", () => {
  assert.deepEqual(cluster.labelKeys, ["zone", "kubernetes.io/hostname"]);
});

/** @param {Record<string, string>[]} labels of the nodes n0, n1 … */
const labelled = (labels) =>
  /** @type {any} */ ({ nodes: labels.map((own, index) => ({ name: `n${index}`, index, labels: own })) });

test("domains within domains are sorted as people count, nodes without the label last", () => {
  const nodes = labelled([
    { region: "r", zone: "z10" },
    { region: "r", zone: "z9" },
    { region: "r" },
    { zone: "z9" },
  ]);
  const { domains } = treeOf(nodes, ["region", "zone"]);
  assert.deepEqual(
    domains.map(({ value, children }) => [value, children.map((child) => child.value)]),
    [
      ["r", ["z9", "z10", null]],
      [null, ["z9"]],
    ],
  );
  assert.deepEqual(
    domains.flatMap(leavesOf).map(({ nodes: within }) => within),
    [[1], [0], [2], [3]],
  );
  const [inner] = domains.flatMap(leavesOf);
  assert.deepEqual(
    pathOf(inner).map(({ value }) => value),
    ["r", "z9"],
  );
});

test("hostnames of one node each make no boxes", () => {
  const { domains, own } = treeOf(cluster, ["zone", "kubernetes.io/hostname"]);
  assert.equal(own, "kubernetes.io/hostname");
  assert.deepEqual(
    domains.map(({ value, letter }) => [value, letter]),
    [
      ["a", "A"],
      ["b", "B"],
    ],
  );
  assert.deepEqual(
    treeOf(cluster, []).domains.map(({ nodes }) => nodes),
    [[0, 1]],
  );
});

test("domains are lettered, beyond Z numbered", () => {
  assert.deepEqual(
    [0, 25, 26].map((index) => letterOf(["a"], index)),
    ["A", "Z", "27"],
  );
  assert.equal(letterOf([null], 0), "–");
});
