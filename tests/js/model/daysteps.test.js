import assert from "node:assert/strict";
import { test } from "node:test";

import { added, moved, readSteps, removed, replaced } from "../../../static/js/model/daysteps.js";

/** @param {Record<string, unknown>} step */
const kindOf = (step) => Object.keys(step)[0];

const STEPS = [{ drain: "a" }, { wait: 5 }, { rollout: "web", after: 3 }];

test("steps are added, replaced, moved and removed, and the list before stays as it was", () => {
  const before = JSON.stringify(STEPS);
  assert.deepEqual(added(STEPS, { wait: 1 }).map(kindOf), ["drain", "wait", "rollout", "wait"]);
  assert.deepEqual(added(STEPS, { cordon: "a" }, 0).map(kindOf), ["cordon", "drain", "wait", "rollout"]);
  assert.deepEqual(replaced(STEPS, 1, { wait: 9 })[1], { wait: 9 });
  assert.deepEqual(moved(STEPS, 2, -1).map(kindOf), ["drain", "rollout", "wait"]);
  assert.deepEqual(moved(STEPS, 2, 1), STEPS);
  assert.deepEqual(removed(STEPS, 0).map(kindOf), ["wait", "rollout"]);
  assert.equal(JSON.stringify(STEPS), before);
});

test("an address that has no steps or a broken text has none", () => {
  assert.deepEqual(readSteps('[{"wait":5}]'), [{ wait: 5 }]);
  for (const text of [undefined, "", "{", "{}", "[1]", "null"]) assert.equal(readSteps(text), null, text);
});
