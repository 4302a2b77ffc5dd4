import assert from "node:assert/strict";
import { test } from "node:test";

import { nextOf, progress } from "../../../../static/js/pages/learn/progress.js";

const stored = (/** @type {string | null} */ text) => progress({ getItem: () => text });
const NOTHING = { kept: [], guesses: {} };

test("what a browser has stored is read, whatever it is", () => {
  assert.deepEqual(stored(JSON.stringify({ kept: ["a"], guesses: { a: ["b"] } })), {
    kept: ["a"],
    guesses: { a: ["b"] },
  });
  for (const text of [null, "", "{", "null", "7", "[]", '{"kept": 1, "guesses": []}'])
    assert.deepEqual(stored(text), NOTHING, String(text));
  assert.deepEqual(stored('{"kept": ["a", 1]}').kept, ["a"]);
});

test("a browser that stores nothing is no error", () => {
  const blocked = {
    getItem: () => {
      throw new Error("blocked");
    },
  };
  assert.deepEqual(progress(blocked), NOTHING);
});

test("the next lesson is the first that is not kept", () => {
  assert.equal(nextOf(["a", "b", "c"], []), "a");
  assert.equal(nextOf(["a", "b", "c"], ["a", "c"]), "b");
  assert.equal(nextOf(["a"], ["a"]), null);
});
