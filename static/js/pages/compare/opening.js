// Where a comparison opens: at the first pod that ends elsewhere, on the first node whose verdict flips. And
// how a pod ended on a side.

import { t } from "../../lib/i18n.js";
import { isPoint } from "../../model/points.js";

/** @import { ComparisonOut, CycleOut, DifferenceOut, PlacementOut } from "../../types/api.js" */
/** @import { PointId } from "../../model/points.js" */

/**
 * @typedef {"a" | "b"} Side
 * @typedef {{pod: string, attempt: number}} Attempt
 * @typedef {{point: PointId, plugin: string | null, node: string | null}} Place
 */

const FEASIBLE = "feasible";
const WITHOUT_VERDICT = ["not examined", "no such node"];

/** The pod to begin with: one that both sides have, if there is one. @param {ComparisonOut} comparison */
export const openingPod = ({ placements }) =>
  placements.find((placement) => !isAbsent(placement, "a") && !isAbsent(placement, "b")) ?? placements[0];

/** @param {ComparisonOut} comparison @returns {Attempt | null} */
export function openingAttempt(comparison) {
  const { first, differing } = comparison;
  const pod = openingPod(comparison);
  const own = differing.filter((attempt) => attempt.pod === pod?.pod);
  const attempt = own.find(({ a, b }) => a !== null && b !== null) ?? own[0];
  const isOneSided = attempt && (attempt.a === null || attempt.b === null);
  const isTelling = (first?.differences.length ?? 0) > 0;
  const opening = attempt && !(isOneSided && isTelling) ? attempt : (first ?? differing[0]);
  return opening ? { pod: opening.pod, attempt: opening.attempt } : null;
}

/** @param {CycleOut} cycle @returns {Place} */
export function openingPlace({ differences, events }) {
  const flip = differences.find(isFlip);
  const [first] = differences;
  if (!first) return { point: "Result", plugin: null, node: null };
  if (!flip) return placeIn(first, differences);
  const ends = [...events.b, ...events.a].map((event) => ("node" in event ? event.node : null));
  const node = flip.nodes.find((name) => ends.includes(name)) ?? flip.nodes[0];
  return { ...placeIn(flip, differences), node };
}

/** Whether nodes pass on one side and are rejected on the other. @param {DifferenceOut} difference */
const isFlip = ({ point, subject, a, b, nodes }) =>
  point === "Filter" &&
  subject === "reasons" &&
  nodes.length > 0 &&
  (a === FEASIBLE) !== (b === FEASIBLE) &&
  ![a, b].some((verdict) => WITHOUT_VERDICT.includes(verdict));

/**
 * The place of a difference: its first node, or the first of those that follow from it.
 * @param {DifferenceOut} difference @param {DifferenceOut[]} all of its attempt @returns {Place}
 */
export function placeIn({ point, plugin, nodes }, all) {
  /** @param {DifferenceOut} difference */
  const follows = (difference) => plugin && difference.plugin === plugin && difference.nodes.length;
  const [node] = nodes.length ? nodes : (all.find(follows)?.nodes ?? []);
  return { point: isPoint(point) ? point : "Result", plugin: plugin || null, node: node ?? null };
}

/** Whether a side does not have the pod. @param {PlacementOut} placement @param {Side} side */
export const isAbsent = ({ kind }, side) => kind === (side === "a" ? "added" : "removed");

/**
 * How a pod ended on a side: its node, or why it has none.
 * @param {PlacementOut} placement @param {Side} side
 */
export function endWords(placement, side) {
  const { kind, [side]: node } = placement;
  if (isAbsent(placement, side)) return t("not there");
  if (kind === (side === "a" ? "spared" : "preempted")) return t("evicted");
  return node ?? t("pending");
}
