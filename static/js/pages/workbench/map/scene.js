// Everything that is drawn at the current step, from the atoms.

import { capacityOf } from "../../../model/capacity.js";
import { clusterAt, momentOf } from "../../../model/fold.js";
import { cluster, grouping, log, pointer, theCluster, view } from "../core/state.js";
import { scoresNow } from "../core/trial.js";
import { matches } from "./find.js";
import { FOLDS_ABOVE, itemsOf, likenessOf, STRIPS_ABOVE } from "./folding.js";
import { kindsOf } from "./kinds.js";
import { marksOf, withShares } from "./marks.js";
import { notesOf } from "./notes.js";
import { podsOf } from "./pods.js";
import { colouring, folding, unfolded } from "./settings.js";
import { POOL_KEYS } from "../../../model/poolkeys.js";
import { treeOf } from "../../../model/tree.js";

/** @import { Capacity } from "../../../model/capacity.js" */
/** @import { Cluster } from "../../../model/cluster.js" */
/** @import { Domain } from "../../../model/tree.js" */
/** @import { Item } from "./folding.js" */
/** @import { ItemsOf } from "./layout.js" */

/**
 * @typedef {object} Scene everything that is drawn
 * @property {import("./layout.js").Layout} layout
 * @property {import("../../../model/cluster.js").Cluster} cluster
 * @property {import("../../../model/fold.js").Fold} fold
 * @property {import("./marks.js").Marks} marks
 * @property {Capacity} capacity
 * @property {(domain: Domain) => import("./notes.js").Note} note
 * @property {import("./pods.js").Pods} pods
 * @property {import("./kinds.js").Kind[]} kinds
 * @property {Uint16Array} kindOf by class
 * @property {boolean} strips whether the nodes of a pool in a domain are one tile
 * @property {number} incoming the pod of this cycle, −1: none
 * @property {Set<number> | null} matchingNodes nodes that match the search; the others fade
 * @property {Set<number> | null} matchingPods
 */

/** The view of the pointer's cycle, or null while it is on its way. */
export function currentView() {
  const at = pointer.get();
  const viewed = view.get();
  return viewed.status === "ready" && viewed.cycle === at?.cycle ? viewed.data : null;
}

/** Whether identical nodes are one. */
export const folds = () => folding.get() ?? (cluster.get()?.nodes.length ?? 0) > FOLDS_ABOVE;

/** Whether the nodes of a pool in a domain are one. */
export const strips = () =>
  folds() &&
  (cluster.get()?.nodes.length ?? 0) > STRIPS_ABOVE &&
  grouping.get().some((key) => POOL_KEYS.includes(key));

/** The scene of the current step, without the layout. @returns {Omit<Scene, "layout">} */
export function stepScene() {
  const loaded = theCluster();
  const at = pointer.get();
  const data = currentView();
  const cycle = at ? log.get().cycles[at.cycle] : null;
  const { kinds, ofClass } = kindsOf(loaded);
  const matching = matches.get();
  const fold = clusterAt(loaded, log.get(), momentOf(at, log.get()));
  const capacity = capacityOf(loaded);
  const marks = marksOf(loaded, at, data, cycle);
  const resource = colouring.get();
  return {
    cluster: loaded,
    fold,
    capacity,
    marks: resource === "step" ? marks : withShares(marks, capacity, fold, resource),
    note: notesOf(at, data),
    pods: podsOf(loaded, at, data, grouping.get()),
    kinds,
    kindOf: ofClass,
    strips: strips(),
    incoming: cycle && at?.point !== "Run" ? (loaded.podIndex(cycle.pod) ?? -1) : -1,
    matchingNodes: matching && new Set(matching.nodes),
    matchingPods: matching && matching.pods,
  };
}

/** @type {{cluster: Cluster, keys: string[], value: ReturnType<typeof treeOf>} | null} */
let tree = null;

/** The domains of the grouping. */
export function currentTree() {
  const [loaded, keys] = [theCluster(), grouping.get()];
  if (!tree || tree.cluster !== loaded || tree.keys !== keys)
    tree = { cluster: loaded, keys, value: treeOf(loaded, keys) };
  return tree.value;
}

/** The tiles of each innermost domain; made once a call. @returns {ItemsOf} */
export function currentItems() {
  const loaded = theCluster();
  const likeness = strips()
    ? () => ""
    : folds()
      ? likenessOf(
          loaded,
          clusterAt(loaded, log.get(), momentOf(pointer.get(), log.get())),
          kindsOf(loaded).ofClass,
          currentView(),
          scoresNow,
        )
      : null;
  /** @type {Map<Domain, Item[]>} */
  const itemsByDomain = new Map();
  return (domain) => {
    const items = itemsByDomain.get(domain) ?? itemsOf(domain, likeness, unfolded.get(), loaded);
    itemsByDomain.set(domain, items);
    return items;
  };
}
