// The nodes and pods of this run by short names.

import { Families } from "../../../model/families.js";
import { PodNames } from "../../../model/podnames.js";
import { cluster, view } from "./state.js";

/** @import { CycleView } from "../../../model/cycleview.js" */

/** @type {WeakMap<CycleView, Families>} */
const nodesByView = new WeakMap();

const NO_NODES = new Families([]);
const NO_PODS = new PodNames([]);

/** What shortens the names of nodes: from the cluster, or from the cycle while that is not here yet. */
export function nodeNames() {
  const loaded = cluster.get();
  if (loaded) return loaded.short;
  const { data } = view.get();
  if (!data) return NO_NODES;
  const names = nodesByView.get(data) ?? Families.ofNames(data.names);
  nodesByView.set(data, names);
  return names;
}

/** What shortens the names of pods; none before the cluster is here. */
export const podNames = () => cluster.get()?.shortPods ?? NO_PODS;
