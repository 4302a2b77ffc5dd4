// Amounts of resources as the view has them: numbers in the unit of the resource, or text.

import { quantity } from "../lib/format.js";

/** @typedef {number | string} Amount */

/** @type {Record<string, string>} */
const UNITS = { cpu: "milli", memory: "bytes" };

/** An amount as people read it. @param {string} resource @param {Amount} value */
export const amount = (resource, value) =>
  typeof value === "number" ? quantity(value, UNITS[resource] ?? "count") : value;

/**
 * What the pod of a cycle requests, by resource.
 * @param {{cluster: any, fold: any, cycle: import("./log.js").Cycle}} now
 * @returns {[string, Amount][]}
 */
export function requestsOf({ cluster, fold, cycle }) {
  const pod = fold?.pod(cycle.pod);
  return Object.entries(pod ? (cluster.classes[pod.class].requests ?? {}) : {});
}
