import assert from "node:assert/strict";
import { mock, test } from "node:test";

// The modules look whether the page is a file that holds its answers, and for its language.
const document = Object.assign(new EventTarget(), {
  hidden: false,
  getElementById: () => null,
  documentElement: { lang: "" },
});
const former = globalThis.document;
Object.assign(globalThis, { document });
const { ApiError } = await import("../../../static/js/net/api.js");
const { follow, isUnfinished } = await import("../../../static/js/net/question.js");
Object.assign(globalThis, { document: former });

/** @typedef {import("../../../static/js/net/question.js").Status} Status */

/** @param {number} status */
const refusal = (status) => new ApiError(status, [{ path: "", message: String(status) }]);
const UNREACHED = refusal(0);

/**
 * Follows answers that come one after another, the last one again and again; an error is thrown.
 * @param {(Status | Error)[]} answers
 * @param {{pauses?: number, stale?: () => boolean}} [options] after how many pauses nobody waits any more
 */
async function heard(answers, { pauses: patience = 100, stale = () => false } = {}) {
  const said = /** @type {string[]} */ ([]);
  const pauses = /** @type {number[]} */ ([]);
  let asked = 0;
  const ask = async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    if (answer instanceof Error) throw answer;
    return { status: answer };
  };
  await follow(ask, ask, {
    take: ({ status }) => said.push(status),
    fail: (error) => said.push(`failed: ${error.message}`),
    unreached: ({ message }) => said.push(`unreached: ${message}`),
    stale: () => pauses.length >= patience || stale(),
    wait: async (milliseconds) => void pauses.push(milliseconds),
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

test("the question is asked until it is answered, then the answer is asked for", async () => {
  const asked = /** @type {string[]} */ ([]);
  const answers = [UNREACHED, { id: 7, status: "running" }, UNREACHED, { id: 7, status: "finished" }];
  /** @param {string} name */
  const next = async (name) => {
    asked.push(name);
    const answer = answers[asked.length - 1];
    if (answer instanceof Error) throw answer;
    return /** @type {{id: number, status: Status}} */ (answer);
  };
  await follow(
    () => next("question"),
    ({ id }) => next(`answer ${id}`),
    { take: () => {}, fail: assert.fail, wait: async () => {} },
  );
  assert.deepEqual(asked, ["question", "question", "answer 7", "answer 7"]);
});

for (const status of [0, 502, 503, 504])
  test(`it goes on after ${status || "a network error"}`, async () => {
    const { said } = await heard([refusal(status), "running", refusal(status), "finished"]);
    assert.deepEqual(said, [`unreached: ${status}`, "running", `unreached: ${status}`, "finished"]);
  });

for (const status of [404, 410, 422, 429, 500])
  test(`${status} ends it, and it asks no more`, async () => {
    const { said, asked } = await heard(["running", refusal(status)]);
    assert.deepEqual(said, ["running", `failed: ${status}`]);
    assert.equal(asked, 2);
  });

test("anything else that is thrown while asking ends it too", async () => {
  const { said } = await heard([new TypeError("no columns")]);
  assert.deepEqual(said, ["failed: no columns"]);
});

test("a fault in what takes the answer is no refusal of the server", async () => {
  const take = () => {
    throw new TypeError("a fault");
  };
  const ask = async () => ({ status: /** @type {const} */ ("finished") });
  await assert.rejects(follow(ask, ask, { take, fail: assert.fail }), /a fault/);
});

test("what is not waited for any more is not asked for", async () => {
  const { said, asked } = await heard(["running"], { pauses: 3 });
  assert.deepEqual(said, ["running", "running", "running"]);
  assert.equal(asked, 3);
});

for (const answer of [/** @type {const} */ ("running"), UNREACHED, refusal(404)])
  test(`an answer to a former question is dropped: ${answer}`, async () => {
    const { said, asked } = await heard([answer], { stale: () => true });
    assert.deepEqual(said, []);
    assert.equal(asked, 1);
  });

test("it asks less often as time goes by, but at least every two seconds", async () => {
  const { pauses } = await heard(["running"], { pauses: 30 });
  assert.ok(pauses.every((pause, i) => i === 0 || pause >= pauses[i - 1]));
  assert.equal(pauses.at(0), 250);
  assert.equal(pauses.at(-1), 2000);
});

test("a server that is away is asked for less and less, and as before once it is back", async () => {
  const away = Array(10).fill(UNREACHED);
  const { pauses } = await heard([...away, "running", "running", "finished"]);
  assert.deepEqual(pauses.slice(0, 6), [250, 500, 1000, 2000, 4000, 8000]);
  assert.deepEqual(pauses.slice(-3), [8000, 8000, 2000]);
});

test("answers without a status say themselves whether they are over", async () => {
  const answers = [{ done: 1 }, { done: 2 }, { done: 3 }];
  const taken = /** @type {number[]} */ ([]);
  const ask = async () => answers[taken.length];
  await follow(ask, ask, {
    take: ({ done }) => taken.push(done),
    fail: assert.fail,
    unfinished: ({ done }) => done < 2,
    wait: async () => {},
  });
  assert.deepEqual(taken, [1, 2]);
});

test("it rests while the page is hidden", async () => {
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  let asked = 0;
  /** @type {() => Promise<{status: Status}>} */
  const ask = async () => ({ status: (asked += 1) < 2 ? "running" : "finished" });
  Object.assign(globalThis, { document });
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    document.hidden = true;
    const over = follow(ask, ask, { take: () => {}, fail: assert.fail });
    await settled();
    mock.timers.tick(60_000);
    await settled();
    assert.equal(asked, 1);
    document.hidden = false;
    document.dispatchEvent(new Event("visibilitychange"));
    await over;
    assert.equal(asked, 2);
  } finally {
    mock.timers.reset();
    Object.assign(globalThis, { document: former });
  }
});

test("only what is queued or running is waited for", () => {
  const all = /** @type {const} */ (["queued", "running", "finished", "failed", "cancelled"]);
  assert.deepEqual(
    all.filter((status) => isUnfinished({ status })),
    ["queued", "running"],
  );
});
