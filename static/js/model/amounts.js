// Amounts of resources as the view has them: numbers in the unit of the resource, or text.

import { quantity } from "../lib/format.js";

/** @import { Cluster } from "./cluster.js" */
/** @import { Fold } from "./fold.js" */
/** @import { Cycle } from "./log.js" */

/** @typedef {number | string} Amount */

const BYTES = /^(memory|ephemeral-storage|hugepages-.*)$/;

/** @param {string} resource */
const unitOf = (resource) => (resource === "cpu" ? "milli" : BYTES.test(resource) ? "bytes" : "count");

/** An amount as people read it. @param {string} resource @param {Amount} value */
export const amount = (resource, value) =>
  typeof value === "number" ? quantity(value, unitOf(resource)) : value;

/**
 * What the pod of a cycle requests, by resource.
 * @param {{cluster: Cluster | null, fold: Fold | null, cycle: Cycle}} now
 * @returns {[string, Amount][]}
 */
export function requestsOf({ cluster, fold, cycle }) {
  const pod = fold?.pod(cycle.pod);
  return Object.entries((pod && cluster?.classes[pod.class].requests) ?? {});
}
