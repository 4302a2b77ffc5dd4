// Files from a drop, folders with all that is in them.

import { isUseful } from "./archiveFilter.js";

const ARCHIVE = /\.(zip|tar|t?gz)$/i;

/** What was dropped: has to be asked for at once, while the event lasts. @param {DataTransfer} transfer @returns {Promise<File[]>} */
export function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const plain = [...transfer.files];
  return entries.some((entry) => entry.isDirectory)
    ? Promise.all(entries.map(inside)).then((found) => found.flat())
    : Promise.resolve(plain);
}

async function inside(entry) {
  if (entry.isFile) return isUseful(entry.fullPath) || ARCHIVE.test(entry.name) ? [await fileOf(entry)] : [];
  const reader = entry.createReader();
  const found = [];
  for (let some = await listed(reader); some.length; some = await listed(reader)) found.push(...some);
  found.sort((a, b) => (a.name < b.name ? -1 : 1));
  return (await Promise.all(found.map(inside))).flat();
}

const listed = (reader) => new Promise((resolve, reject) => reader.readEntries(resolve, reject));

// The path within the folder is the file's name from here on.
async function fileOf(entry) {
  const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
  return new File([file], entry.fullPath.replace(/^\//, ""));
}

/** @param {File[]} files @returns {Promise<import("./archiveFilter.js").Packed[]>} */
export const contents = (files) =>
  Promise.all(
    files.map(async (file) => ({
      name: file.webkitRelativePath || file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
