// What nodes have and what the pods on them request, of the resources that every node has.

import { quantityOf } from "./quantity.js";

/** @import { Cluster } from "./cluster.js" */
/** @import { Fold } from "./fold.js" */

/** @typedef {"cpu" | "memory" | "pods"} Resource in millicores, bytes and pods */

export const RESOURCES = /** @type {const} */ (["cpu", "memory", "pods"]);

/** @type {WeakMap<Cluster, Capacity>} */
const capacities = new WeakMap();

/** The capacity of a cluster's nodes, made once. @param {Cluster} cluster */
export function capacityOf(cluster) {
  const capacity = capacities.get(cluster) ?? new Capacity(cluster);
  capacities.set(cluster, capacity);
  return capacity;
}

export class Capacity {
  /** @param {Cluster} cluster */
  constructor(cluster) {
    this.cluster = cluster;
    const amounts = amountsBy(cluster);
    /** @param {Resource} resource */
    const column = (resource) =>
      Float64Array.from(cluster.nodes, ({ allocatable }) => amounts(allocatable)[resource]);
    this.allocatable = { cpu: column("cpu"), memory: column("memory"), pods: column("pods") };
    const size = cluster.nodes.length;
    this.requested = {
      cpu: new Float64Array(size),
      memory: new Float64Array(size),
      pods: new Float64Array(size),
    };
    /** Of the largest node: what a gauge of full width stands for. */
    this.largest = {
      cpu: largest(this.allocatable.cpu),
      memory: largest(this.allocatable.memory),
      pods: largest(this.allocatable.pods),
    };
    this.volumes = new Uint32Array(size);
    /** The version of the node's pods that were summed, plus 1. */
    this.versions = new Float64Array(size);
  }

  /** What the pods on a node request. @param {Resource} resource @param {number} node @param {Fold} fold */
  used(resource, node, fold) {
    this.sum(node, fold);
    return this.requested[resource][node];
  }

  /** The share of a node that is requested, NaN if it has none. */
  share(/** @type {Resource} */ resource, /** @type {number} */ node, /** @type {Fold} */ fold) {
    const all = this.allocatable[resource][node];
    return all > 0 ? this.used(resource, node, fold) / all : NaN;
  }

  /**
   * The largest share of a resource that is requested, NaN if it has none.
   * @param {number} node @param {Fold} fold
   */
  fullest(node, fold) {
    const shares = RESOURCES.map((resource) => this.share(resource, node, fold)).filter(
      (share) => share >= 0,
    );
    return shares.length ? Math.max(...shares) : NaN;
  }

  /** Whether a pod on the node mounts a volume. @param {number} node @param {Fold} fold */
  hasVolumes(node, fold) {
    this.sum(node, fold);
    return this.volumes[node] > 0;
  }

  /** Sums a node's pods again when they changed. @param {number} node @param {Fold} fold */
  sum(node, fold) {
    const version = fold.versionOf(node) + 1;
    if (this.versions[node] === version) return;
    this.versions[node] = version;
    const { classes, podClasses } = this.cluster;
    const pods = fold.on(node);
    let [cpu, memory, volumes] = [0, 0, 0];
    for (const pod of pods) {
      const podClass = classes[podClasses[pod]];
      cpu += podClass.requests.cpu ?? 0;
      memory += podClass.requests.memory ?? 0;
      volumes += podClass.volumes;
    }
    this.requested.cpu[node] = cpu;
    this.requested.memory[node] = memory;
    this.requested.pods[node] = pods.length;
    this.volumes[node] = volumes;
  }
}

/** @param {Float64Array} amounts */
const largest = (amounts) => amounts.reduce((most, amount) => Math.max(most, amount), 0);

/** Reads equal amounts once: nodes of one type share the object. @param {Cluster} cluster */
function amountsBy(cluster) {
  /** @type {Map<Record<string, string>, Record<Resource, number>>} */
  const read = new Map();
  for (const { allocatable } of cluster.nodes)
    if (!read.has(allocatable))
      read.set(allocatable, {
        cpu: quantityOf(allocatable.cpu) * 1000,
        memory: quantityOf(allocatable.memory),
        pods: quantityOf(allocatable.pods),
      });
  return (/** @type {Record<string, string>} */ amounts) =>
    /** @type {Record<Resource, number>} */ (read.get(amounts));
}
