import assert from "node:assert/strict";
import { test } from "node:test";

import { fuzzy } from "../../../static/js/lib/fuzzy.js";

/** @param {string} query @param {string[]} texts */
const ranked = (query, texts) =>
  texts.filter((text) => fuzzy(query, text)).sort((a, b) => fuzzy(query, b) - fuzzy(query, a));

test("letters match in their order alone", () => {
  assert.deepEqual(ranked("nrf", ["NodeResourcesFit", "frn", "nr"]), ["NodeResourcesFit"]);
});

test("each word of the query must match", () => {
  assert.equal(fuzzy("next pod", "Next step"), 0);
  assert.ok(fuzzy("step next", "Next step"));
});

test("a whole word at the start is better than letters here and there", () => {
  assert.deepEqual(ranked("node", ["one odd era", "the node", "node-12"]), [
    "node-12",
    "the node",
    "one odd era",
  ]);
});

test("of equals the shorter comes first", () => {
  assert.deepEqual(ranked("step", ["step far away", "step"]), ["step", "step far away"]);
});
