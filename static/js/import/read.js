// From text to manifests: YAML streams, JSON, Lists, the folders of `kubectl cluster-info dump`, the export
// of kube-scheduler-simulator.

import { loadAll, YAMLException } from "../../vendor/js-yaml/js-yaml.esm.min.mjs";
import { SCHEMA } from "./scalars.js";

/** @import { Manifest } from "./filter.js" */

/** @typedef {{name: string, text: string}} Source */
/** @typedef {{file: string, message: string}} Unread */
/**
 * @typedef {Record<string, string[]>} Exported apiVersion and kind of the objects in each field of the
 *   simulator's export
 */
/** @typedef {{manifests: Manifest[], sources: Source[], problems: Unread[]}} Read */

// What `kubectl cluster-info dump` prints without a folder: JSON documents one after the other, with logs
// between them.
const PRINTED = /^\{$[\s\S]*?^\}$/gm;

/**
 * @param {Source[]} sources @param {Exported} exported
 * @returns {Read} of an object that is there twice, the one of the later file
 */
export function read(sources, exported) {
  /** @type {Map<string, Manifest>} */
  const manifests = new Map();
  /** @type {Unread[]} */
  const problems = [];
  /** @type {Source[]} */
  const used = [];
  for (const source of sources) {
    try {
      const before = manifests.size;
      for (const manifest of documents(source.text).flatMap((document) => objectsOf(document, exported)))
        manifests.set(identity(manifest, manifests.size), manifest);
      if (manifests.size > before) used.push(source);
    } catch (error) {
      problems.push({ file: source.name, message: words(error) });
    }
  }
  return { manifests: [...manifests.values()], sources: used, problems };
}

/** @param {unknown} error */
function words(error) {
  if (error instanceof YAMLException)
    return `${error.reason}${error.mark ? `, line ${error.mark.line + 1}` : ""}`;
  return error instanceof Error ? error.message : String(error);
}

/** @param {string} text @returns {Manifest[]} */
function documents(text) {
  if (/^\s*[{[]/.test(text)) {
    try {
      return [JSON.parse(text)];
    } catch {
      // several JSON documents, or YAML in flow style
    }
  }
  const values = jsonLines(text);
  if (values) return values;
  const printed = text.match(PRINTED);
  if (printed) return printed.map((json) => JSON.parse(json));
  return looksLikeManifests(text) ? loadAll(text, { schema: SCHEMA }) : [];
}

/** The values of a text with one on each line; null for any other text. @param {string} text */
function jsonLines(text) {
  const lines = text.split("\n").filter((line) => line.trim());
  try {
    return lines.every((line) => /^\s*[{[]/.test(line)) ? lines.map((line) => JSON.parse(line)) : null;
  } catch {
    return null;
  }
}

/** A log or a note among the files is passed over. @param {string} text */
const looksLikeManifests = (text) => /^\s*[{[]|^\s*"?(apiVersion|kind|items|expect)"?\s*:/m.test(text);

/** @param {Manifest} document @param {Exported} exported @returns {Manifest[]} */
function objectsOf(document, exported) {
  if (Array.isArray(document)) return document.flatMap((item) => objectsOf(item, exported));
  if (!document || typeof document !== "object") return [];
  if (typeof document.kind === "string" && document.kind.endsWith("List") && Array.isArray(document.items)) {
    const kind = document.kind.slice(0, -"List".length);
    return document.items
      .map((/** @type {Manifest} */ item) =>
        kind && item && typeof item === "object" ? { apiVersion: document.apiVersion, kind, ...item } : item,
      )
      .concat(document.expect ? [{ expect: document.expect }] : [])
      .flatMap((/** @type {Manifest} */ item) => objectsOf(item, exported));
  }
  if (!document.kind && document.expect) return [{ expect: document.expect }];
  return document.kind ? [document] : exportedObjects(document, exported);
}

/** @param {Manifest} document @param {Exported} exported @returns {Manifest[]} */
function exportedObjects(document, exported) {
  return Object.entries(exported).flatMap(([field, [apiVersion, kind]]) => {
    const value = document[field];
    const listed = Array.isArray(value) ? value : value && typeof value === "object" ? [value] : [];
    return listed.map((item) => ({
      ...item,
      apiVersion: item.apiVersion || apiVersion,
      kind: item.kind || kind,
    }));
  });
}

/** @param {Manifest} manifest @param {number} position */
function identity({ apiVersion, kind, metadata }, position) {
  const group = /^(.*)\//.exec(apiVersion ?? "")?.[1] ?? "";
  const name = metadata?.name ? `${metadata.namespace ?? ""}/${metadata.name}` : position;
  return `${kind}.${group} ${name}`;
}
