// What the map says about each node at the current step: a pure function of the pointer and the cycle's view. By index, in typed
// arrays, so that thousands of tiles are drawn without making anything.

import { decimal } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { matrixOf } from "../../model/matrix.js";
import { rangeOf, scoresOf } from "../../model/scores.js";

/** Points at which the nodes' verdicts are known. */
export const AFTER_FILTER = new Set([
  "Filter",
  "PostFilter",
  "PreScore",
  "Score",
  "NormalizeScore",
  "Total",
  "Result",
]);

const STATES = ["unevaluated", "pass", "rejected", "unresolvable", "error", "outside"];
const PASS = STATES.indexOf("pass");

/**
 * @typedef {object} Marks
 * @property {(node: number) => string | null} glyph the verdict, where it is what matters
 * @property {(node: number) => string | null} text a number at the right of the name
 * @property {(node: number) => number} level of the scale: 0..1, or −1..1 where it diverges; NaN without a number
 * @property {boolean} diverging
 * @property {(node: number) => boolean} hatched
 * @property {number} winner −1: none
 * @property {(node: number) => string} words for the accessible name
 */

/**
 * @param {import("../../model/cluster.js").Cluster} cluster
 * @param {import("../../model/pointer.js").Pointer | null} pointer
 * @param {any} data the view, or null
 * @param {import("../../model/log.js").Cycle | null} cycle
 * @returns {Marks}
 */
export function marksOf(cluster, pointer, data, cycle) {
  const cordoned = (node) => cluster.nodes[node].unschedulable;
  const winner = winnerOf(cluster, pointer, data, cycle);
  const plain = {
    glyph: () => null,
    text: () => null,
    level: () => NaN,
    diverging: false,
    hatched: cordoned,
    winner,
    words: (node) => (cordoned(node) ? t("cordoned") : ""),
  };
  if (!data || !pointer || !AFTER_FILTER.has(pointer.point)) return plain;
  const verdicts = verdictsOf(data);
  const numbers = numbersOf(pointer, data);
  const known = (node) => numbers !== null && !Number.isNaN(numbers.values[node]);
  const filtering = pointer.point === "Filter";
  return {
    winner,
    diverging: numbers?.diverging ?? false,
    glyph: (node) =>
      known(node) || (verdicts.state[node] === PASS && !filtering) ? null : STATES[verdicts.state[node]],
    text: (node) => (known(node) ? decimal(numbers.values[node]) : null),
    level: (node) => (known(node) ? numbers.levels[node] : NaN),
    hatched: (node) => cordoned(node) || (!filtering && verdicts.state[node] !== PASS),
    words: (node) =>
      known(node) ? `${numbers.name} ${decimal(numbers.values[node])}` : wordsOf(verdicts, node),
  };
}

function winnerOf(cluster, pointer, data, cycle) {
  if (data) return ["Total", "Result"].includes(pointer?.point) ? data.selected : -1;
  const named = pointer?.point === "Result" && cycle?.finished?.node;
  return named ? (cluster.indexOf.get(named) ?? -1) : -1;
}

const kept = new WeakMap();

/** The first verdict of every node. @returns {{state: Uint8Array, first: (string | null)[]}} */
export function verdictsOf(data) {
  if (!kept.has(data)) kept.set(data, judge(matrixOf(data), data.size));
  return kept.get(data);
}

function judge(matrix, size) {
  const first = Array.from({ length: size }, (_, node) => matrix.first(node));
  const [anyPlugin] = matrix.ran;
  const wordOf = (plugin, node) => {
    if (plugin) return matrix.cell(node, plugin).state;
    if (matrix.isFeasible(node)) return "pass";
    return anyPlugin ? matrix.cell(node, anyPlugin).state : "unevaluated";
  };
  return {
    state: Uint8Array.from(first, (plugin, node) => Math.max(0, STATES.indexOf(wordOf(plugin, node)))),
    first,
  };
}

function wordsOf({ state, first }, node) {
  if (first[node]) return t("rejected by {plugin}", { plugin: first[node] });
  const word = STATES[state[node]];
  return word === "pass"
    ? t("passes every filter")
    : word === "outside"
      ? t("outside PreFilter's nodes")
      : t("not evaluated");
}

const scales = new WeakMap();

// The number that the step is about: a plugin's raw or normalized score, or the total.
function numbersOf({ point, plugin }, data) {
  if (!data.scored || !["Score", "NormalizeScore", "Total", "Result"].includes(point)) return null;
  const kind =
    point === "Score" && plugin ? "raw" : point === "NormalizeScore" && plugin ? "normalized" : "total";
  if (!scales.has(data)) scales.set(data, new Map());
  const key = kind === "total" ? kind : `${kind}/${plugin}`;
  if (!scales.get(data).has(key)) scales.get(data).set(key, scaled(kind, plugin, scoresOf(data)));
  return scales.get(data).get(key);
}

function scaled(kind, plugin, scores) {
  const values =
    kind === "total" ? scores.totals : kind === "raw" ? scores.rawOf(plugin) : scores.normalizedOf(plugin);
  const { min, max } = kind === "normalized" ? { min: 0, max: 100 } : rangeOf(values);
  const diverging = kind === "raw" && min < 0;
  const most = Math.max(-min, max, 1);
  const levels = values.map((each) => (diverging ? each / most : max > min ? (each - min) / (max - min) : 1));
  return {
    name: { raw: t("raw score"), normalized: t("normalized score"), total: t("total") }[kind],
    values,
    levels,
    diverging,
  };
}
