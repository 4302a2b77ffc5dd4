import assert from "node:assert/strict";
import { test } from "node:test";

import { listed } from "../../../static/js/parts/listed.js";
import { eventName } from "../../../static/js/parts/queueEvent.js";
import { quantityOf, valueOf } from "../../../static/js/parts/operands.js";
import { expressionText } from "../../../static/js/parts/reasons.js";

test("names are listed up to the most, the others counted", () => {
  assert.equal(listed(["a", "b"], 2), "a, b");
  assert.equal(listed(["a", "b", "c"], 2), "a, b and 1 more");
  assert.equal(listed([], 2), "");
});

test("an expression has values where its operator takes some", () => {
  assert.equal(expressionText({ key: "disk", operator: "In", values: ["a", "b"] }), "disk In [a, b]");
  assert.equal(expressionText({ key: "disk", operator: "Exists", values: [] }), "disk Exists");
});

test("operands are numbers with few digits, amounts with their unit, or missing", () => {
  assert.equal(valueOf("n")({ n: 1.23456 }), "1.2346");
  assert.equal(valueOf("n")({ n: 0 }), "0");
  assert.equal(valueOf("n")({ n: "zone" }), "zone");
  assert.equal(valueOf("n")({ n: null }), undefined);
  assert.equal(quantityOf("n")({ n: 1500, unit: "milli" }), "1.5");
});

test("an event of a nomination says so", () => {
  assert.equal(eventName({ event: "AssignedPodDelete" }), "AssignedPodDelete");
  assert.equal(
    eventName({ event: "AssignedPodDelete", of_nomination: true }),
    "AssignedPodDelete, of a nomination",
  );
});
