import assert from "node:assert/strict";
import { test } from "node:test";

import { whyWords } from "../../../../static/js/pages/daytwo/causes.js";

/** @param {string} code @param {object} [operands] */
const why = (code, operands = {}) => whyWords({ code, operands: /** @type {any} */ (operands) });

test("a placement says how many nodes there were to choose from, and whether the seed drew", () => {
  const placed = (/** @type {object} */ operands) => why("scheduler placed", operands);
  assert.equal(placed({}), "");
  assert.equal(placed({ feasible: 1, ties: 1 }), "the only node that passes the filters");
  assert.equal(placed({ feasible: 4, ties: 1 }), "the highest score of 4 nodes");
  assert.equal(
    placed({ feasible: 4, ties: 2 }),
    "one of 2 with the highest score, chosen at random by the seed",
  );
  assert.match(placed({ feasible: 4, ties: 2, drawn: false }), /the search order decides$/);
});

test("a surplus pod goes by the rule of its ReplicaSet, or by one that this page does not know", () => {
  const surplus = (/** @type {object} */ operands) => why("replicaset surplus", operands);
  assert.equal(surplus({ rule: "" }), "all of them are deleted");
  assert.equal(
    surplus({ rule: "crowded node", node: "n1", pods_on_node: 1 }),
    "n1 has 1 of its pods, the most",
  );
  assert.equal(surplus({ rule: "a later one" }), "a later one");
});

test("an eviction by a taint says how long it was tolerated, if at all", () => {
  const evicted = (/** @type {number} */ seconds) => why("taint eviction", { taints: ["a", "b"], seconds });
  assert.equal(evicted(0), "it does not tolerate a, b");
  assert.match(evicted(300), /^it tolerates a, b for .+ only$/);
});

test("a rollout that blocks itself says what to set", () => {
  const blocked = (/** @type {string} */ key) => why("surge deadlock", { key, available_at_least: 3 });
  assert.match(blocked("kubernetes.io/hostname"), /^Every node holds .* since 3 must stay available/);
  assert.match(blocked("zone"), /^Every zone holds /);
});

test("lost nodes are counted in pods", () => {
  const held = (/** @type {string[]} */ ...pods) => why("held by lost nodes", { pods, nodes: ["n1", "n2"] });
  assert.match(held("a"), /^1 pod on n1, n2 can neither run/);
  assert.match(held("a", "b"), /^2 pods on n1, n2 can neither run/);
});

test("what says it all has no cause beside it", () => {
  assert.equal(why("kubelet ready"), "");
  assert.equal(why("a code of a later engine"), "");
});
