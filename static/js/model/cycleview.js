// A cycle as the page reads it. Nodes are numbers, their places in nodeOrder and in the cluster; plugins'
// verdicts and scores are typed arrays. Names are looked up only for display.

import { affinityOf } from "./affinity.js";
import { hardConstraint, softConstraint } from "./constraint.js";

/** @import { Column, CycleColumns, FilterOperands, StatusEntry } from "../types/engine.js" */
/** @import { Affinity } from "./affinity.js" */
const SCORING = new Set(["PreScore", "Score", "NormalizeScore", "Total"]);

/** @import { HardConstraint, SoftConstraint } from "./constraint.js" */

export class CycleView {
  /** @type {Map<string, number> | null} */
  #places = null;
  /** @type {{filter: HardConstraint[], score: SoftConstraint[]} | null} */
  #spread = null;
  /** @type {Affinity | null} */
  #affinity = null;

  /** @param {CycleColumns} columns */
  constructor(columns) {
    this.columns = columns;
    this.cycle = columns.cycle;
    this.pod = columns.pod;
    /** The names of the nodes. */
    this.names = columns.nodes;
    /** By extension point, in order. */
    this.plugins = columns.plugins;
    /** The trace of the cycle as a whole. */
    this.trace = columns.trace;
    /** The nodes that passed, in visiting order. */
    this.feasible = columns.feasible;
    /** The nodes that the scheduler reached, in order; null: all, from the first on. */
    this.visited = columns.filter?.visited ?? null;
    /** The reasons for which nodes were rejected, with the nodes. */
    this.clauses = columns.clauses;
    /** Some node was rejected by a Filter plugin. */
    this.rejects = columns.filter !== null && columns.filter.first.some((plugin) => plugin >= 0);
    /** Some nodes were scored. */
    this.scored = columns.trace.weights !== undefined;
    /** The nodes that tied for the highest total. */
    this.best = columns.best;
    /** The node that the pod is bound to, −1: none. */
    this.selected = columns.nodes.indexOf(columns.trace.selected ?? "");
  }

  /** Whether the cycle ended before a point, as no node was left to score. @param {string} point */
  endsBefore(point) {
    return SCORING.has(point) && !this.scored && !this.feasible.length;
  }

  /** How many nodes there are. */
  get size() {
    return this.names.length;
  }

  /** The place of a node, −1 for a name that no node has. @param {string | null | undefined} name */
  indexOf(name) {
    this.#places ??= new Map(this.names.map((listedName, node) => [listedName, node]));
    return this.#places.get(name ?? "") ?? -1;
  }

  /** @param {Iterable<number>} nodes */
  namesOf(nodes) {
    return Array.from(nodes, (node) => this.names[node]);
  }

  /** The plugin at which the scheduler would stop at a node, or null. @param {number} node */
  rejection(node) {
    const { filter } = this.columns;
    return filter?.plugins[filter.first[node]] ?? null;
  }

  /**
   * The status with which a Filter plugin rejects a node, or null.
   * @param {string} plugin @param {number} node @returns {StatusEntry | null}
   */
  status(plugin, node) {
    const { filter } = this.columns;
    return filter?.statuses[filter.status[plugin]?.[node] ?? 0] ?? null;
  }

  /** The plugins that scored. */
  get scorers() {
    return Object.keys(this.columns.score);
  }

  /** A plugin's raw score by node, NaN where there is none. @param {string} plugin */
  raw(plugin) {
    return this.byNode(this.columns.score[plugin]);
  }

  /** A plugin's score from 0 to 100 by node, NaN where there is none. @param {string} plugin */
  normalized(plugin) {
    return this.byNode(this.columns.normalized[plugin]);
  }

  /** The weighted sum by node, NaN where there is none. */
  get total() {
    return this.byNode(this.columns.total);
  }

  /** Spreads a column of the feasible nodes over all nodes. @param {Column | undefined} column */
  byNode(column) {
    const values = new Float64Array(this.size).fill(NaN);
    column?.forEach((value, place) => (values[this.feasible[place]] = value));
    return values;
  }

  /**
   * What a Filter plugin compared on all nodes, or null where it had nothing to check.
   * @template {FilterOperands["kind"]} K @param {string} plugin @param {K} kind
   * @returns {Extract<FilterOperands, {kind: K}> | null}
   */
  operands(plugin, kind) {
    const operands = this.columns.operands?.[plugin];
    return operands?.kind === kind ? /** @type {Extract<FilterOperands, {kind: K}>} */ (operands) : null;
  }

  /** What PodTopologySpread counted, or null. */
  get spread() {
    const { spread, closed } = this.columns;
    this.#spread ??= spread && {
      filter: spread.filter.map((columns) => hardConstraint(columns, closed)),
      score: spread.score.map(softConstraint),
    };
    return this.#spread;
  }

  /** What InterPodAffinity counted, or null. */
  get affinity() {
    const { affinity } = this.columns;
    this.#affinity ??= affinity && affinityOf(affinity, (column) => this.byNode(column));
    return this.#affinity;
  }

  /** The pods that preemption would remove from a node. @param {number} node @returns {string[]} */
  victimsOn(node) {
    const candidates = this.columns.preemption?.candidates;
    return candidates?.victims[candidates.node.indexOf(node)] ?? [];
  }

  /** Whether a node was among the best candidates of preemption. @param {number} node */
  isBestCandidate(node) {
    return this.columns.preemption?.best.includes(node) ?? false;
  }
}
