// Which pods the current step counts, and which it would remove. Pods of one class are alike to a selector,
// so each class is examined once; whether a node's pods count depends on the node.

import { constraintOf } from "./notes.js";
import { matches } from "../../../model/selectors.js";
import { pluginOf } from "../../../plugins/registry.js";

/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Cluster } from "../../../model/cluster.js" */
/** @import { Pointer } from "../../../model/pointer.js" */

/**
 * @typedef {object} Pods
 * @property {(pod: number, node: number) => boolean} counted
 * @property {boolean} counting something is counted at this step
 * @property {Set<number>} victims
 */

/** @type {Pods} */
const NONE = { counted: () => false, counting: false, victims: new Set() };

/**
 * @param {import("../../../model/cluster.js").Cluster} cluster
 * @param {import("../../../model/pointer.js").Pointer | null} pointer
 * @param {CycleView | null} data
 * @param {string[]} keys of the grouping
 * @returns {Pods}
 */
export function podsOf(cluster, pointer, data, keys) {
  if (!data || !pointer) return NONE;
  const victims = victimsOf(cluster, pointer, data);
  const rule = ruleOf(cluster, pointer, data, keys);
  if (!rule) return { ...NONE, victims };
  const { podClasses } = cluster;
  return {
    counting: true,
    victims,
    counted: (pod, node) => rule.classes[podClasses[pod]] === 1 && !rule.without?.[node],
  };
}

/** @param {Cluster} cluster @param {Pointer} pointer @param {CycleView} data @param {string[]} keys */
function ruleOf(cluster, pointer, data, keys) {
  const own = pluginOf(pointer.plugin).map?.(data);
  if (own) return { classes: own.classes(cluster), without: null };
  const constraint =
    keys.map((key) => constraintOf(pointer, data, key)).find(Boolean) ?? data.spread?.filter?.[0];
  if (!constraint) return null;
  const without = new Uint8Array(cluster.nodes.length);
  for (const node of constraint.excluded) without[node] = 1;
  const classes = Uint8Array.from(cluster.classes, (podClass) =>
    Number(
      podClass.namespace === constraint.namespace &&
        !podClass.terminating &&
        matches(constraint.requirements, podClass.labels),
    ),
  );
  return { classes, without };
}

/** @param {Cluster} cluster @param {Pointer} pointer @param {CycleView} data */
function victimsOf(cluster, { point, node }, data) {
  const post = point === "PostFilter" || point === "Result" ? data.trace.postFilter : null;
  const listed = post ? [...(post.victims ?? []), ...data.victimsOn(data.indexOf(node))] : [];
  return new Set(listed.flatMap((victim) => cluster.podIndex(victim) ?? []));
}
