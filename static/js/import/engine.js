// The import's worker and the table of fields, as promises.

import { get } from "../net/api.js";

/** @import { Choices, Prepared, Table } from "./prepare.js" */

/** @typedef {{resolve: (answer: Prepared) => void, reject: (error: Error) => void}} Waiting */

/** @type {Worker | null} */
let worker = null;
/** @type {Promise<Table> | null} */
let table = null;
let questions = 0;
/** @type {Map<number, Waiting>} by question */
const waiting = new Map();

/**
 * @param {{files?: (import("./archive.js").Packed | import("./read.js").Source)[], choices: Choices}}
 *   question
 *   without files it is about those of the last request
 * @returns {Promise<Prepared>}
 */
export async function ask({ files, choices }) {
  table ??= /** @type {Promise<Table>} */ (get("/import/fields")).catch((error) => {
    table = null;
    throw error;
  });
  const fields = await table;
  const started = (worker ??= start());
  const id = (questions += 1);
  const transfer = (files ?? []).flatMap((file) => ("bytes" in file ? [file.bytes.buffer] : []));
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    started.postMessage({ id, files, choices, table: fields }, transfer);
  });
}

function start() {
  const instance = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  instance.addEventListener("message", ({ data }) => {
    const { resolve, reject } = waiting.get(data.id) ?? {};
    waiting.delete(data.id);
    if (data.error) reject?.(new Error(data.error));
    else resolve?.(data.result);
  });
  instance.addEventListener("error", (event) => {
    for (const { reject } of waiting.values())
      reject(new Error(event.message || "The import could not be started"));
    waiting.clear();
    worker = null;
  });
  return instance;
}
