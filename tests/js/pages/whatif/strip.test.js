import assert from "node:assert/strict";
import { test } from "node:test";

import { textOf } from "../../document.js";
import { outcomeOf, progressOf } from "../../../../static/js/pages/whatif/strip.js";
import { searchText } from "../../../../static/js/pages/whatif/words.js";

/** @import { TriedChange, WhatIf } from "../../../../static/js/types/engine.js" */

/** @param {object} more */
const tried = (more) =>
  /** @type {TriedChange} */ (/** @type {unknown} */ ({ placed: 10, pods: 20, before: 4, ...more }));

test("while it runs a try says how many pods it has placed", () => {
  assert.equal(textOf(progressOf(null)), "Trying…");
  assert.equal(progressOf(tried({})), "Trying… 10 of 20 placed");
});

test("what a try comes to is said beside the run without it, with what it costs others", () => {
  assert.equal(outcomeOf(tried({ end: { moved: [], evicted: 0 } })), "10 of 20 placed, 4 without the change");
  const moved = [
    { pod: "a/p", before: null, after: "n1" },
    { pod: "a/q", before: "n1", after: "n2" },
  ];
  assert.equal(
    outcomeOf(tried({ end: { moved, evicted: 2 } })),
    "10 of 20 placed, 4 without the change · 1 other pod moves · 2 running pods are evicted",
  );
});

test("a search says how far it is of about how many", () => {
  const search = (/** @type {object} */ answer) =>
    searchText(/** @type {WhatIf} */ (/** @type {unknown} */ (answer)));
  assert.equal(searchText(null), "Searching…");
  assert.equal(search({ sets: 40, expected_sets: 130 }), "Searching… tried 40 of about 130");
  assert.equal(search({ sets: 130, expected_sets: 130 }), "Verifying each with a complete run…");
});
