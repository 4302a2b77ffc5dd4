import assert from "node:assert/strict";
import { test } from "node:test";

import { mismatch, taintText } from "../../../../static/js/plugins/tainttoleration/words.js";

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
