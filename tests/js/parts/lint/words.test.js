import assert from "node:assert/strict";
import { test } from "node:test";

import { fixOf, messageOf, titleOf } from "../../../../static/js/parts/lint/words.js";

/** @import { LintFinding } from "../../../../static/js/types/engine.js" */

/** @param {Partial<LintFinding>} parts */
const finding = (parts) =>
  /** @type {LintFinding} */ ({ title: "title", message: "message", operands: {}, fix: null, ...parts });

test("a finding is told in the sentences of its rule", () => {
  const fix = { text: "fix", operands: { value: "app: web" }, operations: [] };
  const misread = finding({ rule: "spread-selector-empty", operands: { key: "zone" }, fix });
  assert.equal(titleOf(misread), "An empty selector counts nothing");
  assert.equal(
    messageOf(misread),
    "labelSelector: {} counts no pod in this version of Kubernetes, so nothing is spread over zone.",
  );
  assert.equal(fixOf(misread), "Select app: web");
});

test("a rule that the page does not know is told in the engine's words", () => {
  const unknown = finding({ rule: "new", fix: { text: "fix", operands: {}, operations: [] } });
  assert.deepEqual([titleOf(unknown), messageOf(unknown), fixOf(unknown)], ["title", "message", "fix"]);
});

test("a finding without a fix has no words for it", () => {
  assert.equal(fixOf(finding({ rule: "budgets-overlap" })), "");
});
