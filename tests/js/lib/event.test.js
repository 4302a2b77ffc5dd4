import assert from "node:assert/strict";
import { test } from "node:test";

import { isEvent } from "../../../static/js/lib/event.js";

test("an event of the scheduler is known by its words, unless it stands in a manifest", () => {
  assert.equal(isEvent("0/3 nodes are available: 3 Insufficient cpu."), true);
  assert.equal(isEvent("no nodes available to schedule pods"), true);
  assert.equal(isEvent("Warning  FailedScheduling  pod/web  0/3 nodes are available: x"), true);
  assert.equal(isEvent("kind: Event\nmessage: 0/3 nodes are available: x"), false);
  assert.equal(isEvent('{"message": "0/3 nodes are available"}'), false);
  assert.equal(isEvent("nodes are available"), false);
});
