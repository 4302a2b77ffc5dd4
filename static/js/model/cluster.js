// The cluster before the first cycle, as the server sends it: columns. Nodes become objects; of tens of
// thousands of pods only those that are needed.

import { kindOf } from "./nodekinds.js";
import { Pools } from "./pools.js";

/** In the place of a node's index: the pod waits. One on a node that is not listed has -2. */
export const NOWHERE = -1;

/** @import { ClusterNodes, ClusterPodClass, ClusterView } from "../types/engine.js" */

/**
 * @typedef {object} Node
 * @property {string} name
 * @property {number} index in nodeOrder
 * @property {Record<string, string>} labels
 * @property {string[]} taints
 * @property {boolean} unschedulable
 * @property {Record<string, string>} allocatable
 */

/**
 * @typedef {object} Pod
 * @property {string} pod "namespace/name"
 * @property {number} index
 * @property {string | null} node where it was before the run
 * @property {number} class
 * @property {number} priority
 * @property {boolean} terminating
 * @property {string | null} owner
 * @property {string | null} nominated
 */

export class Cluster {
  /** @param {ClusterView} answer of /runs/{id}/cluster */
  constructor({ nodes, pods, classes, topology_keys }) {
    /** @type {Node[]} in nodeOrder */
    this.nodes = nodesOf(nodes);
    this.indexOf = new Map(nodes.names.map((name, index) => [name, index]));
    this.labels = nodes.labels;
    /** @type {ClusterPodClass[]} what equal pods have in common */
    this.classes = classes;
    this.topology_keys = topology_keys;
    /** Per pod: the name without its namespace, the node's index, the class. */
    this.podNames = pods.names;
    this.podNodes = Int32Array.from(pods.nodes);
    this.podClasses = Int32Array.from(pods.classes);
    /** @type {Record<number, string>} by the pod's place */
    this.nominated = pods.nominated;
    /** @type {Pod[]} made on first use, by index */
    this.podObjects = new Array(pods.names.length);
    /** @type {Map<string, number> | null} */
    this.byName = null;
    /** @type {Pools | null} */
    this.madePools = null;
  }

  get pools() {
    return (this.madePools ??= new Pools(this.nodes.map(kindOf)));
  }

  get podCount() {
    return this.podNames.length;
  }

  /** "namespace/name" of a pod. @param {number} index */
  keyOf(index) {
    return `${this.classes[this.podClasses[index]].namespace}/${this.podNames[index]}`;
  }

  /** The place of a pod in the columns, or undefined. @param {string} key "namespace/name" */
  podIndex(key) {
    this.byName ??= new Map(this.podNames.map((_, index) => [this.keyOf(index), index]));
    return this.byName.get(key);
  }

  /** @param {number} index @returns {Pod} */
  pod(index) {
    return (this.podObjects[index] ??= this.make(index));
  }

  /** @param {number} index @returns {Pod} */
  make(index) {
    const kind = this.podClasses[index];
    const { priority, terminating, owner } = this.classes[kind];
    const node = this.nodes[this.podNodes[index]]?.name ?? null;
    return {
      pod: this.keyOf(index),
      index,
      node,
      class: kind,
      priority,
      terminating,
      owner,
      nominated: this.nominated[index] ?? null,
    };
  }

  /** Every pod; in a large cluster prefer `pod(index)` for those that are needed. */
  get pods() {
    return this.podNames.map((_, index) => this.pod(index));
  }

  /** Every label key of the nodes, those worth grouping by first. */
  get labelKeys() {
    return [...new Set([...this.topology_keys, ...Object.keys(this.labels)])];
  }
}

/** @param {ClusterNodes} columns */
function nodesOf({ names, labels, taints, allocatable, unschedulable }) {
  const cordoned = new Set(unschedulable);
  /** @type {Node[]} */
  const nodes = names.map((name, index) => ({
    name,
    index,
    labels: {},
    taints: taints.values[taints.codes[index]],
    unschedulable: cordoned.has(index),
    allocatable: allocatable.values[allocatable.codes[index]],
  }));
  for (const [key, { values, codes }] of Object.entries(labels)) {
    for (let i = 0; i < codes.length; i++) if (codes[i] >= 0) nodes[i].labels[key] = values[codes[i]];
  }
  return nodes;
}
