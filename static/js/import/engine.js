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

/** What is read of a text of which nothing is chosen. @param {string} text */
const askOf = (text) => ask({ files: [{ name: "", text }], choices: { pseudonyms: false, images: false } });

/** What a text says of pods without a node: all that is sent of it to be explained. @param {string} text */
export const messagesIn = async (text) => (await askOf(text)).messages;

/**
 * What scheduling uses of the manifests in a text, and the kinds and fields that it does not use. A text
 * without manifests is kept.
 * @param {string} text @returns {Promise<{text: string, leftOut: string[]}>}
 */
export async function keptOf(text) {
  const { text: kept, report } = await askOf(text);
  if (report.verbatim || !report.files) return { text, leftOut: [] };
  return { text: kept, leftOut: [...report.ignored, ...report.dropped].map(([name]) => name) };
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
