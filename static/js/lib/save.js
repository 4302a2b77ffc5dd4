// Files that the page makes itself.

import { h } from "./dom.js";

/** @param {string} name @param {string} type @param {string} text */
export const saveText = (name, type, text) =>
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));

/** @param {string} name @param {Blob} blob */
export function saveBlob(name, blob) {
  const url = URL.createObjectURL(blob);
  saveUrl(name, url);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {string} name @param {string} url */
export function saveUrl(name, url) {
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}
