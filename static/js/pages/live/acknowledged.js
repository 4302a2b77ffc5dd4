// Causes that somebody has seen: this browser folds them until more pods wait, or they come up anew.

import { atom } from "../../lib/atoms.js";
import { storedJson, storeJson } from "../../lib/stored.js";

/** @import { LiveCause } from "../../types/engine.js" */

/** @typedef {{since: string, pods: number}} Seen when the cause had come up, and how many pods waited */

/** What is acknowledged of a cluster. @param {string} id */
export function acknowledgements(id) {
  const key = `schedscope.acknowledged.${id}`;
  const seen = atom(/** @type {Record<string, Seen>} */ (storedJson(key) ?? {}));

  /** @param {LiveCause} cause */
  function has(cause) {
    const then = seen.get()[cause.key];
    return then?.since === cause.since && cause.pod_count <= then.pods;
  }

  /** Fold a cause, or show it again. @param {LiveCause} cause @param {LiveCause[]} all what waits now */
  function toggle(cause, all) {
    const before = seen.peek();
    // of causes that are gone, nothing is kept
    const kept = all.filter((other) => other.key !== cause.key && other.key in before);
    const next = Object.fromEntries(kept.map((other) => [other.key, before[other.key]]));
    if (!has(cause)) next[cause.key] = { since: cause.since, pods: cause.pod_count };
    seen.set(next);
    storeJson(key, next);
  }

  return { has, toggle };
}
