// From text to manifests: YAML streams, JSON, Lists, the folders of `kubectl cluster-info dump`, the export
// of kube-scheduler-simulator.

import {
  defineScalarTag,
  loadAll,
  NOT_RESOLVED,
  Schema,
  YAML11_SCHEMA,
  YAMLException,
} from "../../vendor/js-yaml/js-yaml.esm.min.mjs";

/** @import { Manifest } from "./filter.js" */

/** @typedef {{name: string, text: string}} Source */
/** @typedef {{file: string, message: string}} Unread */
/** @typedef {{manifests: Manifest[], sources: Source[], problems: Unread[]}} Read */

/** @type {Record<string, boolean>} */
const BOOLEANS = { yes: true, true: true, on: true, no: false, false: false, off: false };

// As the server reads it: YAML 1.1 with times left as text, and "y" and "n" too.
const bool = defineScalarTag("tag:yaml.org,2002:bool", {
  implicit: true,
  resolve: (text) =>
    /^([a-z]+|[A-Z][a-z]+|[A-Z]+)$/.test(text) && Object.hasOwn(BOOLEANS, text.toLowerCase())
      ? BOOLEANS[text.toLowerCase()]
      : NOT_RESOLVED,
  identify: (value) => typeof value === "boolean",
});
const SCHEMA = new Schema([
  bool,
  ...YAML11_SCHEMA.tags.filter((tag) => !/timestamp|binary|bool/.test(tag.tagName)),
]);

// What `kubectl cluster-info dump` prints without a folder: JSON documents one after the other, with logs
// between them.
const PRINTED = /^\{$[\s\S]*?^\}$/gm;

const SIMULATOR = {
  nodes: "Node",
  pods: "Pod",
  pvs: "PersistentVolume",
  pvcs: "PersistentVolumeClaim",
  storageClasses: "StorageClass",
  priorityClasses: "PriorityClass",
  namespaces: "Namespace",
  schedulerConfig: "KubeSchedulerConfiguration",
};

/**
 * @param {Source[]} sources
 * @returns {Read} of an object that is there twice, the one of the later file
 */
export function read(sources) {
  /** @type {Map<string, Manifest>} */
  const manifests = new Map();
  /** @type {Unread[]} */
  const problems = [];
  /** @type {Source[]} */
  const used = [];
  for (const source of sources) {
    try {
      const before = manifests.size;
      for (const manifest of manifestsOf(source.text))
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

/** @param {string} text */
function manifestsOf(text) {
  return documents(text).flatMap(objectsOf);
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
  const printed = text.match(PRINTED);
  if (printed) return printed.map((each) => JSON.parse(each));
  return looksLikeManifests(text) ? loadAll(text, { schema: SCHEMA }) : [];
}

/** A log or a note among the files is passed over. @param {string} text */
const looksLikeManifests = (text) => /^\s*[{[]|^\s*"?(apiVersion|kind|items|expect)"?\s*:/m.test(text);

/** @param {Manifest} document @returns {Manifest[]} */
function objectsOf(document) {
  if (Array.isArray(document)) return document.flatMap(objectsOf);
  if (!document || typeof document !== "object") return [];
  if (typeof document.kind === "string" && document.kind.endsWith("List") && Array.isArray(document.items)) {
    const kind = document.kind.slice(0, -"List".length);
    return document.items
      .map((/** @type {Manifest} */ item) =>
        kind && item && typeof item === "object" ? { apiVersion: document.apiVersion, kind, ...item } : item,
      )
      .concat(document.expect ? [{ expect: document.expect }] : [])
      .flatMap(objectsOf);
  }
  if (!document.kind && document.expect) return [{ expect: document.expect }];
  return document.kind ? [document] : simulated(document);
}

/** @type {Record<string, string>} others are of "v1" */
const API_VERSIONS = {
  StorageClass: "storage.k8s.io/v1",
  PriorityClass: "scheduling.k8s.io/v1",
  KubeSchedulerConfiguration: "kubescheduler.config.k8s.io/v1",
};

/** @param {Manifest} document @returns {Manifest[]} */
function simulated(document) {
  return Object.entries(SIMULATOR).flatMap(([field, kind]) => {
    const value = document[field];
    const apiVersion = API_VERSIONS[kind] ?? "v1";
    const listed = Array.isArray(value) ? value : value && typeof value === "object" ? [value] : [];
    return listed.map((each) => ({
      ...each,
      apiVersion: each.apiVersion || apiVersion,
      kind: each.kind || kind,
    }));
  });
}

/** @param {Manifest} manifest @param {number} position */
function identity({ kind, metadata }, position) {
  return metadata?.name ? `${kind} ${metadata.namespace ?? ""}/${metadata.name}` : `${kind} ${position}`;
}
