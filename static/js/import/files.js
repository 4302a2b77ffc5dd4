// Files from a drop, folders with all that is in them.

import { isUseful } from "./archiveFilter.js";

const ARCHIVE = /\.(zip|tar|t?gz)$/i;

/**
 * The dropped files; must be called at once, while the event lasts.
 * @param {DataTransfer} transfer @returns {Promise<File[]>}
 */
export function droppedFiles(transfer) {
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry?.() ?? null)
    .filter((entry) => entry !== null);
  const plain = [...transfer.files];
  return entries.some((entry) => entry.isDirectory)
    ? Promise.all(entries.map(inside)).then((lists) => lists.flat())
    : Promise.resolve(plain);
}

/** @param {FileSystemEntry} entry @returns {entry is FileSystemFileEntry} */
const isFile = (entry) => entry.isFile;

/** @param {FileSystemEntry} entry @returns {Promise<File[]>} */
async function inside(entry) {
  if (isFile(entry)) return isUseful(entry.fullPath) || ARCHIVE.test(entry.name) ? [await fileOf(entry)] : [];
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  /** @type {FileSystemEntry[]} */
  const children = [];
  for (let some = await listed(reader); some.length; some = await listed(reader)) children.push(...some);
  children.sort((a, b) => (a.name < b.name ? -1 : 1));
  return (await Promise.all(children.map(inside))).flat();
}

/** @param {FileSystemDirectoryReader} reader @returns {Promise<FileSystemEntry[]>} */
const listed = (reader) => new Promise((resolve, reject) => reader.readEntries(resolve, reject));

/** The path within the folder is the file's name from here on. @param {FileSystemFileEntry} entry */
async function fileOf(entry) {
  /** @type {File} */
  const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
  return new File([file], entry.fullPath.replace(/^\//, ""));
}

/** @param {File[]} files @returns {Promise<import("./archive.js").Packed[]>} */
export const contents = (files) =>
  Promise.all(
    files.map(async (file) => ({
      name: file.webkitRelativePath || file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
