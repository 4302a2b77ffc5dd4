import assert from "node:assert/strict";
import { test } from "node:test";

import { kindOf, poolOf, roleOf } from "../../../static/js/model/nodekinds.js";
import { shared } from "../shared.js";

for (const { name, labels, group, role = null } of shared("node_groups")) {
  test(`the pool and the role of a node are those of the engine: ${name}`, () => {
    assert.equal(poolOf({ labels }) ?? null, group);
    assert.equal(roleOf({ labels }) ?? null, role);
  });
}

test("without a label for its type a node is what it has", () => {
  const allocatable = { cpu: "7820m", memory: "32Gi" };
  assert.deepEqual(kindOf({ name: "n1", labels: {}, allocatable }), {
    name: "n1",
    pool: "",
    zone: "",
    shape: "7.8 cores, 32 GiB",
    platform: "",
  });
  const labels = { "node.kubernetes.io/instance-type": "Standard_D8s_v5", agentpool: "user" };
  assert.equal(kindOf({ name: "n1", labels, allocatable }).shape, "D8s_v5");
});
