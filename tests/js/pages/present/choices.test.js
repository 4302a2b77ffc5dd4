import assert from "node:assert/strict";
import { test } from "node:test";

import { chosenBy } from "../../../../static/js/pages/present/choices.js";

test("what the room says has a row for every choice, chosen or not", () => {
  const choices = ["a", "b", "c"].map((value) => ({ value, label: `zone ${value}` }));
  const asked = { about: "x", choices, is_open: true, counts: { b: 1, c: 2 } };
  assert.deepEqual(chosenBy({ asked, guessed: 2 }), {
    rows: [
      { label: "zone a", count: 0 },
      { label: "zone b", count: 1 },
      { label: "zone c", count: 2 },
    ],
    of: 2,
  });
});
