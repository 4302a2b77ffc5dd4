// The nodes of this run by short names.

import { ShortNames } from "../../model/names.js";
import { cluster, view } from "./state.js";

/** @type {WeakMap<object, ShortNames>} by the cluster or the cycle that has the names */
const made = new WeakMap();

/** What shortens the names of nodes: from the cluster, or from the cycle while that is not here yet. */
export function nodeNames() {
  const loaded = cluster.get();
  if (loaded) return loaded.short;
  const { data } = view.get();
  if (!data) return new ShortNames([]);
  const known = made.get(data) ?? new ShortNames(data.names);
  made.set(data, known);
  return known;
}
