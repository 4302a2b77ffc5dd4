import assert from "node:assert/strict";
import { test } from "node:test";

import { blocksOf } from "../../../../static/js/pages/live/nodeblocks.js";
import { groupsOf } from "../../../../static/js/pages/live/refusals.js";

/** @import { LiveNodeVerdict, LiveNodeView } from "../../../../static/js/types/engine.js" */

/** @param {Record<string, number>} cpus by pod @param {number} allocatable @returns {LiveNodeView} */
function view(cpus, allocatable) {
  const pods = Object.entries(cpus).map(([pod, cpu]) => ({
    pod,
    requests: cpu ? { cpu } : {},
    stays: pod.startsWith("kube-system/"),
  }));
  const requested = pods.reduce((sum, { requests }) => sum + (requests.cpu ?? 0), 0);
  return /** @type {any} */ ({ pods, amounts: [{ resource: "cpu", unit: "milli", allocatable, requested }] });
}

/** @param {LiveNodeView} of */
const summary = (of) =>
  blocksOf(of, "cpu").map(({ kind, name, pods, amount }) => [kind, name || pods, amount]);

test("the largest pods come first, those that end with the node last, and then what is free", () => {
  assert.deepEqual(summary(view({ "a/x": 100, "kube-system/cni": 300, "a/y": 200, "a/z": 0 }, 1000)), [
    ["pod", "a/y", 200],
    ["pod", "a/x", 100],
    ["stays", "kube-system/cni", 300],
    ["others", 1, 0],
    ["free", 0, 400],
  ]);
  assert.deepEqual(summary(view({ "a/x": 1100 }, 1000)), [["pod", "a/x", 1100]]);
});

test("of many pods the small ones are one block, and all blocks together are what the node has", () => {
  const pods = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`a/${i}`, i + 1]));
  const blocks = summary(view(pods, 1000));
  assert.equal(blocks.length, 15);
  assert.deepEqual(blocks[13], ["others", 27, (27 * 28) / 2]);
  assert.equal(
    blocks.reduce((sum, [, , amount]) => sum + Number(amount), 0),
    1000,
  );
});

test("who refuses the node for most workloads comes first, those that passed last", () => {
  /** @param {string} pod @param {string} [plugin] @returns {LiveNodeVerdict} */
  const verdict = (pod, plugin) => ({
    decision: 1,
    at: "",
    pod,
    outcome: plugin ? "refused" : "passed",
    refuser: plugin ? { point: "Filter", plugin } : null,
  });
  const groups = groupsOf([
    verdict("a"),
    verdict("b"),
    verdict("c", "P"),
    verdict("d", "Q"),
    verdict("e", "Q"),
  ]);
  assert.deepEqual(
    groups.map(({ refuser, verdicts }) => [refuser?.plugin, verdicts.map(({ pod }) => pod)]),
    [
      ["Q", ["d", "e"]],
      ["P", ["c"]],
      [undefined, ["a", "b"]],
    ],
  );
});
