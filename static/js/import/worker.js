// The import, off the page's thread: files in, a report and the text to send out.

import { unpack } from "./archive.js";
import { prepare } from "./prepare.js";
import { read } from "./read.js";
import { isUseful } from "./archiveFilter.js";

/** @type {import("./read.js").Read | null} what was read stays here while choices change */
let known = null;

self.addEventListener("message", ({ data }) => {
  try {
    if (data.files) known = readFiles(data.files);
    self.postMessage({ id: data.id, result: prepare(known, data.table, data.choices) });
  } catch (error) {
    self.postMessage({ id: data.id, error: String(error.message ?? error) });
  }
});

function readFiles(files) {
  const unpacked = [];
  const problems = [];
  for (const file of files) {
    try {
      unpacked.push(...("text" in file ? [file] : unpack(file)));
    } catch (error) {
      problems.push({ file: file.name, message: String(error.message ?? error) });
    }
  }
  const sources = unpacked
    .filter((file) => "text" in file || isUseful(file.name))
    .map((file) => ("text" in file ? file : { name: file.name, text: new TextDecoder().decode(file.bytes) }));
  const found = read(sources);
  return { ...found, problems: [...problems, ...found.problems] };
}
