import assert from "node:assert/strict";
import { test } from "node:test";

import { all, textOf } from "../document.js";
import { problemList } from "../../../static/js/lib/problems.js";

const problem = (/** @type {object} */ more = {}) => ({
  path: "spec.cpu",
  message: " must be a number",
  ...more,
});

test("a problem has its object, its path and what is expected", () => {
  assert.equal(textOf(problemList([problem({ object: "Pod/web" })])), "Pod/web spec.cpu must be a number");
});

test("there is a way to the line where somebody can go there", () => {
  const goToLine = () => {};
  assert.equal(textOf(all(problemList([problem({ line: 7 })], { goToLine }), "button")), "Line 7");
  assert.equal(all(problemList([problem({ line: 7 })]), "button").length, 0);
  assert.equal(all(problemList([problem({ line: null })], { goToLine }), "button").length, 0);
});

test("twenty are listed, the others counted", () => {
  const list = (/** @type {number} */ n) =>
    all(problemList(Array.from({ length: n }, () => problem())), "li");
  assert.equal(list(20).length, 20);
  assert.equal(textOf(list(23).at(-1)), "and 3 more");
});
