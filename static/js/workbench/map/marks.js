// What the map says about each node and domain at the current step: a pure function of the pointer and the cycle's view.

import { count, decimal, signed } from "../../lib/format.js";
import { matrixOf } from "../matrix.js";
import { scoresOf } from "../scores.js";

/**
 * @typedef {object} Mark
 * @property {"pass" | "rejected" | "unresolvable" | "error" | "outside" | "unevaluated" | null} glyph
 * @property {string | null} text a number at the right of the name
 * @property {number | null} level 0..1 for the sequential scale
 * @property {boolean} hatched
 * @property {boolean} winner
 * @property {string} words for the accessible name
 */

/** Points at which the nodes' verdicts are known. */
const AFTER_FILTER = new Set(["Filter", "PostFilter", "PreScore", "Score", "NormalizeScore", "Total", "Result"]);

/**
 * @param {import("../pointer.js").Pointer} pointer
 * @param {any} data the view, or null
 * @param {import("../log.js").Cycle} cycle
 * @returns {(node: any) => Mark}
 */
export function marksOf(pointer, data, cycle) {
  const none = (node) => ({ glyph: null, text: null, level: null, hatched: node.unschedulable, winner: false, words: node.unschedulable ? "cordoned" : "" });
  if (!data) return (node) => ({ ...none(node), winner: pointer.point === "Result" && cycle?.finished?.node === node.name });
  if (!AFTER_FILTER.has(pointer.point)) return none;
  const matrix = matrixOf(data);
  const numbers = numbersOf(pointer, data);
  return (node) => {
    const verdict = verdictOf(matrix, node.name);
    const value = numbers?.value(node.name);
    const known = value !== undefined;
    return {
      glyph: known ? null : verdict.state === "pass" && pointer.point !== "Filter" ? null : verdict.state,
      text: known ? decimal(value) : null,
      level: known ? numbers.level(value) : null,
      hatched: node.unschedulable || (pointer.point !== "Filter" && verdict.state !== "pass"),
      winner: (pointer.point === "Total" || pointer.point === "Result") && data.trace.selected === node.name,
      words: known ? `${numbers.name} ${decimal(value)}` : verdict.words,
    };
  };
}

function verdictOf(matrix, node) {
  const plugin = matrix.first(node);
  if (plugin) {
    const { state } = matrix.cell(node, plugin);
    return { state, words: `rejected by ${plugin}` };
  }
  if (matrix.feasible.has(node)) return { state: "pass", words: "passes every filter" };
  const { state } = matrix.ran.length ? matrix.cell(node, matrix.ran[0]) : { state: "unevaluated" };
  return { state, words: state === "outside" ? "outside PreFilter's nodes" : "not evaluated" };
}

// The number that the step is about: a plugin's raw or normalized score, or the total.
function numbersOf({ point, plugin }, data) {
  if (!data.trace.total || !["Score", "NormalizeScore", "Total", "Result"].includes(point)) return null;
  const scores = scoresOf(data);
  if (point === "Score" && plugin) return scale("raw score", (node) => scores.raw(plugin, node), scores.range(plugin));
  if (point === "NormalizeScore" && plugin) return scale("normalized score", (node) => scores.normalized(plugin, node), { min: 0, max: 100 });
  const totals = Object.values(data.trace.total);
  return scale("total", scores.total, { min: Math.min(...totals), max: Math.max(...totals) });
}

const scale = (name, value, { min, max }) => ({ name, value, level: (n) => (max > min ? (n - min) / (max - min) : 1) });

/**
 * What a domain's heading says: a chip, and two facts.
 * @returns {(group: import("./layout.js").Group) => {chip: {kind: string, text: string} | null, left: string, right: string}}
 */
export function domainNotes(pointer, data, keys) {
  const constraint = keys.length === 1 ? constraintOf(pointer, data, keys[0]) : null;
  const matrix = data && AFTER_FILTER.has(pointer.point) && data.trace.feasible ? matrixOf(data) : null;
  return (group) => {
    const domain = constraint?.domains.find((each) => each.value === group.values[0]);
    const missing = group.values.some((value) => value === null);
    return {
      chip: constraint && pointer.point === "PreFilter" ? countChip(constraint, domain) : matrix ? fitChip(matrix, group) : null,
      left: missing ? `label ${keys[group.values.indexOf(null)]} is missing` : domain ? `${domain.count} matching` : count(group.nodes.length, "node"),
      right: domain && domain.headroom !== undefined ? `headroom ${signed(domain.headroom)}` : "",
    };
  };
}

/** The spread constraint that the map can show: the first over this key at the filter, at the score after it. */
export function constraintOf({ point }, data, key) {
  const side = ["PreScore", "Score", "NormalizeScore", "Total"].includes(point) ? data?.spread?.score : data?.spread?.filter;
  return side?.find((each) => each.topology_key === key) ?? null;
}

function countChip(constraint, domain) {
  if (!domain) return { kind: "", text: "not a domain" };
  if (domain.fits === false) return { kind: "", text: `over by ${-domain.headroom}` };
  if (constraint.minimum?.held_by.includes(domain.value)) return { kind: "accent", text: "global minimum" };
  return null;
}

function fitChip(matrix, group) {
  const fitting = group.nodes.filter((node) => matrix.feasible.has(node.name)).length;
  const rejected = group.nodes.filter((node) => matrix.first(node.name));
  if (!fitting && !rejected.length) return { kind: "", text: "not looked at" };
  const hopeful = rejected.some((node) => matrix.cell(node.name, matrix.first(node.name)).state === "rejected");
  return { kind: fitting ? "pass" : hopeful ? "reject" : "unres", text: `${fitting} of ${group.nodes.length} fit` };
}

/** The pods that the current plugin counts, for their marks. @returns {Set<string>} */
export function countedPods(pointer, data, keys) {
  if (!data) return new Set();
  if (pointer.plugin === "InterPodAffinity" && data.affinity) {
    const { affinity_counts: a, anti_affinity_counts: b, existing_anti_affinity_counts: c, terms } = data.affinity;
    return new Set([...(a ?? []), ...(b ?? []), ...(c ?? []), ...(terms ?? [])].flatMap((each) => each.pods ?? []));
  }
  const constraint = constraintOf(pointer, data, keys[0]) ?? data.spread?.filter?.[0];
  return new Set((constraint?.domains ?? []).flatMap((domain) => domain.pods ?? []));
}
