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

/** @typedef {{manifests: Manifest[], dropped: Map<string, number>, ignored: Map<string, number>}} Filtered */

/**
 * @param {Manifest[]} manifests
 * @param {{kinds: Record<string, Record<string, Fields>>, groups: Groups}} table
 * @param {{images: boolean, expectations: boolean}} options
 * @returns {Filtered} `dropped` counts fields by path, `ignored` whole objects by kind
 */
export function keep(manifests, { kinds, groups }, { images, expectations }) {
  /** @type {Map<string, number>} */
  const dropped = new Map();
  /** @type {Map<string, number>} */
  const ignored = new Map();
  /** @param {Map<string, number>} counts @param {string} key */
  const count = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const how = { images, drop: (/** @type {string} */ path) => count(dropped, path) };
  const manifestsKept = [];
  for (const manifest of manifests) {
    if (!manifest?.kind && manifest?.expect) {
      if (expectations) manifestsKept.push(manifest);
      else count(ignored, "expect"); // they name pods and nodes
      continue;
    }
    const kind = kindOf(manifest, groups);
    const tree = treeOf(manifest, kind, kinds);
    if (!tree) count(ignored, kind);
    else manifestsKept.push(part(manifest, { ...ALWAYS_KEEP, ...tree }, "", how));
  }
  return { manifests: manifestsKept, dropped, ignored };
}

/**
 * @typedef {{images: boolean, drop: (path: string) => void}} How `images`: names of images stay
 */

/**
 * A value of another shape than the table expects is dropped whole, because its content is unknown.
 * @param {Manifest} value @param {Fields} tree @param {string} path @param {How} how @returns {Manifest}
 */
function part(value, tree, path, how) {
  if (typeof tree === "string") return leaf(value, tree, path, how);
  if (value === null) return null;
  if (!Array.isArray(tree)) return isPlain(value) ? fields(value, tree, path, how) : undefined;
  if (!Array.isArray(value)) return undefined;
  return value.map((item) => part(item, tree[0], `${path}[]`, how)).filter((item) => item !== undefined);
}

/** @param {Manifest} value @param {string} role @param {string} path @param {How} how @returns {Manifest} */
function leaf(value, role, path, { images, drop }) {
  if (role === "groups" && typeof value === "string") return reducedStatus(value);
  if (role !== "image" || images) return value;
  drop(path);
  return undefined;
}

/** @param {Manifest} value */
const isPlain = (value) => typeof value === "object" && !Array.isArray(value);

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
      how.drop(place);
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
