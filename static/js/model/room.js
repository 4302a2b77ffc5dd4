// What is left on nodes, from what they offer and what the pods on them request.

/** @import { Cluster } from "./cluster.js" */
/** @import { Fold } from "./fold.js" */

const DECIMAL = "numkMGTPE";
/** @type {Record<string, number>} */
const POWERS = {
  ...Object.fromEntries([...DECIMAL].map((letter, i) => [letter, 1000 ** (i - (i < 3 ? 3 : 2))])),
  "": 1,
  ...Object.fromEntries(["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].map((unit, i) => [unit, 1024 ** (i + 1)])),
};

/**
 * A quantity as requests count it: cpu in thousandths, everything else as it is.
 * @param {string} resource @param {string | undefined} text as in a manifest: "3920m", "8Gi", "1e3"
 */
export function quantityIn(resource, text) {
  const [, number, unit] = /^([-+]?[\d.]+(?:[eE][-+]?\d+)?)([a-zA-Z]*)$/.exec(text ?? "") ?? [];
  const value = Number(number ?? 0) * (POWERS[unit ?? ""] ?? 0);
  return Math.round(resource === "cpu" ? value * 1000 : value);
}

/** @typedef {{allocatable: number, used: number, free: number}} Room of a resource on a node */

/**
 * The room of each node when a cycle starts, by its place in nodeOrder.
 * @param {Cluster} cluster @param {Fold} fold @param {string} resource
 * @returns {(node: number) => Room}
 */
export function roomOf(cluster, fold, resource) {
  /** @param {number} pod */
  const requestOf = (pod) => cluster.classes[cluster.podClasses[pod]].requests[resource] ?? 0;
  return (node) => {
    const allocatable = quantityIn(resource, cluster.nodes[node].allocatable[resource]);
    const pods = fold.on(node);
    const used = resource === "pods" ? pods.length : pods.reduce((sum, pod) => sum + requestOf(pod), 0);
    return { allocatable, used, free: allocatable - used };
  };
}
