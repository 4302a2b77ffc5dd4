import assert from "node:assert/strict";
import { test } from "node:test";

/** @typedef {typeof import("../../../static/js/net/offline.js")} Offline */

const LOG = { events: [{ seq: 1 }, { seq: 2 }], status: "finished" };

/**
 * The module as a page has it that holds these answers.
 * @param {object} answers @returns {Promise<Offline>}
 */
async function saved(answers) {
  const { document } = globalThis;
  const element = { textContent: JSON.stringify(answers) };
  Object.assign(globalThis, { document: { getElementById: () => element } });
  const own = "../../../static/js/net/offline.js?saved"; // as loaded by this page alone
  try {
    return await import(own);
  } finally {
    Object.assign(globalThis, { document });
  }
}

test("a page that holds its answers has bytes where an answer is a text, and the log at once", async () => {
  const { offline, storedAnswer } = await saved({
    "/runs/1": { id: 1 },
    "/runs/1/view?form=columns": btoa("abc"),
    "/runs/1/events": LOG,
  });
  assert.equal(offline, true);
  assert.deepEqual(storedAnswer("/runs/1"), { id: 1 });
  assert.equal(storedAnswer("/runs/2"), undefined);
  const columns = /** @type {ArrayBuffer} */ (storedAnswer("/runs/1/view?form=columns"));
  assert.equal(new TextDecoder().decode(columns), "abc");
  assert.deepEqual(storedAnswer("/runs/1/events?after=0"), LOG);
  assert.deepEqual(storedAnswer("/runs/1/events?after=2"), { ...LOG, events: [] });
});
