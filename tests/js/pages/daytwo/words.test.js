import assert from "node:assert/strict";
import { test } from "node:test";

import { STEPS, stepWords } from "../../../../static/js/pages/daytwo/steps.js";
import { actionWords, momentWords, nameOf } from "../../../../static/js/pages/daytwo/words.js";

/** @param {object} more */
const moment = (more) =>
  /** @type {import("../../../../static/js/types/engine.js").PlayMoment} */ (/** @type {unknown} */ (more));

test("a rollout says what changes, the image without its registry", () => {
  assert.equal(stepWords({ rollout: "Deployment/web" }), "Rollout of Deployment/web");
  assert.equal(
    stepWords({
      rollout: "web",
      image: "registry.example.com/shop/web:2",
      strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } },
      template: { spec: { topologySpreadConstraints: [{ matchLabelKeys: ["pod-template-hash"] }] } },
    }),
    "Rollout of web: web:2, maxSurge 0, maxUnavailable 1, matchLabelKeys",
  );
  assert.equal(stepWords({ rollout: "web", strategy: { type: "Recreate" } }), "Rollout of web: Recreate");
});

test("nodes are named one by one, or by the label that they share", () => {
  assert.equal(stepWords({ drain: ["n1", "n2"] }), "Drain n1, n2");
  assert.equal(stepWords({ lose: { key: "topology.kubernetes.io/zone", value: "b" } }), "Lose zone=b");
});

test("a taint is written as kubectl does, as far as it is given", () => {
  assert.equal(
    stepWords({ taint: "n1", key: "gpu", value: "a100", effect: "NoSchedule" }),
    "Taint n1 with gpu=a100:NoSchedule",
  );
  assert.equal(stepWords({ untaint: "n1", key: "gpu" }), "Remove the taint gpu from n1");
});

test("one node is added in the singular, several in the plural, with what they are like", () => {
  assert.equal(stepWords({ addNodes: 1 }), "Add 1 node");
  assert.equal(stepWords({ addNodes: 3 }), "Add 3 nodes");
  assert.equal(stepWords({ addNodes: 1, like: "n1" }), "Add 1 node like n1");
  assert.equal(stepWords({ addNodes: 2, like: "n1" }), "Add 2 nodes like n1");
});

test("pods to delete are a name, several, or labels", () => {
  assert.equal(stepWords({ deletePods: "web-0" }), "Delete web-0");
  assert.equal(stepWords({ deletePods: ["web-0", "web-1"] }), "Delete web-0, web-1");
  assert.equal(stepWords({ deletePods: { app: "web", tier: "front" } }), "Delete app=web, tier=front");
});

test("the first action has no step, and every kind an icon", () => {
  const start = /** @type {import("../../../../static/js/types/engine.js").PlayAction} */ (
    /** @type {unknown} */ ({ kind: "start", step: null })
  );
  assert.equal(actionWords(start), "Start");
  assert.ok(Object.values(STEPS).every(({ icon }) => icon));
});

test("a moment names its pod without the namespace", () => {
  assert.equal(nameOf("shop/web-0"), "web-0");
  assert.equal(momentWords(moment({ kind: "pod-placed", pod: "shop/web-0", node: "n1" })), "web-0 → n1");
  assert.equal(momentWords(moment({ kind: "pod-placed", pod: "", node: "n1" })), " → n1");
  assert.equal(momentWords(moment({ kind: "node-lost", pod: null, node: "n1" })), "n1 is lost");
});
