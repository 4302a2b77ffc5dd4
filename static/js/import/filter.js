// Keeping of a manifest what the table of fields names (scheduler_core/kubernetes/source/fields.yaml, where
// its roles are explained).

import { reducedStatus } from "./nodeGroups.js";

/**
 * An object as in its source: any JSON.
 * @typedef {any} Manifest
 *
 * Fields of a kind: a role, or those within; of a list those of each item, of a map those of "*".
 * @typedef {string | [Fields] | {[key: string]: Fields}} Fields
 */

/** What documents state that are no objects: what should happen, what does, what is to be learnt or made. */
export const STATEMENTS = ["expect", "steps", "lesson", "machines"];

/** @type {Record<string, Fields>} */
const NAMED = { metadata: { name: "name", namespace: "name" } };
/** @type {Record<string, Fields>} */
const ALWAYS_KEEP = { apiVersion: "keep", kind: "keep" };

/** @typedef {Record<string, string[]>} Groups the API groups of Kubernetes' kinds */

/**
 * The kind of a manifest, with its group if that is not Kubernetes' own: "Node.longhorn.io".
 * @param {Manifest} manifest @param {Groups} groups
 */
export function kindOf(manifest, groups) {
  const { kind, apiVersion } = manifest ?? {};
  if (typeof apiVersion !== "string" || !Object.hasOwn(groups, kind)) return String(kind);
  const group = apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.lastIndexOf("/")) : "";
  return groups[kind].includes(group) ? kind : `${kind}.${group}`;
}

/**
 * The fields of a manifest, by its kind, or by kind and name; null if it is not imported.
 * @param {Manifest} manifest @param {string} kind @param {Record<string, Record<string, Fields>>} kinds
 */
export function treeOf(manifest, kind, kinds) {
  const { namespace, name } = manifest?.metadata ?? {};
  const entry = [kind, `${kind} ${namespace}/${name}`].find((candidate) => Object.hasOwn(kinds, candidate));
  return entry === undefined ? null : kinds[entry];
}

/**
 * `dropped` counts fields by path, `ignored` whole objects by kind; `reveals` says whether one of the fields
 * tells something about its owner.
 * @typedef {{manifests: Manifest[], dropped: Map<string, number>, ignored: Map<string, number>,
 *   reveals: boolean}} Filtered
 */

/**
 * @param {Manifest[]} manifests
 * @param {{kinds: Record<string, Record<string, Fields>>, groups: Groups, harmless?: string[]}} table
 * @param {{images: boolean, expectations: boolean}} options `expectations`: what names pods and nodes stays,
 *   as steps do
 * @returns {Filtered}
 */
export function keep(manifests, { kinds, groups, harmless = [] }, { images, expectations }) {
  /** @type {Map<string, number>} */
  const dropped = new Map();
  /** @type {Map<string, number>} */
  const ignored = new Map();
  /** @param {Map<string, number>} counts @param {string} key */
  const count = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);
  let reveals = false;
  /** @param {string} path @param {Manifest} value */
  const drop = (path, value) => {
    count(dropped, path);
    reveals ||= !isHarmless(path, value, harmless, images);
  };
  const how = { images, drop };
  /** @param {Manifest} manifest @param {Record<string, Fields>} tree @param {string} [path] */
  const kept = (manifest, tree, path = "") => part(manifest, { ...ALWAYS_KEEP, ...tree }, path, how);
  /** @param {Manifest} entry of steps, which may apply a manifest */
  const step = (entry) => {
    if (!entry?.apply) return entry;
    const tree = treeOf(entry.apply, kindOf(entry.apply, groups), kinds) ?? NAMED;
    return { ...entry, apply: kept(entry.apply, tree, "steps[].apply") };
  };
  const manifestsKept = [];
  for (const manifest of manifests) {
    const stated = manifest?.kind ? undefined : STATEMENTS.find((key) => manifest?.[key]);
    const kind = stated ?? kindOf(manifest, groups);
    const tree = treeOf(manifest, kind, kinds);
    if (stated ? !expectations : !tree) count(ignored, kind);
    else if (tree) manifestsKept.push(kept(manifest, tree));
    else if (Array.isArray(manifest.steps)) manifestsKept.push({ steps: manifest.steps.map(step) });
    else manifestsKept.push(manifest);
  }
  return { manifests: manifestsKept, dropped, ignored, reveals };
}

/**
 * @param {string} path of a field that is left out
 * @param {Manifest} value
 * @param {string[]} harmless names of fields
 * @param {boolean} images the names of images are sent
 */
function isHarmless(path, value, harmless, images) {
  const last = (path.split(".").pop() ?? "").replace(/\[\]$/, "");
  if (last === "image" && !images) return true;
  return harmless.includes(last) && !(value && typeof value === "object" && Object.keys(value).length);
}

/**
 * @typedef {{images: boolean, drop: (path: string, value: Manifest) => void}} How `images`: names of images
 *   stay
 */

/**
 * A value of another shape than the table expects is dropped whole, because its content is unknown.
 * @param {Manifest} value @param {Fields} tree @param {string} path @param {How} how @returns {Manifest}
 */
function part(value, tree, path, how) {
  if (typeof tree === "string") return leaf(value, tree, path, how);
  if (value === null) return null;
  if (Array.isArray(tree) !== Array.isArray(value) || typeof value !== "object") {
    how.drop(path, value);
    return undefined;
  }
  if (!Array.isArray(tree)) return fields(value, tree, path, how);
  return value
    .map((/** @type {Manifest} */ item) => part(item, tree[0], `${path}[]`, how))
    .filter((/** @type {Manifest} */ item) => item !== undefined);
}

/** @param {Manifest} value @param {string} role @param {string} path @param {How} how @returns {Manifest} */
function leaf(value, role, path, { images, drop }) {
  if (role === "groups" && typeof value === "string") return reducedStatus(value);
  if (role !== "image" || images) return value;
  drop(path, value);
  return undefined;
}

/**
 * @param {Manifest} value @param {Record<string, Fields>} tree @param {string} path @param {How} how
 * @returns {Manifest}
 */
function fields(value, tree, path, how) {
  /** @type {Manifest} */
  const result = {};
  for (const [key, inner] of Object.entries(value)) {
    // Their keys would be a long list.
    const place = path.endsWith("annotations") ? path : path ? `${path}.${key}` : key;
    const below = Object.hasOwn(tree, key) ? tree[key] : tree["*"];
    if (below === undefined) {
      how.drop(place, inner);
      continue;
    }
    const filtered = part(inner, below, place, how);
    if (filtered !== undefined && (!isEmpty(filtered) || isEmpty(inner))) result[key] = filtered;
  }
  return result;
}

/** @param {Manifest} value */
const isEmpty = (value) =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

/**
 * Calls `visit` for every text of a role in a manifest, and puts what it returns in its place. Messages of
 * programs are left out.
 * @param {Manifest} value @param {Fields} tree @param {(text: string, role: string) => string} visit
 * @returns {Manifest}
 */
export function replaceTexts(value, tree, visit) {
  if (tree === "message") return "";
  if (typeof tree === "string")
    return typeof value === "string" && tree !== "keep" ? visit(value, tree) : value;
  if (Array.isArray(tree))
    return Array.isArray(value) ? value.map((item) => replaceTexts(item, tree[0], visit)) : value;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      replaceTexts(inner, Object.hasOwn(tree, key) ? tree[key] : (tree["*"] ?? "keep"), visit),
    ]),
  );
}
