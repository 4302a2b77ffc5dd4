import assert from "node:assert/strict";
import { test } from "node:test";

import { nextOf, progressIn } from "../../../../static/js/pages/learn/progress.js";

const NOTHING = { kept: [], guesses: {} };

test("what a browser has stored is read, whatever it is", () => {
  const usual = { kept: ["a"], guesses: { a: ["b"] } };
  assert.deepEqual(progressIn(usual), usual);
  for (const other of [null, "", 7, [], { kept: 1, guesses: [] }])
    assert.deepEqual(progressIn(other), NOTHING, JSON.stringify(other));
  assert.deepEqual(progressIn({ kept: ["a", 1] }).kept, ["a"]);
});

test("the next lesson is the first that is not kept", () => {
  assert.equal(nextOf(["a", "b", "c"], []), "a");
  assert.equal(nextOf(["a", "b", "c"], ["a", "c"]), "b");
  assert.equal(nextOf(["a"], ["a"]), null);
});
