// Nodes that take the pod before and after a repair, by domain.

import assert from "node:assert/strict";
import { test } from "node:test";

import { domainsOf } from "../../../../static/js/pages/whatif/gained.js";

test("a domain has all its nodes, and one that a repair adds has those that fit", () => {
  const answer = /** @type {any} */ ({
    topology: { key: "zone", domains: { a: 3, b: 2 } },
    fits: { count: 1, domains: { a: 1 }, names: [] },
  });
  const repair = /** @type {any} */ ({ fits: { count: 4, domains: { a: 3, new: 1 }, names: [] } });
  assert.deepEqual(domainsOf(answer, repair), [
    { name: "a", nodes: 3, before: 1, after: 3 },
    { name: "b", nodes: 2, before: 0, after: 0 },
    { name: "new", nodes: 1, before: 0, after: 1 },
  ]);
});
