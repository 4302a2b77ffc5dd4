import assert from "node:assert/strict";
import { test } from "node:test";

import { Cluster } from "../../../../../static/js/model/cluster.js";
import { nodesText } from "../../../../../static/js/pages/workbench/stories/nodes.js";
import { viewOf } from "../../../model/view.js";

const POOLS = ["a", "a", "spot-pool", "spot-pool", "spot-pool", "spot-pool"];

/** @param {string} key of the label that has the pool */
const now = (key) => ({
  data: viewOf({ stops: POOLS.map(() => null) }),
  cluster: new Cluster({
    nodes: {
      names: POOLS.map((_, node) => `n${node}`),
      labels: { [key]: { values: ["a", "spot-pool"], codes: POOLS.map((pool) => Number(pool !== "a")) } },
      taints: { values: [[]], codes: POOLS.map(() => 0) },
      allocatable: { values: [{}], codes: POOLS.map(() => 0) },
      unschedulable: [],
    },
    pods: { names: [], nodes: [], classes: [], nominated: {} },
    classes: [],
    topology_keys: [],
  }),
});

test("few nodes have their names, many what they share", () => {
  assert.equal(nodesText(now("pool"), [0, 1, 2]), "n0, n1, n2");
  assert.equal(nodesText(now("pool"), [0, 1, 2, 3, 4, 5]), "n0, n1, 4 × spot-pool");
});

test("nodes that share nothing, or whose cluster is not here yet, are listed", () => {
  const { data } = now("pool");
  assert.equal(nodesText({ data, cluster: null }, [0, 1, 2, 3, 4]), "n0, n1, n2 and 2 more");
});
