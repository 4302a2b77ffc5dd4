// Causes that somebody has seen.

import assert from "node:assert/strict";
import { test } from "node:test";

import { acknowledgements } from "../../../../static/js/pages/live/acknowledged.js";

/** @param {string} key @param {number} pods @param {string} [since] */
const cause = (key, pods, since = "12:00") =>
  /** @type {import("../../../../static/js/types/engine.js").LiveCause} */ (
    /** @type {unknown} */ ({ key, since, pod_count: pods })
  );

test("a cause is folded until more pods wait, or it comes up again", () => {
  const { has, toggle } = acknowledgements("1");
  const [cpu, gpu] = [cause("cpu", 3), cause("gpu", 1)];
  toggle(cpu, [cpu, gpu]);
  assert.deepEqual([cpu, gpu].map(has), [true, false]);
  assert.equal(has(cause("cpu", 2)), true);
  assert.equal(has(cause("cpu", 4)), false);
  assert.equal(has(cause("cpu", 3, "13:00")), false);
  toggle(gpu, [cpu, gpu]);
  assert.deepEqual([cpu, gpu].map(has), [true, true]);
  toggle(cpu, [cpu, gpu]);
  assert.deepEqual([cpu, gpu].map(has), [false, true]);
});
