import assert from "node:assert/strict";
import { test } from "node:test";

import { isKey, keyWith, numbersOf } from "../../../../static/js/pages/learn/settings.js";

const HANDLES = [{ values: ["1", "2", "3"] }, { values: ["Ignore", "Honor"] }];

test("a handle turns its own value, within those that it has", () => {
  assert.equal(keyWith("0.1", 0, 2, HANDLES), "2.1");
  assert.equal(keyWith("0.1", 1, 5, HANDLES), "0.1");
  assert.equal(keyWith("2.0", 0, -1, HANDLES), "0.0");
  assert.deepEqual(numbersOf("2.1"), [2, 1]);
});

test("an address may hold anything", () => {
  assert.ok(isKey("2.1", HANDLES));
  for (const key of [undefined, "", "2", "3.0", "0.2", "0.0.0", "a.0", "-1.0", "0."])
    assert.ok(!isKey(key, HANDLES), String(key));
});
