// The cluster as domains within domains: region › zone › rack, as the grouping says. Cheap to keep: it
// depends on labels alone.

import { domainOf } from "./fold.js";

const HOSTNAME = "kubernetes.io/hostname";

/** @import { Cluster } from "./cluster.js" */

/**
 * @typedef {object} Domain
 * @property {string} key the label key, "" of the whole cluster
 * @property {string | null} value null: the nodes without the label
 * @property {number} depth 0 is outermost
 * @property {Domain[]} children empty: nodes come next
 * @property {number[]} nodes the indices of all nodes within
 * @property {string} letter
 * @property {number} index among its siblings
 * @property {Domain | null} parent
 * @property {string} id
 */

/**
 * The outermost domains. The hostname of one node each makes no boxes: the nodes are its domains (`own`).
 * @param {Cluster} cluster
 * @param {string[]} keys
 * @returns {{domains: Domain[], own: string | null}}
 */
export function treeOf(cluster, keys) {
  const all = cluster.nodes.map((node) => node.index);
  const last = keys.at(-1);
  const own = last && isOwn(cluster, last) ? last : null;
  const boxed = own ? keys.slice(0, -1) : keys;
  if (!boxed.length) return { domains: [whole(all)], own };
  return { domains: split(cluster, all, boxed, 0, null), own };
}

/** @param {number[]} nodes @returns {Domain} */
const whole = (nodes) => ({
  key: "",
  value: null,
  depth: 0,
  children: [],
  nodes,
  letter: "",
  index: 0,
  parent: null,
  id: "",
});

/** @param {Cluster} cluster @param {string} key */
function isOwn(cluster, key) {
  if (key !== HOSTNAME) return false;
  const values = cluster.nodes.map((node) => domainOf(node, [key])[0]);
  return values.length > 1 && new Set(values).size === values.length;
}

/**
 * @param {Cluster} cluster @param {number[]} nodes @param {string[]} keys
 * @param {number} depth @param {Domain | null} parent
 * @returns {Domain[]}
 */
function split(cluster, nodes, keys, depth, parent) {
  const key = keys[depth];
  /** @type {Map<string | null, number[]>} */
  const groups = new Map();
  for (const index of nodes) {
    const [value] = domainOf(cluster.nodes[index], [key]);
    const group = groups.get(value);
    if (group) group.push(index);
    else groups.set(value, [index]);
  }
  const sorted = [...groups].sort(([a], [b]) => compare(a, b));
  return sorted.map(([value, within], index) => {
    /** @type {Domain} */
    const domain = {
      key,
      value,
      depth,
      children: [],
      nodes: within,
      letter: letterOf([value], index),
      index,
      parent,
      id: `${parent?.id ?? ""}/${key}=${value}`,
    };
    if (depth + 1 < keys.length) domain.children = split(cluster, domain.nodes, keys, depth + 1, domain);
    return domain;
  });
}

const collator = new Intl.Collator("en", { numeric: true });
/** @param {string | null} a @param {string | null} b */
function compare(a, b) {
  if (a === null) return 1;
  return b === null ? -1 : collator.compare(a, b);
}

/**
 * Domains differ by letter and pattern, not by hue.
 * @param {(string | null)[]} values @param {number} index
 */
export const letterOf = (values, index) =>
  values.some((value) => value === null)
    ? "–"
    : index < 26
      ? String.fromCharCode(65 + index)
      : String(index + 1);

/** The names from the outermost domain to this one. @param {Domain} domain @returns {Domain[]} */
export const pathOf = (domain) =>
  domain.parent ? [...pathOf(domain.parent), domain] : domain.key ? [domain] : [];

/** The innermost domains within one. @param {Domain} domain @returns {Domain[]} */
export const leavesOf = (domain) => (domain.children.length ? domain.children.flatMap(leavesOf) : [domain]);
