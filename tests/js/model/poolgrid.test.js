import assert from "node:assert/strict";
import { test } from "node:test";

import { kindOf } from "../../../static/js/model/nodekinds.js";
import { headingIn, headingOf } from "../../../static/js/model/poolgrid.js";
import { Pools } from "../../../static/js/model/pools.js";

test("a heading says the pool, how many nodes of which shape, and the zone", () => {
  assert.equal(headingOf("userpool1", Array(20).fill("D8s_v5"), "1"), "userpool1 · 20 × D8s_v5 · zone 1");
  assert.equal(headingOf("", ["D8s_v5"]), "1 × D8s_v5");
  assert.equal(headingOf("web", ["D8s_v5"], "zoneA"), "web · 1 × D8s_v5 · zoneA"); // not "zone zoneA"
  assert.equal(headingOf("batch", ["m5.large", "m6i.large"]), "batch · 2 × m5.large or m6i.large");
  assert.equal(headingOf("batch", ["a", "b", "c"]), "batch · 3 nodes of 3 types");
  assert.equal(headingOf("batch", ["", ""]), "batch · 2 nodes");
});

test("a heading says the architecture where the nodes of the cluster differ in it", () => {
  const nodes = [
    { name: "pi", labels: { "kubernetes.io/arch": "arm64", "kubernetes.io/os": "linux" } },
    { name: "nuc", labels: { "kubernetes.io/arch": "amd64", "kubernetes.io/os": "linux" } },
    { name: "win", labels: { "kubernetes.io/arch": "amd64", "kubernetes.io/os": "windows" } },
  ].map((node) => kindOf({ ...node, labels: { ...node.labels, "node.kubernetes.io/instance-type": "k3s" } }));
  const mixed = { pools: new Pools(nodes) };
  assert.equal(headingIn(mixed, [0], ""), "1 × k3s · arm64");
  assert.equal(headingIn(mixed, [0, 1, 2], ""), "3 × k3s · 1 × amd64, 1 × arm64, 1 × windows amd64");
  assert.equal(headingIn({ pools: new Pools([nodes[0]]) }, [0], ""), "1 × k3s");
});
