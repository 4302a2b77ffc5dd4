import assert from "node:assert/strict";
import { test } from "node:test";

import { all, textOf } from "../document.js";
import { admissionParts, countsOf, isEmpty } from "../../../static/js/parts/admission.js";

/** @param {object} [more] */
const report = (more) =>
  /** @type {import("../../../static/js/types/engine.js").AdmissionReport} */ (
    /** @type {unknown} */ ({ filled: [], refused: [], noticed: [], ...more })
  );

/** @param {string} by @param {number} count */
const filled = (by, count) => ({
  ...{ by, count, path: "spec.cpu", value: "1", added: false, cause: "" },
  objects: Array.from({ length: Math.min(count, 9) }, (_, i) => `p${i}`),
});

test("a report is counted in a line, with a singular for each number", () => {
  const one = { object: "p", message: "m", by: "b", cause: "", objects: [], count: 1 };
  assert.equal(countsOf(report()), "");
  assert.equal(
    countsOf(report({ filled: [filled("a", 1)], refused: [one], noticed: [one] })),
    "1 value, 1 object would not be created, 1 note",
  );
  assert.equal(
    countsOf(report({ filled: [filled("a", 2), filled("b", 3)], refused: [one, one] })),
    "5 values, 2 objects would not be created",
  );
});

test("what is missing in the input is said with the API server's answer", () => {
  const noticed = {
    ...{ missing: "Namespace shop", answer: 'namespaces "shop" not found', message: "", cause: "" },
    ...{ by: "NamespaceLifecycle", objects: ["Pod shop/web"], count: 1 },
  };
  assert.match(
    textOf(admissionParts(report({ noticed: [noticed] }))),
    /Namespace shop is not in the input.*answer: namespaces "shop" not found.*Pod shop\/web/,
  );
});

test("nothing filled in is said, not left empty", () => {
  assert.equal(isEmpty(report()), true);
  assert.match(textOf(admissionParts(report())), /^Nothing was filled in/);
});

test("values stand with the plugin that made them, and name eight objects", () => {
  const parts = admissionParts(
    report({ filled: [filled("LimitRanger", 2), filled("Priority", 1), filled("LimitRanger", 9)] }),
  );
  assert.equal(all(parts, "filled-in").length, 3);
  assert.equal(textOf(parts).match(/LimitRanger/g)?.length, 1);
  assert.match(textOf(parts), /LimitRanger\s*11 values/);
  assert.match(textOf(parts), /p6, p7 and 1 more/);
  assert.equal(textOf(all(parts, "filled-in")[2]), "spec.cpu: 1 p0");
});

test("objects that are refused alike are one row", () => {
  const refused = ["a", "b", "c"].map((name) => ({
    ...{ object: `Pod shop/web-${name}`, by: "ResourceQuota", cause: "ResourceQuota shop/q" },
    message: name === "c" ? "another answer" : `pods "web-${name}" is forbidden`,
  }));
  const rows = all(admissionParts(report({ refused })), "msg");
  assert.deepEqual(rows.map(textOf), ['pods "web-a" is forbidden', "another answer"]);
  assert.match(textOf(admissionParts(report({ refused }))), /Pod shop\/web-a, Pod shop\/web-b/);
});
