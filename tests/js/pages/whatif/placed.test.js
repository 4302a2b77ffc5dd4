// Pods that a repair places and pods that it evicts are two numbers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { placedOf, placedText } from "../../../../static/js/pages/whatif/placed.js";

const RAN = 40; // of 56 pods, so that 16 wait

test("without evictions only pods that waited are counted", () => {
  assert.deepEqual(placedOf({ placed: 53, pods: 56, evicted: 0 }, RAN), { placed: 13, pods: 16, evicted: 0 });
  assert.equal(placedText({ placed: 53, pods: 56, evicted: 0 }, RAN), "13 of 16 pods are placed.");
});

test("evicted pods take nothing from those that are placed", () => {
  assert.deepEqual(placedOf({ placed: 10, pods: 56, evicted: 31 }, RAN), {
    placed: 1,
    pods: 16,
    evicted: 31,
  });
  assert.equal(
    placedText({ placed: 10, pods: 56, evicted: 31 }, RAN),
    "1 of 16 pods are placed. 31 evicted.",
  );
});
