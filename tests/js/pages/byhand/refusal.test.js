import assert from "node:assert/strict";
import { test } from "node:test";

import { refusal } from "../../../../static/js/pages/byhand/refusal.js";

/** @param {string} plugin @param {object[]} steps */
const refused = (plugin, steps, why = "Kubernetes' own words") =>
  refusal(
    /** @type {import("../../../../static/js/types/api.js").HandNode} */ (
      /** @type {unknown} */ ({ name: "a1", plugin, steps, why })
    ),
    "web-1",
  );

test("a spread rule says so with its sum", () => {
  const step = {
    kind: "spread_skew",
    key: "topology.kubernetes.io/zone",
    value: "a",
    matching: 2,
    self_match: 1,
    minimum: 0,
    skew: 3,
    max_skew: 1,
    ok: false,
  };
  assert.deepEqual(refused("PodTopologySpread", [{ ...step, value: "z", ok: true }, step]), {
    rule: "PodTopologySpread",
    words: "zone a would hold 3, the emptiest 0",
    sum: "2 + 1 − 0 = 3 > 1",
  });
});

test("a lack of room says what is asked and what is free", () => {
  const step = {
    kind: "resource",
    resource: "cpu",
    request: 1000,
    used: 3500,
    allocatable: 4000,
    unit: "milli",
    ok: false,
  };
  assert.equal(refused("NodeResourcesFit", [step]).sum, "requests 1, 0.5 free");
});

test("a rule without operands has Kubernetes' own words", () => {
  assert.deepEqual(refused("SomethingElse", []), {
    rule: "SomethingElse",
    words: "Kubernetes' own words",
    sum: "",
  });
});
