// How many pods a run with a repair places, and how many it evicts: two numbers, since an evicted pod takes
// nothing from those that are placed.

import { ended, tn } from "../../lib/i18n.js";

/** @import { RunEffects } from "../../types/engine.js" */

/**
 * Of the pods without a node at the start: how many have one at the end, and how many there are. Pods that
 * had one are counted apart if they lose it.
 * @param {Pick<RunEffects, "placed" | "pods" | "evicted">} run
 * @param {number} ran pods with a node at the start
 */
export function placedOf(run, ran) {
  const evicted = run.evicted ?? 0; // stored answers of older versions lack it
  return { placed: run.placed - (ran - evicted), pods: run.pods - ran, evicted };
}

/** @param {Pick<RunEffects, "placed" | "pods" | "evicted">} run @param {number} ran */
export function placedText(run, ran) {
  const { placed, pods, evicted } = placedOf(run, ran);
  const text = tn("{placed} of {n} pod is placed.", "{placed} of {n} pods are placed.", pods, { placed });
  return evicted === 0 ? text : `${text} ${ended(evictedText(evicted))}`;
}

/** @param {number} evicted */
export const evictedText = (evicted) => tn("{n} evicted", "{n} evicted", evicted);
