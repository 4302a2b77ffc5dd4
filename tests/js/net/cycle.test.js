import assert from "node:assert/strict";
import { test } from "node:test";

import { bytesOf } from "./bytes.js";

await import("../document.js");
const { getColumns } = await import("../../../static/js/net/cycle.js");

/** @param {ArrayBuffer} buffer */
const columns = (buffer) => new Response(buffer, { headers: { "Content-Type": "application/octet-stream" } });

/**
 * Asks a server for the columns of a cycle.
 * @param {...Response} answers one after the other
 * @returns {Promise<{columns: object | null, caches: string[]}>} what came of it, and how the browser's cache
 *   was to be used by each request
 */
async function asked(...answers) {
  const { fetch } = globalThis;
  /** @type {string[]} */
  const caches = [];
  globalThis.fetch = async (_, init) => {
    caches.push(init?.cache ?? "default");
    return /** @type {Response} */ (answers.shift());
  };
  try {
    return { columns: await getColumns("/runs/1/cycles/0/view?form=columns").catch(() => null), caches };
  } finally {
    globalThis.fetch = fetch;
  }
}

const NOW = { schema: 3, pod: "default/web-1" };

test("columns are read as they come", async () => {
  assert.deepEqual(await asked(columns(bytesOf(NOW))), { columns: NOW, caches: ["default"] });
});

test("what an earlier server answered, and the browser kept, is asked for again", async () => {
  for (const earlier of [Response.json({ nodes: [], answer: {} }), columns(bytesOf({ ...NOW, schema: 2 }))])
    assert.deepEqual(await asked(earlier, columns(bytesOf(NOW))), {
      columns: NOW,
      caches: ["default", "reload"],
    });
});

test("a refusal is one, and what another server answers twice is no columns", async () => {
  const refused = Response.json({ errors: [] }, { status: 404 });
  assert.deepEqual(await asked(refused), { columns: null, caches: ["default"] });
  const other = () => columns(bytesOf({ ...NOW, schema: 4 }));
  assert.deepEqual(await asked(other(), other()), { columns: null, caches: ["default", "reload"] });
});
