import assert from "node:assert/strict";
import { test } from "node:test";

import { STEPS, kindFirst, kindOf, stepWords } from "../../../../static/js/pages/daytwo/steps.js";

test("the kind is the key that names an action", () => {
  const steps = [{ drain: "a" }, { wait: 5 }, { rollout: "web", after: 3 }];
  assert.deepEqual(steps.map(kindOf), ["drain", "wait", "rollout"]);
  assert.equal(JSON.stringify(kindFirst({ image: "a", rollout: "web" })), '{"rollout":"web","image":"a"}');
});

test("a form asks first for what the step is done to, and shows it as it was written", () => {
  for (const [kind, { fields }] of Object.entries(STEPS)) assert.equal(fields[0].name, kind);
  const [nodes] = STEPS.drain.fields;
  /** @type {Record<string, unknown>} */
  const step = {};
  nodes.write("zone=a", step);
  assert.deepEqual(step, { drain: { key: "zone", value: "a" } });
  assert.equal(nodes.display(step), "zone=a");
});

test("a step is told in words", () => {
  assert.deepEqual(
    [
      { drain: { key: "topology.kubernetes.io/zone", value: "a" } },
      { scale: "Deployment/default/web", replicas: 5 },
      { taint: ["a", "b"], key: "gpu", value: "yes", effect: "NoSchedule" },
      { deletePods: { app: "web" } },
      { addNodes: 2, like: "a" },
      { rollout: "web", image: "registry/web:2", strategy: { type: "Recreate" } },
    ].map(stepWords),
    [
      "Drain zone=a",
      "Scale Deployment/default/web to 5",
      "Taint a, b with gpu=yes:NoSchedule",
      "Delete app=web",
      "Add 2 nodes like a",
      "Rollout of web: web:2, Recreate",
    ],
  );
});
