// Keeping of a manifest what the table of fields names (scheduler_core/source/fields.py, where its roles are explained).

/**
 * An object as it was written: any JSON.
 * @typedef {any} Manifest
 *
 * Fields of a kind: a role, or those within; of a list those of each item, of a map those of "*".
 * @typedef {string | [Fields] | {[key: string]: Fields}} Fields
 */

/** @type {Record<string, Fields>} */
const KEPT_ALWAYS = { apiVersion: "keep", kind: "keep" };

/** @typedef {{kept: Manifest[], dropped: Map<string, number>, ignored: Map<string, number>}} Filtered */

/**
 * @param {Manifest[]} manifests
 * @param {Record<string, Record<string, Fields>>} kinds
 * @param {{images: boolean, expectations: boolean}} options
 * @returns {Filtered} `dropped` counts fields by path, `ignored` whole objects by kind
 */
export function keep(manifests, kinds, { images, expectations }) {
  /** @type {Map<string, number>} */
  const dropped = new Map();
  /** @type {Map<string, number>} */
  const ignored = new Map();
  /** @param {Map<string, number>} counts @param {string} key */
  const count = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const kept = [];
  for (const manifest of manifests) {
    if (!manifest?.kind && manifest?.expect) {
      if (expectations) kept.push(manifest);
      else count(ignored, "expect"); // they name pods and nodes
      continue;
    }
    const tree = Object.hasOwn(kinds, manifest?.kind) ? kinds[manifest.kind] : null;
    if (!tree) count(ignored, String(manifest?.kind));
    else kept.push(part(manifest, { ...KEPT_ALWAYS, ...tree }, "", images, (path) => count(dropped, path)));
  }
  return { kept, dropped, ignored };
}

/** @param {Manifest} value @param {Fields} tree @param {string} path @param {boolean} images @param {(path: string) => void} drop @returns {Manifest} */
function part(value, tree, path, images, drop) {
  if (Array.isArray(tree)) {
    if (!Array.isArray(value)) return value ?? undefined;
    return value
      .map((item) => part(item, tree[0], `${path}[]`, images, drop))
      .filter((item) => item !== undefined);
  }
  if (typeof tree === "object") return fields(value, tree, path, images, drop);
  if (tree !== "image" || images) return value;
  drop(path);
  return undefined;
}

/**
 * @param {Manifest} value @param {Record<string, Fields>} tree @param {string} path
 * @param {boolean} images @param {(path: string) => void} drop
 * @returns {Manifest}
 */
function fields(value, tree, path, images, drop) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  /** @type {Manifest} */
  const found = {};
  for (const [key, inner] of Object.entries(value)) {
    const place = path.endsWith("annotations") ? path : path ? `${path}.${key}` : key; // their keys would be a long list
    const below = Object.hasOwn(tree, key) ? tree[key] : tree["*"];
    if (below === undefined) {
      drop(place);
      continue;
    }
    const kept = part(inner, below, place, images, drop);
    if (kept !== undefined && (!isEmpty(kept) || isEmpty(inner))) found[key] = kept;
  }
  return found;
}

/** @param {Manifest} value */
const isEmpty = (value) =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

/**
 * Calls `visit` for every text of a role in a manifest, and puts what it returns in its place.
 * @param {Manifest} value @param {Fields} tree @param {(text: string, role: string) => string} visit @returns {Manifest}
 */
export function replaceTexts(value, tree, visit) {
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
