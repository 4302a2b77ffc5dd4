// The import, off the page's thread: files in, a report and the text to send out.

import { unpack } from "./archive.js";
import { prepare } from "./prepare.js";
import { read } from "./read.js";

/** @import { Packed } from "./archive.js" */
/** @import { Read, Source, Unread } from "./read.js" */

/** @type {Read} what was read stays here while choices change */
let lastRead = { manifests: [], sources: [], others: [], strays: 0, problems: [] };

self.addEventListener("message", ({ data }) => {
  try {
    if (data.files) lastRead = readFiles(data.files, data.table.exported);
    self.postMessage({ id: data.id, result: prepare(lastRead, data.table, data.choices) });
  } catch (error) {
    self.postMessage({ id: data.id, error: messageOf(error) });
  }
});

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {(Packed | Source)[]} files @param {import("./read.js").Exported} exported @returns {Read} */
function readFiles(files, exported) {
  /** @type {(Packed | Source)[]} */
  const unpacked = [];
  /** @type {Unread[]} */
  const problems = [];
  for (const file of files) {
    try {
      unpacked.push(...("text" in file ? [file] : unpack(file)));
    } catch (error) {
      problems.push({ file: file.name, message: messageOf(error) });
    }
  }
  const sources = unpacked.map((file) =>
    "text" in file ? file : { name: file.name, text: new TextDecoder().decode(file.bytes) },
  );
  const result = read(sources, exported);
  return { ...result, problems: [...problems, ...result.problems] };
}
