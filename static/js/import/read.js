// From text to manifests: YAML streams, JSON, Lists, the folders of `kubectl cluster-info dump`, the export
// of kube-scheduler-simulator.

import { loadAll, YAMLException } from "../../vendor/js-yaml/js-yaml.esm.min.mjs";
import { STATEMENTS } from "./filter.js";
import { SCHEMA } from "./scalars.js";

/** @import { Manifest } from "./filter.js" */

// What a list has besides its items, which tells nothing.
const OF_LISTS = ["continue", "remainingItemCount", "resourceVersion", "selfLink"];

/** @typedef {{name: string, text: string}} Source */
/** @typedef {{file: string, message: string}} Unread */
/**
 * @typedef {Record<string, string[]>} Exported apiVersion and kind of the objects in each field of the
 *   simulator's export
 */
/**
 * What was read: `others` are the sources without manifests; `strays` counts what is in the sources besides.
 * @typedef {{manifests: Manifest[], sources: Source[], others: Source[], strays: number,
 *   problems: Unread[]}} Read
 */

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
  /** @type {Source[]} */
  const others = [];
  let strays = 0;
  const stray = () => void (strays += 1);
  for (const source of sources) {
    try {
      const objects = documents(source.text, stray).flatMap((document) =>
        objectsOf(document, exported, stray),
      );
      for (const manifest of objects) {
        const name = identity(manifest, manifests.size);
        if (manifests.has(name)) stray();
        manifests.set(name, manifest);
      }
      (objects.length ? used : others).push(source);
    } catch (error) {
      others.push(source);
      problems.push({ file: source.name, message: words(error) });
    }
  }
  return { manifests: [...manifests.values()], sources: used, others, strays, problems };
}

/** @param {unknown} error */
function words(error) {
  if (error instanceof YAMLException)
    return `${error.reason}${error.mark ? `, line ${error.mark.line + 1}` : ""}`;
  return error instanceof Error ? error.message : String(error);
}

/** @param {string} text @param {() => void} stray is called for what is no document @returns {Manifest[]} */
function documents(text, stray) {
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
  if (printed) {
    if (text.replace(PRINTED, "").trim()) stray();
    return printed.map((json) => JSON.parse(json));
  }
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
const looksLikeManifests = (text) =>
  /^\s*[{[]|^\s*"?(apiVersion|kind|items|expect|steps|lesson)"?\s*:/m.test(text);

/**
 * @param {Manifest} document @param {Exported} exported
 * @param {() => void} stray is called for what is no object
 * @returns {Manifest[]}
 */
function objectsOf(document, exported, stray) {
  if (Array.isArray(document)) return document.flatMap((item) => objectsOf(item, exported, stray));
  if (document === null || document === undefined) return [];
  if (typeof document !== "object") {
    stray();
    return [];
  }
  const isList =
    typeof document.kind === "string" && document.kind.endsWith("List") && Array.isArray(document.items);
  if (document.kind && !isList) return [document];
  const { kind = "", apiVersion, metadata, items, ...rest } = document;
  const stated = STATEMENTS.filter((key) => rest[key] && (!isList || key === "expect"));
  const own = isList ? [] : Object.keys(exported).filter((field) => field in rest);
  const known = [...stated, ...own, ...OF_LISTS];
  if (Object.keys({ ...rest, ...metadata }).some((key) => !known.includes(key))) stray();
  const of = kind.slice(0, -"List".length);
  return (isList ? items : own.flatMap((field) => exportedObjects(rest[field], exported[field])))
    .map((/** @type {Manifest} */ item) =>
      of && item && typeof item === "object" ? { apiVersion, kind: of, ...item } : item,
    )
    .flatMap((/** @type {Manifest} */ item) => objectsOf(item, exported, stray))
    .concat(stated.map((key) => ({ [key]: rest[key] })));
}

/** @param {Manifest} value of a field of the simulator's export @param {string[]} names */
function exportedObjects(value, [apiVersion, kind]) {
  const listed = Array.isArray(value) ? value : value && typeof value === "object" ? [value] : [];
  return listed.map((item) => ({
    ...item,
    apiVersion: item.apiVersion || apiVersion,
    kind: item.kind || kind,
  }));
}

/** @param {Manifest} manifest @param {number} position */
function identity({ apiVersion, kind, metadata }, position) {
  const group = /^(.*)\//.exec(apiVersion ?? "")?.[1] ?? "";
  const name = metadata?.name ? `${metadata.namespace ?? ""}/${metadata.name}` : position;
  return `${kind}.${group} ${name}`;
}
