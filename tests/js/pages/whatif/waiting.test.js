// Whether an answer that does not come is still on its way.

import assert from "node:assert/strict";
import { test } from "node:test";

import { watchAnswers } from "../../../../static/js/pages/whatif/waiting.js";

/** @param {string} status @param {number} [attempts] @returns {any} */
const answer = (status, attempts) => ({
  status,
  answer: attempts === undefined ? null : { attempts, repairs: [] },
});

/** @param {[number, any][]} answers with the moments at which they come, in milliseconds */
function waitings(...answers) {
  let now = 0;
  const watch = watchAnswers(() => now);
  return answers.map(([at, given]) => {
    now = at;
    return watch(given);
  });
}

test("a question that no worker takes up is unclaimed after ten seconds", () => {
  const queued = answer("queued");
  assert.deepEqual(waitings([0, queued], [9_999, queued], [10_000, queued]), ["asked", "asked", "unclaimed"]);
});

test("a worker that gets on is not silent", () => {
  assert.deepEqual(
    waitings([0, answer("running", 1)], [59_000, answer("running", 2)], [118_000, answer("running", 2)]),
    ["asked", "asked", "asked"],
  );
});

test("a worker that does not get on is silent after a minute", () => {
  assert.deepEqual(waitings([0, answer("running", 1)], [60_000, answer("running", 1)]), ["asked", "silent"]);
});

test("a worker that takes the question up late ends the waiting", () => {
  assert.deepEqual(waitings([0, answer("queued")], [20_000, answer("running")]), ["asked", "asked"]);
});
