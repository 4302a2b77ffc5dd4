// Everything that is drawn at the current step, from the atoms.

import { clusterAt, momentOf } from "../../model/fold.js";
import { cluster, grouping, log, pointer, theCluster, view } from "../core/state.js";
import { found } from "./find.js";
import { FOLDS_ABOVE, itemsOf, likenessOf } from "./folding.js";
import { kindsOf } from "./kinds.js";
import { marksOf } from "./marks.js";
import { notesOf } from "./notes.js";
import { podsOf } from "./pods.js";
import { folding, unfolded } from "./settings.js";
import { treeOf } from "../../model/tree.js";

/** @import { Cluster } from "../../model/cluster.js" */
/** @import { Domain } from "../../model/tree.js" */
/** @import { Item } from "./folding.js" */
/** @import { ItemsOf } from "./layout.js" */

/**
 * @typedef {object} Scene everything that is drawn
 * @property {import("./layout.js").Layout} layout
 * @property {import("../../model/cluster.js").Cluster} cluster
 * @property {import("../../model/fold.js").Fold} fold
 * @property {import("./marks.js").Marks} marks
 * @property {(domain: Domain) => import("./notes.js").Note} note
 * @property {import("./pods.js").Pods} pods
 * @property {import("./kinds.js").Kind[]} kinds
 * @property {Uint16Array} kindOf by class
 * @property {number} incoming the pod of this cycle, −1: none
 * @property {Set<number> | null} found nodes that are looked for; the others step back
 * @property {Set<number> | null} foundPods
 */

/** The view of the cycle that is looked at, or null while it is on its way. */
export function currentView() {
  const at = pointer.get();
  const seen = view.get();
  return seen.status === "ready" && seen.cycle === at?.cycle ? seen.data : null;
}

/** Whether identical nodes are one. */
export const folds = () => folding.get() ?? (cluster.get()?.nodes.length ?? 0) > FOLDS_ABOVE;

/** What the current step says, without the layout. @returns {Omit<Scene, "layout">} */
export function stepScene() {
  const known = theCluster();
  const at = pointer.get();
  const data = currentView();
  const cycle = at ? log.get().cycles[at.cycle] : null;
  const { kinds, ofClass } = kindsOf(known);
  const looked = found.get();
  return {
    cluster: known,
    fold: clusterAt(known, log.get(), momentOf(at, log.get())),
    marks: marksOf(known, at, data, cycle),
    note: notesOf(known, at, data),
    pods: podsOf(known, at, data, grouping.get()),
    kinds,
    kindOf: ofClass,
    incoming: cycle && at?.point !== "Run" ? (known.podIndex(cycle.pod) ?? -1) : -1,
    found: looked && new Set(looked.nodes),
    foundPods: looked && looked.pods,
  };
}

/** @type {{cluster: Cluster, keys: string[], value: ReturnType<typeof treeOf>} | null} */
let tree = null;

/** The domains of the grouping. */
export function currentTree() {
  const [known, keys] = [theCluster(), grouping.get()];
  if (!tree || tree.cluster !== known || tree.keys !== keys)
    tree = { cluster: known, keys, value: treeOf(known, keys) };
  return tree.value;
}

/** The tiles of each innermost domain; made once a call. @returns {ItemsOf} */
export function currentItems() {
  const known = theCluster();
  const likeness = folds()
    ? likenessOf(
        known,
        clusterAt(known, log.get(), momentOf(pointer.get(), log.get())),
        kindsOf(known).ofClass,
        currentView(),
      )
    : null;
  /** @type {Map<Domain, Item[]>} */
  const made = new Map();
  return (domain) => {
    const items = made.get(domain) ?? itemsOf(domain, likeness, unfolded.get(), known);
    made.set(domain, items);
    return items;
  };
}
