// The map's marks of each node at the current step: a pure function of the pointer and the cycle's view.
// By index, in typed arrays, so that thousands of tiles are drawn without making anything.

import { decimal } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { matrixOf } from "../../../model/matrix.js";
import { taintKeysOf } from "../../../model/nodegroups.js";
import { scoresNow } from "../core/trial.js";

/** @import { Capacity, Resource } from "../../../model/capacity.js" */
/** @import { Cluster, Node } from "../../../model/cluster.js" */
/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Fold } from "../../../model/fold.js" */
/** @import { Cycle } from "../../../model/log.js" */
/** @import { CellState, Matrix } from "../../../model/matrix.js" */
/** @import { Pointer } from "../../../model/pointer.js" */
/** @import { Scores } from "../../../model/scores.js" */
/** @import { Glyph } from "./pen.js" */

/** Points that follow Filter: the nodes have verdicts. @type {Set<string | undefined>} */
export const AFTER_FILTER = new Set([
  "Filter",
  "PostFilter",
  "PreScore",
  "Score",
  "NormalizeScore",
  "Total",
  "Result",
]);

/** The verdicts on nodes, by the numbers that stand for them. @type {Glyph[]} */
export const STATES = ["unevaluated", "pass", "rejected", "unresolvable", "error", "outside"];
const PASS = STATES.indexOf("pass");

/**
 * What colours and numbers stand for: the verdict, a score, or the share of a resource that is requested.
 * @typedef {{kind: "plain"} | {kind: "verdict"}
 *   | {kind: "score", legend: Legend}
 *   | {kind: "share", resource: Resource | "fullest"}} Encoding
 */

/**
 * @typedef {object} Marks
 * @property {Encoding} encoding
 * @property {(node: number) => Glyph | null} glyph the verdict, where it is what matters
 * @property {(node: number) => string | null} text a number
 * @property {(node: number) => number} level of the scale, 0..1: more is better for the pod; NaN without a
 *   number
 * @property {(node: number) => boolean} out it takes no part any more at this step
 * @property {number} winner −1: none
 * @property {(node: number) => string} words for the accessible name
 */

/**
 * What the weakest and the strongest colour stand for.
 * @typedef {{name: string, low: number, high: number}} Legend
 */

/**
 * @param {import("../../../model/cluster.js").Cluster} cluster
 * @param {import("../../../model/pointer.js").Pointer | null} pointer
 * @param {CycleView | null} data
 * @param {import("../../../model/log.js").Cycle | null} cycle
 * @returns {Marks}
 */
export function marksOf(cluster, pointer, data, cycle) {
  const winner = winnerOf(cluster, pointer, data, cycle);
  /** @type {Marks} */
  const plain = {
    encoding: { kind: "plain" },
    glyph: () => null,
    text: () => null,
    level: () => NaN,
    out: () => false,
    winner,
    words: (node) => keptFrom(cluster.nodes[node]).join(", "),
  };
  if (!data || !pointer || !AFTER_FILTER.has(pointer.point)) return plain;
  const verdicts = verdictsOf(data);
  const numbers = numbersOf(pointer, data);
  /** @param {number} node */
  const numbersAt = (node) => (numbers && !Number.isNaN(numbers.values[node]) ? numbers : null);
  const filtering = pointer.point === "Filter";
  return {
    winner,
    encoding: encodingOf(pointer, data, "step"),
    glyph: (node) =>
      numbersAt(node) || (verdicts.state[node] === PASS && !filtering) ? null : STATES[verdicts.state[node]],
    text: (node) => {
      const column = numbersAt(node);
      return column && decimal(column.values[node]);
    },
    level: (node) => numbersAt(node)?.levels[node] ?? NaN,
    out: (node) => !filtering && verdicts.state[node] !== PASS,
    words: (node) => {
      const column = numbersAt(node);
      return column ? `${column.name} ${decimal(column.values[node])}` : wordsOf(verdicts, node);
    },
  };
}

/**
 * @param {Cluster} cluster @param {Pointer | null} pointer @param {CycleView | null} data
 * @param {Cycle | null} cycle
 */
function winnerOf(cluster, pointer, data, cycle) {
  const point = pointer?.point;
  const decided = point === "Total" || point === "Result";
  if (data) return decided ? (data.scored ? scoresNow(data).winner : data.selected) : -1;
  const named = point === "Result" && cycle?.finished?.node;
  return named ? (cluster.indexOf.get(named) ?? -1) : -1;
}

/** @typedef {{state: Uint8Array, first: (string | null)[]}} Verdicts by node */

/** @type {WeakMap<CycleView, Verdicts>} */
const verdictsByView = new WeakMap();

/** The first verdict of every node. @param {CycleView} data @returns {Verdicts} */
export function verdictsOf(data) {
  const verdicts = verdictsByView.get(data) ?? judge(matrixOf(data), data.size);
  verdictsByView.set(data, verdicts);
  return verdicts;
}

/** @param {CellState} word */
const stateOf = (word) =>
  Math.max(
    0,
    STATES.findIndex((state) => state === word),
  );

/** @param {Matrix} matrix @param {number} size @returns {Verdicts} */
function judge(matrix, size) {
  const first = Array.from({ length: size }, (_, node) => matrix.first(node));
  const [anyPlugin] = matrix.ran;
  /** @param {string | null} plugin @param {number} node */
  const wordOf = (plugin, node) => {
    if (plugin) return matrix.cell(node, plugin).state;
    if (matrix.isFeasible(node)) return "pass";
    return anyPlugin ? matrix.cell(node, anyPlugin).state : "unevaluated";
  };
  return {
    state: Uint8Array.from(first, (plugin, node) => stateOf(wordOf(plugin, node))),
    first,
  };
}

/** @param {Verdicts} verdicts @param {number} node */
function wordsOf({ state, first }, node) {
  if (first[node]) return t("rejected by {plugin}", { plugin: first[node] });
  const word = STATES[state[node]];
  return word === "pass"
    ? t("passes every filter")
    : word === "outside"
      ? t("outside PreFilter's nodes")
      : t("not evaluated");
}

/**
 * What colours and numbers stand for at a step.
 * @param {Pointer | null} pointer @param {CycleView | null} data @param {"step" | Resource} colour
 * @returns {Encoding}
 */
export function encodingOf(pointer, data, colour) {
  if (colour !== "step") return { kind: "share", resource: colour };
  if (!data || !pointer || !AFTER_FILTER.has(pointer.point)) return { kind: "plain" };
  const numbers = numbersOf(pointer, data);
  if (!numbers) return { kind: "verdict" };
  return { kind: "score", legend: numbers.legend };
}

/**
 * Small tiles have no gauges: where the step colours nothing, it is the share of the fullest resource.
 * @param {Encoding} encoding @param {string} look of the tiles
 */
export const showsFullest = ({ kind }, look) => kind === "plain" && (look === "block" || look === "dot");

/**
 * The same marks, but each node has the share of a resource that is requested of it.
 * @param {Marks} marks @param {Capacity} capacity @param {Fold} fold @param {Resource | "fullest"} resource
 * @returns {Marks}
 */
export function withShares(marks, capacity, fold, resource) {
  /** @param {number} node */
  const share = (node) =>
    Math.min(1, resource === "fullest" ? capacity.fullest(node, fold) : capacity.share(resource, node, fold));
  /** @param {number} node */
  const text = (node) => (Number.isNaN(share(node)) ? null : `${Math.round(100 * share(node))} %`);
  return {
    ...marks,
    encoding: { kind: "share", resource },
    glyph: () => null,
    text,
    level: share,
    words: (node) => [SHARE_NAMES[resource], text(node), marks.words(node)].filter(Boolean).join(" "),
  };
}

export const RESOURCE_NAMES = { cpu: t("cpu"), memory: t("memory"), pods: t("pods") };
export const SHARE_NAMES = { ...RESOURCE_NAMES, fullest: t("the fullest of cpu, memory and pods") };

/** What keeps pods from a node, in words. @param {Node} node */
const keptFrom = (node) =>
  [node.unschedulable && t("cordoned"), isTainted(node) && t("tainted")].flatMap((word) => word || []);

/** Whether a taint besides that of a cordon is on it. @param {Node} node */
export const isTainted = (node) => taintKeysOf(node).length > 0;

/** @typedef {"raw" | "normalized" | "total"} Kind */
/**
 * @typedef {{name: string, values: Float64Array, levels: Float64Array, legend: Legend}} Numbers by node
 */

/** @type {WeakMap<Scores, Map<string, Numbers>>} */
const scales = new WeakMap();

/**
 * The number that the step is about: a plugin's raw or normalized score, or the total.
 * @param {Pointer} pointer @param {CycleView} data @returns {Numbers | null}
 */
function numbersOf({ point, plugin }, data) {
  if (!data.scored || !["Score", "NormalizeScore", "Total", "Result"].includes(point)) return null;
  const scores = scoresNow(data);
  const single = plugin !== null && scores.plugins.includes(plugin);
  const kind =
    point === "Score" && single ? "raw" : point === "NormalizeScore" && single ? "normalized" : "total";
  const numbers = scales.get(scores) ?? new Map();
  scales.set(scores, numbers);
  const key = kind === "total" ? kind : `${kind}/${plugin}`;
  if (!numbers.has(key)) numbers.set(key, scaled(kind, plugin ?? "", scores));
  return numbers.get(key);
}

/**
 * The colour has one meaning: how good the node is for the pod, from 0 to 100 after Normalize, the total
 * from 0 on. A raw score is a number alone, for more of it may be better or worse.
 * @param {Kind} kind @param {string} plugin @param {Scores} scores @returns {Numbers}
 */
function scaled(kind, plugin, scores) {
  if (kind !== "total")
    return {
      name: kind === "raw" ? t("raw score") : t("normalized score"),
      values: kind === "raw" ? scores.rawOf(plugin) : scores.normalizedOf(plugin),
      levels: scores.normalizedOf(plugin).map((score) => score / 100),
      legend: { name: "0–100", low: 0, high: 100 },
    };
  const high = highestTotal(scores);
  const name = scores.tried ? t("total, tried") : t("total");
  return {
    name,
    values: scores.totals,
    levels: scores.totals.map((total) => total / high),
    legend: { name, low: 0, high },
  };
}

/** The same while weights are tried, unless they lead beyond it. @param {Scores} scores */
const highestTotal = ({ nodes, total, profileTotal, profileWinner }) =>
  Math.max(1, nodes.length ? total(nodes[0]) : 0, profileWinner < 0 ? 0 : profileTotal(profileWinner));
