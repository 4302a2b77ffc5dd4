import assert from "node:assert/strict";
import { test } from "node:test";

import { all, textOf } from "../document.js";
import { fieldTable } from "../../../static/js/parts/fieldTable.js";

/** @import { Field, SourceObject } from "../../../static/js/types/engine.js" */

const SOURCE = /** @type {SourceObject} */ (/** @type {unknown} */ ({ object: "Pod/web" }));

/** @param {object} field @param {string} [under] */
const table = (field, under) =>
  fieldTable(
    [
      /** @type {Field} */ (
        /** @type {unknown} */ ({ path: "spec.cpu", value: "1", origin: "written", ...field })
      ),
    ],
    SOURCE,
    under,
  );

/** @param {object} field */
const value = (field) => textOf(all(all(table(field), "dd"), "b"));

test("a value is written in its unit, and one that is missing is said", () => {
  assert.equal(value({}), "1");
  assert.equal(value({ value: null }), "not set");
  assert.equal(value({ value: 2 * 1024 ** 3, unit: "bytes" }), "2 GiB");
  const clause = { key: "disk", operator: "In", values: ["fast", "ssd"] };
  assert.equal(value({ clause }), "disk In [fast, ssd]");
  assert.equal(value({ clause, weight: 7 }), "disk In [fast, ssd] (7)");
});

test("paths go without what all share", () => {
  assert.equal(textOf(all(table({ path: "spec.affinity.key" }, "spec.affinity"), "dt")), "key");
  assert.equal(
    textOf(all(table({ path: "requiredDuringSchedulingIgnoredDuringExecution[0]" }), "dt")),
    "required…[0]",
  );
});

test("what nobody wrote stands out, with where it comes from", () => {
  assert.match(textOf(table({ origin: "priority class", of: "high" })), /from PriorityClass high/);
  assert.equal(all(table({ origin: "default" }), "filled").length, 1);
  assert.equal(all(table({}), "filled").length, 0);
});

test("the line of the source stands below, if there is one", () => {
  assert.match(textOf(table({ line: 7, text: "cpu: 1" })), /line 7 cpu: 1$/);
  assert.equal(all(table({}), "line").length, 0);
});
