// Finds nodes by name, label or pod: "node-12", "zone=a", "web-7".

import { computed } from "../../../lib/atoms.js";
import { clusterAt, momentOf } from "../../../model/fold.js";
import { cluster, log, pointer } from "../core/state.js";
import { query } from "./settings.js";

/** @import { Cluster } from "../../../model/cluster.js" */

/** @typedef {{nodes: number[], pods: Set<number>}} Matches in the order of the nodes */

/** The matches of the query; null without one. */
export const matches = computed(() => {
  const text = query.get();
  const loaded = cluster.get();
  const events = log.get();
  return text.trim() && loaded
    ? find(loaded, clusterAt(loaded, events, momentOf(pointer.get(), events)), text.trim().toLowerCase())
    : null;
});

/**
 * @param {import("../../../model/cluster.js").Cluster} loaded
 * @param {import("../../../model/fold.js").Fold} fold
 * @param {string} text in lower case
 * @returns {Matches}
 */
export function find(loaded, fold, text) {
  const hits = new Uint8Array(loaded.nodes.length);
  for (const node of loaded.nodes) if (node.name.toLowerCase().includes(text)) hits[node.index] = 1;
  findLabels(loaded, text, hits);
  /** @type {Set<number>} */
  const pods = new Set();
  for (let pod = 0; pod < loaded.podCount; pod++) {
    if (
      !loaded.podNames[pod].toLowerCase().includes(text) &&
      !(text.includes("/") && loaded.keyOf(pod).toLowerCase().includes(text))
    )
      continue;
    pods.add(pod);
    const node = fold.placeOf(pod);
    if (node >= 0) hits[node] = 1;
  }
  return { nodes: loaded.nodes.flatMap(({ index }) => (hits[index] ? [index] : [])), pods };
}

/**
 * Each distinct value is compared once.
 * @param {Cluster} loaded @param {string} text @param {Uint8Array} hits
 */
function findLabels(loaded, text, hits) {
  for (const [key, { values, codes }] of Object.entries(loaded.labels)) {
    const good = values.map(
      (value) =>
        `${key}=${value}`.toLowerCase().includes(text) &&
        (text.includes("=") || value.toLowerCase().includes(text)),
    );
    if (good.some(Boolean)) codes.forEach((code, node) => void (code >= 0 && good[code] && (hits[node] = 1)));
  }
}
