import assert from "node:assert/strict";
import { test } from "node:test";

import { inOrder, isNew } from "../../../../static/js/pages/daytwo/squares.js";

/** @param {string} pod @param {string} revision @param {number} created */
const stay = (pod, revision, created) =>
  /** @type {import("../../../../static/js/types/engine.js").PlayStay} */ (
    /** @type {unknown} */ ({ pod, revision, created })
  );

test("a pod is new where it is of the newest revision, or where there are none", () => {
  assert.equal(isNew(stay("a", "2", 0), "2"), true);
  assert.equal(isNew(stay("a", "1", 0), "2"), false);
  assert.equal(isNew(stay("a", "", 0), "2"), true);
  assert.equal(isNew(stay("a", "1", 0), ""), true);
});

test("old pods stand first, each kind as it came", () => {
  const stays = [stay("new-2", "2", 9), stay("old-2", "1", 5), stay("new-1", "2", 7), stay("old-1", "1", 3)];
  assert.deepEqual(
    inOrder(stays, "2").map(({ pod }) => pod),
    ["old-1", "old-2", "new-1", "new-2"],
  );
  assert.equal(stays[0].pod, "new-2", "the list itself stays as it is");
});
