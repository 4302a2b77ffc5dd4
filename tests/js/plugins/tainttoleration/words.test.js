import assert from "node:assert/strict";
import { test } from "node:test";

import { apartByKey, mismatch, taintText } from "../../../../static/js/plugins/tainttoleration/words.js";

const TAINT = { key: "gpu", value: "a100", effect: "NoSchedule" };

/** @param {Partial<import("../../../../static/js/types/engine.js").ComparedToleration>} fields */
const toleration = (fields) => ({
  key: "gpu",
  operator: "Equal",
  value: "",
  effect: "",
  matches: false,
  ...fields,
});

test("a toleration that does not match says what differs, its key before its effect and its value", () => {
  assert.equal(mismatch(toleration({ key: "spot", effect: "NoExecute" }), TAINT), "another key");
  assert.equal(mismatch(toleration({ effect: "NoExecute" }), TAINT), "effect NoExecute, not NoSchedule");
  assert.equal(mismatch(toleration({ value: "h100" }), TAINT), "value h100, not a100");
  assert.equal(mismatch(toleration({}), TAINT), 'value "", not a100');
});

test("a taint is written as kubectl does", () => {
  assert.equal(taintText(TAINT), "gpu=a100:NoSchedule");
  assert.equal(taintText({ ...TAINT, value: "" }), "gpu:NoSchedule");
});

test("tolerations for keys that no taint has stand apart, those for any key do not", () => {
  const filledIn = toleration({ key: "node.kubernetes.io/not-ready", operator: "Exists" });
  const tolerations = [filledIn, toleration({}), toleration({ key: "", operator: "Exists" })];
  assert.deepEqual(apartByKey(tolerations, [{ taint: TAINT }]), { alike: [1, 2], others: [filledIn] });
});
