import assert from "node:assert/strict";
import { test } from "node:test";

import { chosenBy } from "../../../../static/js/pages/present/choices.js";

const choices = ["a", "b", "c"].map((value) => ({ value, label: `zone ${value}` }));
const asked = { about: "x", choices, is_open: true, counts: { b: 1, c: 2 } };

test("what the room says has a row for every choice, chosen or not", () => {
  assert.deepEqual(chosenBy({ asked, guessed: 2 }, null), {
    rows: [
      { label: "zone a", count: 0 },
      { label: "zone b", count: 1 },
      { label: "zone c", count: 2 },
    ],
    of: 2,
  });
});

test("choices have the names of the page that asks the same, in its language", () => {
  const chinese = ["b", "c"].map((value) => ({ value, label: `${value} 区` }));
  const labels = (/** @type {string} */ about) =>
    chosenBy({ asked, guessed: 2 }, { about, choices: chinese, chosen: [] }).rows.map(({ label }) => label);
  assert.deepEqual(labels("x"), ["zone a", "b 区", "c 区"]);
  assert.deepEqual(labels("y"), ["zone a", "zone b", "zone c"]);
});
