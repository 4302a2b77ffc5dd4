import assert from "node:assert/strict";
import { test } from "node:test";

// The modules look whether the page is a file that holds its answers, and for its language.
await import("../document.js");
const { ApiError } = await import("../../../static/js/net/api.js");
const { follow } = await import("../../../static/js/net/question.js");

/** @typedef {import("../../../static/js/net/question.js").Status} Status */

/**
 * Follows answers that come one after another, the last one again and again; an error is thrown.
 * @param {(Status | Error)[]} answers @param {number} [patience] in pauses
 */
async function heard(answers, patience = 100) {
  const said = /** @type {string[]} */ ([]);
  const pauses = /** @type {number[]} */ ([]);
  const waiting = new AbortController();
  let asked = 0;
  const ask = async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    if (answer instanceof Error) throw answer;
    return { status: answer };
  };
  await follow(ask, ask, {
    take: ({ status }) => said.push(status),
    fail: (error) => said.push(`failed: ${error.message}`),
    signal: waiting.signal,
    wait: async (milliseconds) => {
      pauses.push(milliseconds);
      if (pauses.length >= patience) waiting.abort();
    },
  });
  return { said, pauses, asked };
}

test("an answer that is over is the only one", async () => {
  assert.deepEqual(await heard(["finished"]), { said: ["finished"], pauses: [], asked: 1 });
});

test("it asks again until the answer is over", async () => {
  const { said } = await heard(["queued", "running", "running", "cancelled"]);
  assert.deepEqual(said, ["queued", "running", "running", "cancelled"]);
});

test("it goes on when the server could not be reached", async () => {
  const { said } = await heard([new ApiError(0, []), "running", new ApiError(0, []), "finished"]);
  assert.deepEqual(said, ["running", "finished"]);
});

test("an error of the server ends it, and it asks no more", async () => {
  const gone = new ApiError(404, [{ path: "lint", message: "not found" }]);
  const { said, asked } = await heard(["running", gone]);
  assert.deepEqual(said, ["running", "failed: lint: not found"]);
  assert.equal(asked, 2);
});

test("what is not waited for any more is not asked for", async () => {
  const { said, asked } = await heard(["running"], 3);
  assert.deepEqual(said, ["running", "running", "running"]);
  assert.equal(asked, 3);
});

test("it asks less often as time goes by, but at least every two seconds", async () => {
  const { pauses } = await heard(["running"], 30);
  assert.ok(pauses.every((pause, i) => i === 0 || pause >= pauses[i - 1]));
  assert.equal(pauses.at(0), 250);
  assert.equal(pauses.at(-1), 2000);
});
