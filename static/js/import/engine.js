// The import's worker and the table of fields, as promises.

import { get } from "../net/api.js";

let worker = null;
let table = null;
let questions = 0;
const waiting = new Map();

/**
 * @param {{files?: (import("./archive.js").Packed | import("./read.js").Source)[], choices: import("./prepare.js").Choices}} question
 *   without files it is about those of the last question
 * @returns {Promise<{text: string, names: [string, string][], problems: {file: string, message: string}[], report: any}>}
 */
export async function ask({ files, choices }) {
  table ??= get("/import/fields").catch((error) => {
    table = null;
    throw error;
  });
  const fields = await table;
  worker ??= start();
  const id = (questions += 1);
  const transfer = (files ?? []).filter((file) => "bytes" in file).map((file) => file.bytes.buffer);
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, files, choices, table: fields }, transfer);
  });
}

function start() {
  const made = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  made.addEventListener("message", ({ data }) => {
    const { resolve, reject } = waiting.get(data.id) ?? {};
    waiting.delete(data.id);
    if (data.error) reject?.(new Error(data.error));
    else resolve?.(data.result);
  });
  made.addEventListener("error", (event) => {
    for (const { reject } of waiting.values())
      reject(new Error(event.message || "The import could not be started"));
    waiting.clear();
    worker = null;
  });
  return made;
}
