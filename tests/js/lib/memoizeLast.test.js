import assert from "node:assert/strict";
import { test } from "node:test";

import { memoizeLast } from "../../../static/js/lib/memoizeLast.js";

test("the same arguments give the same result, made once", () => {
  let made = 0;
  const pair = memoizeLast((/** @type {object} */ a, /** @type {number} */ b) => {
    made += 1;
    return { a, b };
  });
  const key = {};
  assert.equal(pair(key, 1), pair(key, 1));
  assert.equal(made, 1);
  assert.notEqual(pair({}, 1), pair(key, 1)); // one result is remembered, and equal means the same object
  assert.equal(made, 3);
});

test("the dependencies can be given", () => {
  let made = 0;
  const length = memoizeLast(
    (/** @type {{text: string}} */ { text }) => {
      made += 1;
      return text.length;
    },
    ({ text }) => [text],
  );
  assert.equal(length({ text: "abc" }), 3);
  assert.equal(length({ text: "abc" }), 3);
  assert.equal(made, 1);
  assert.equal(length({ text: "ab" }), 2);
});

test("a null result is remembered too", () => {
  let made = 0;
  const nothing = memoizeLast((/** @type {number} */ number) => {
    made += number;
    return null;
  });
  assert.equal(nothing(1), null);
  assert.equal(nothing(1), null);
  assert.equal(made, 1);
});
