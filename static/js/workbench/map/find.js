// Finds nodes by name, label or pod: "node-12", "zone=a", "web-7".

import { computed } from "../../lib/atoms.js";
import { clusterAt, momentOf } from "../../model/fold.js";
import { cluster, log, pointer } from "../core/state.js";
import { query } from "./settings.js";

/** @import { Cluster } from "../../model/cluster.js" */

/** @typedef {{nodes: number[], pods: Set<number>}} Found in the order of the nodes */

/** Null: nothing is looked for. */
export const found = computed([query, cluster, log, pointer], (text, known, events, at) =>
  text.trim() && known
    ? find(known, clusterAt(known, events, momentOf(at, events)), text.trim().toLowerCase())
    : null,
);

/**
 * @param {import("../../model/cluster.js").Cluster} known
 * @param {import("../../model/fold.js").Fold} fold
 * @param {string} text in lower case
 * @returns {Found}
 */
export function find(known, fold, text) {
  const hits = new Uint8Array(known.nodes.length);
  for (const node of known.nodes) if (node.name.toLowerCase().includes(text)) hits[node.index] = 1;
  findLabels(known, text, hits);
  /** @type {Set<number>} */
  const pods = new Set();
  for (let pod = 0; pod < known.podCount; pod++) {
    if (
      !known.podNames[pod].toLowerCase().includes(text) &&
      !(text.includes("/") && known.keyOf(pod).toLowerCase().includes(text))
    )
      continue;
    pods.add(pod);
    const node = fold.placeOf(pod);
    if (node >= 0) hits[node] = 1;
  }
  return { nodes: known.nodes.flatMap(({ index }) => (hits[index] ? [index] : [])), pods };
}

/**
 * Each distinct value is compared once.
 * @param {Cluster} known @param {string} text @param {Uint8Array} hits
 */
function findLabels(known, text, hits) {
  for (const [key, { values, codes }] of Object.entries(known.labels)) {
    const good = values.map(
      (value) =>
        `${key}=${value}`.toLowerCase().includes(text) &&
        (text.includes("=") || value.toLowerCase().includes(text)),
    );
    if (good.some(Boolean)) codes.forEach((code, node) => void (code >= 0 && good[code] && (hits[node] = 1)));
  }
}
