import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { comparable, hitsOf } from "../../../../static/js/pages/gallery/search.js";

const CASES = {
  init:
    "An init container that is done 0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are " +
    "available: 1 No preemption victims found for incoming pod. kubernetes/kubernetes issue 124282",
  spread:
    "CoreDNS 1 node(s) didn't match pod topology spread constraints, 1 node(s) had untolerated taint " +
    "{node-role.kubernetes.io/control-plane: }. kubernetes/kops pull request 17472",
  canary:
    "A canary 3 node(s) didn't match pod topology spread constraints, 3 node(s) had untolerated taint(s).",
  gpu: "Sixteen GPUs 1 Insufficient nvidia.com/gpu. NVIDIA/k8s-device-plugin issue 58",
  chinese: "带污点的控制平面 数域时不看污点，maxSkew 为 1 时最小值一直是 0。升级到 1.35",
  skew: "Of 3/1/0 the rollout makes 3/2/0. after upgrade to 1.31.3 kubernetes/kubernetes issue 1242",
};

/** @param {string} query */
function names(query) {
  const texts = Object.values(CASES).map(comparable);
  const hits = hitsOf(texts, query);
  return Object.keys(CASES).filter((_, index) => hits[index]);
}

for (const [query, expected] of /** @type {[string, string[]][]} */ ([
  ["", Object.keys(CASES)],
  ["3/2/0", ["skew"]],
  ["After  upgrade", ["skew"]],
  ["coredns taint", ["spread"]],
  ["nothing is like this", []],
  ["污点控制平面", ["chinese"]],
  ["控制平面的污点", ["chinese"]],
  ["升级后", ["chinese"]],
  ["maxSkew为1", ["chinese"]],
  ["污点 抢占", []],
  ["数", ["chinese"]],
  ["抢", []],
  ["#124282", ["init"]],
  ["k/k#124282", ["init"]],
  ["kubernetes/kubernetes#124282", ["init"]],
  ["https://github.com/kubernetes/kubernetes/issues/124282#issuecomment-1", ["init"]],
  ["https://github.com/kubernetes/kops/pull/17472", ["spread"]],
  ["NVIDIA/k8s-device-plugin#58", ["gpu"]],
  ["kubernetes/kubernetes#58", []],
  ["#42", []],
]))
  test(`finds ${query || "everything for nothing"}`, () => assert.deepEqual(names(query), expected));

for (const [query, expected] of /** @type {[string, string[]][]} */ ([
  ["1 Insufficient cpu … No preemption victims", ["init"]],
  ["4 Insufficient cpu", ["init"]],
  [
    "Warning  FailedScheduling  57s (x2 over 6m)  default-scheduler  0/7 nodes are available: 7 Insufficient cpu.",
    ["init"],
  ],
  [
    "0/9 nodes are available: 9 Insufficient nvidia.com/gpu. preemption: 0/9 nodes are available: 9 Preemption is not helpful for scheduling.",
    ["gpu"],
  ],
  [
    "0/6 nodes are available: 2 node(s) had untolerated taint {a: b}, 4 node(s) didn’t match pod topology spread constraints. preemption: not eligible",
    ["spread", "canary"],
  ],
  [
    "0/6 nodes are available: 3 node(s) had untolerated taint(s), 3 node(s) were unschedulable.",
    ["spread", "canary"],
  ],
  ["0/2 nodes are available: 2 node(s) were unschedulable.", []],
]))
  test(`finds the reasons of ${query}`, () => assert.deepEqual(names(query), expected));

test("every message that was reported finds the case that rebuilds it", () => {
  const folder = new URL("../../../../webui/features/gallery/cases/", import.meta.url);
  const headers = readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => readFileSync(new URL(name, folder), "utf8").split("\n---\n")[0] ?? "");
  const texts = headers.map(comparable);
  const messages = headers.map((header) => /^message: >-\n((?: {2}.*\n)+)/m.exec(header)?.[1]);
  const missed = messages.filter((message, index) => message && !hitsOf(texts, message)[index]);
  assert.deepEqual(missed, []);
  assert.ok(messages.filter(Boolean).length >= 27);
});
