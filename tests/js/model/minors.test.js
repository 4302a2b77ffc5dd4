import assert from "node:assert/strict";
import { test } from "node:test";

import { nextVersion, scheduledCondition } from "../../../static/js/model/minors.js";

test("another version is the next one, the newest for the newest", () => {
  const offered = ["1.18", "1.34", "1.36", "1.35"].map((value) => ({ value }));
  assert.equal(nextVersion(offered, "1.33")?.value, "1.34");
  assert.equal(nextVersion(offered, "v1.34.1")?.value, "1.35");
  assert.equal(nextVersion(offered, "1.37")?.value, "1.36");
});

test("the condition of a PodGroup has another name since v1.37", () => {
  assert.equal(scheduledCondition("v1.36.2"), "PodGroupScheduled");
  assert.equal(scheduledCondition("v1.37"), "PodGroupInitiallyScheduled");
});
