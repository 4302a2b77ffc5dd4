// The cluster as it is when a cycle starts: the state before the run with the outcomes of the earlier cycles
// folded over it. One table of placements moves from cycle to cycle, so that a step costs what it
// changes.

import { NOWHERE } from "./cluster.js";

/** @import { Cluster, Node } from "./cluster.js" */
/** @import { Cycle, RunLog } from "./log.js" */

/** @type {WeakMap<Cluster, Placements>} */
const placements = new WeakMap();

/**
 * @param {Cluster} cluster
 * @param {RunLog} log
 * @param {number} cycle
 * @returns {Fold}
 */
export function clusterAt(cluster, log, cycle) {
  let table = placements.get(cluster);
  if (!table || table.cycles !== log.cycles)
    placements.set(cluster, (table = new Placements(cluster, log.cycles)));
  return new Fold(table, cycle);
}

/**
 * The cycle at whose start the page shows the cluster: the pointer's; for the whole run, after the last.
 * @param {import("./pointer.js").Pointer | null} at @param {RunLog} log
 */
export const momentOf = (at, log) => (at?.point === "Run" ? log.cycles.length : (at?.cycle ?? 0));

/** The placements when a cycle starts. Folds of several cycles may be used side by side. */
export class Fold {
  /** @param {Placements} table @param {number} cycle */
  constructor(table, cycle) {
    this.table = table;
    this.cycle = cycle;
    this.cluster = table.cluster;
    /** Where a pod runs: its node's name, or undefined. @param {string} pod "namespace/name" */
    const nodeOf = (pod) => this.cluster.nodes[this.placeOf(this.cluster.podIndex(pod))]?.name;
    this.nodeOf = { get: nodeOf, has: (/** @type {string} */ pod) => nodeOf(pod) !== undefined };
    /** The pods of a node, by its name. */
    this.podsOn = {
      get: (/** @type {string} */ name) => {
        const node = this.cluster.indexOf.get(name);
        return node === undefined ? undefined : this.on(node).map((index) => this.cluster.pod(index));
      },
    };
  }

  /** @param {string} name "namespace/name" */
  pod(name) {
    const index = this.cluster.podIndex(name);
    return index === undefined ? undefined : this.cluster.pod(index);
  }

  /** The index of a pod's node, or NOWHERE or ELSEWHERE. @param {number | undefined} pod */
  placeOf(pod) {
    return pod === undefined ? NOWHERE : this.table.at(this.cycle).place[pod];
  }

  /**
   * The pods of a node, both by index; to be read before the next step.
   * @param {number} node @returns {number[]}
   */
  on(node) {
    return this.table.at(this.cycle).on[node];
  }

  /** The pods that run nowhere. @returns {number[]} */
  waiting() {
    return [...this.table.at(this.cycle).waiting].sort((a, b) => a - b);
  }

  /** Grows with every change of a node's pods. @param {number} node */
  versionOf(node) {
    return this.table.at(this.cycle).versions[node];
  }
}

/** @typedef {[pod: number, from: number]} Moved */

class Placements {
  /** @param {Cluster} cluster @param {Cycle[]} cycles */
  constructor(cluster, cycles) {
    this.cluster = cluster;
    this.cycles = cycles;
    this.cycle = 0; // the outcomes of the cycles before this one are in
    /** @type {Moved[][]} by cycle */
    this.done = [];
    this.place = cluster.podNodes.slice();
    /** @type {number[][]} the pods of each node */
    this.on = cluster.nodes.map(() => []);
    this.versions = new Uint32Array(cluster.nodes.length);
    /** @type {Set<number>} the pods that run nowhere */
    this.waiting = new Set();
    this.place.forEach((node, pod) => {
      if (node >= 0) this.on[node].push(pod);
      else if (node === NOWHERE) this.waiting.add(pod);
    });
  }

  /** @param {number} cycle */
  at(cycle) {
    while (this.cycle < cycle) {
      const finished = this.cycles[this.cycle]?.finished;
      if (!finished) break;
      this.forward(finished);
    }
    while (this.cycle > cycle) this.back();
    return this;
  }

  /** @param {NonNullable<Cycle["finished"]>} outcome of the next cycle */
  forward({ node, victims }) {
    /** @type {Moved[]} */
    const moved = [];
    for (const victim of victims ?? []) this.move(victim, GONE, moved);
    if (node) this.move(this.cycles[this.cycle].pod, this.cluster.indexOf.get(node) ?? NOWHERE, moved);
    this.done[this.cycle] = moved;
    this.cycle += 1;
  }

  back() {
    this.cycle -= 1;
    for (const [pod, from] of this.done[this.cycle].reverse()) this.put(pod, from);
  }

  /** @param {string} name @param {number} node @param {Moved[]} moved gets what is undone */
  move(name, node, moved) {
    const pod = this.cluster.podIndex(name);
    if (pod === undefined) return;
    moved.push([pod, this.place[pod]]);
    this.put(pod, node);
  }

  /** @param {number} pod @param {number} node */
  put(pod, node) {
    this.take(pod);
    this.place[pod] = node;
    if (node === NOWHERE) this.waiting.add(pod);
    if (node < 0) return;
    const pods = this.on[node];
    let at = pods.length; // in the order of the input
    while (at > 0 && pods[at - 1] > pod) at--;
    pods.splice(at, 0, pod);
    this.versions[node] += 1;
  }

  /** @param {number} pod */
  take(pod) {
    const node = this.place[pod];
    this.waiting.delete(pod);
    if (node < 0) return;
    const pods = this.on[node];
    pods.splice(pods.indexOf(pod), 1);
    this.versions[node] += 1;
  }
}

// Preempted: the pod is gone.
const GONE = -3;

/**
 * The domain of a node under the grouping: its label values, null where a label is missing.
 * @param {Pick<Node, "labels" | "name">} node @param {string[]} keys @returns {(string | null)[]}
 */
export const domainOf = (node, keys) =>
  keys.map((key) => node.labels[key] ?? (key === "kubernetes.io/hostname" ? node.name : null));
