import assert from "node:assert/strict";
import { test } from "node:test";

import { runsByItself } from "../../../static/js/editor/live.js";
import { atom } from "../../../static/js/lib/atoms.js";

/** A valid draft that has changed since its last, quick run. @param {object} [changes] */
const draft = (changes = {}) => ({
  changed: atom(true),
  running: atom(false),
  validated: atom("text"),
  source: () => "text",
  errors: () => [],
  summary: () => ({ nodes: 2, pods: 3, pending: 1 }),
  lastRunMs: () => 120,
  run: () => {},
  ...changes,
});

test("a valid, quick draft runs by itself", () => assert.equal(runsByItself(draft()), true));

for (const [why, changes] of Object.entries({
  "nothing has changed": { changed: atom(false) },
  "it runs already": { running: atom(true) },
  "the text has not been checked": { validated: atom("older text") },
  "it has errors": { errors: () => [{ path: "", message: "wrong" }] },
  "it has no pod": { summary: () => ({ nodes: 2, pods: 0, pending: 0 }) },
  "the last run took a second": { lastRunMs: () => 1000 },
  "it is large and was never timed": {
    lastRunMs: () => null,
    summary: () => ({ nodes: 900, pods: 700, pending: 1 }),
  },
}))
  test(`it waits while ${why}`, () => assert.equal(runsByItself(draft(changes)), false));

test("a small draft that was never timed runs", () =>
  assert.equal(runsByItself(draft({ lastRunMs: () => null })), true));
