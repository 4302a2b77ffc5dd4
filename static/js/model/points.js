// The extension points as the page shows them: one list, in the framework's order. "Run", "Group",
// "Total" and "Result" are ours: all pods together, the cycle of the pod's group, the sum that selectHost
// compares, and the outcome of the pod (Reserve, Permit, Bind, or the failure). "Kueue" is before them all.

import { t } from "../lib/i18n.js";

/** @typedef {"Run" | "Kueue" | "Queue" | "Group" | "Total" | "Result"} OwnPoint */
/**
 * @typedef {"PreFilter" | "Filter" | "PostFilter" | "PreScore" | "Score" | "NormalizeScore"} ExtensionPoint
 */
/** @typedef {OwnPoint | ExtensionPoint} PointId */
/** @typedef {{id: PointId, label: string, question: string, event: ExtensionPoint | null}} Point */

/** @type {Point[]} */
export const POINTS = [
  { id: "Run", label: t("All pods"), question: t("What happened to all pods?"), event: null },
  { id: "Kueue", label: "Kueue", question: t("What did Kueue decide first?"), event: null },
  { id: "Queue", label: t("Queue"), question: t("Why is this pod next?"), event: null },
  {
    id: "Group",
    label: t("Pod group"),
    question: t("Can enough members of the group be placed together?"),
    event: null,
  },
  {
    id: "PreFilter",
    label: "PreFilter",
    question: t("What must be known before any node is checked?"),
    event: "PreFilter",
  },
  { id: "Filter", label: "Filter", question: t("On which nodes does this pod fit?"), event: "Filter" },
  {
    id: "PostFilter",
    label: "PostFilter",
    question: t("Would preempting pods make room?"),
    event: "PostFilter",
  },
  {
    id: "PreScore",
    label: "PreScore",
    question: t("What must be known before nodes are compared?"),
    event: "PreScore",
  },
  { id: "Score", label: "Score", question: t("How does each plugin rate each node?"), event: "Score" },
  {
    id: "NormalizeScore",
    label: "Normalize",
    question: t("How do raw scores become 0 to 100?"),
    event: "NormalizeScore",
  },
  {
    id: "Total",
    label: t("Total"),
    question: t("Which node is best, and by how much?"),
    event: "NormalizeScore",
  },
  { id: "Result", label: t("Result"), question: t("What happened to the pod?"), event: null },
];

/** @type {Map<string, Point & {index: number}>} */
const BY_ID = new Map(POINTS.map((point, index) => [point.id, { ...point, index }]));

/**
 * A stop of the rail: the points that it holds, the last of which it opens.
 * @typedef {{id: string, label: string, points: PointId[]}} Stop
 */

const SCORING = /** @type {PointId[]} */ (["Score", "NormalizeScore", "Total"]);

/** Scoring is one stop: its three points are parts of one table. @type {Stop[]} */
export const STOPS = POINTS.flatMap(({ id, label }) => {
  if (!SCORING.includes(id)) return [{ id, label, points: [id] }];
  return id === "Score" ? [{ id: "Scores", label: t("Scores"), points: SCORING }] : [];
});

/** @param {PointId} id */
export const stopOf = (id) => /** @type {Stop} */ (STOPS.find(({ points }) => points.includes(id)));

/** The point that a stop opens. @param {Stop} stop @returns {PointId} */
export const opens = ({ points }) => points[points.length - 1];

/** The id of a point in the glossary, which calls our own by other names. @param {PointId} id */
export const termOfPoint = (id) => OWN_TERMS[id] ?? id;

/** @type {Partial<Record<PointId, string>>} */
const OWN_TERMS = {
  Run: "allPods",
  Queue: "queueStage",
  Group: "PodGroup",
  Total: "total",
  Result: "result",
};

/** @param {PointId} id */
export const pointOf = (id) => /** @type {Point & {index: number}} */ (BY_ID.get(id));

/** @param {string | undefined} id @returns {id is PointId} */
export const isPoint = (id) => id !== undefined && BY_ID.has(id);

/**
 * Whether the point took place in this cycle: "done", "off" (it did not), or "open" (not yet).
 * @param {PointId} point @param {import("./log.js").Cycle} cycle
 */
export function stateOf(point, cycle) {
  const { event } = pointOf(point);
  if (point === "Queue" || point === "Run") return "done";
  if (point === "Kueue") return cycle.kueue === undefined ? "open" : cycle.kueue ? "done" : "off";
  if (point === "Group") return cycle.finished?.gang ? "done" : "off";
  if (point === "Result") return cycle.finished ? "done" : "open";
  if (event && cycle.points[event]) return "done";
  return cycle.finished ? "off" : "open";
}

/**
 * The point itself, or if this cycle ended without it the last one before it that took place.
 * @param {PointId} point @param {import("./log.js").Cycle} cycle
 */
export function nearestPoint(point, cycle) {
  const before = POINTS.slice(0, pointOf(point).index);
  if (stateOf(point, cycle) !== "off") return point;
  return before.findLast(({ id }) => id !== "Run" && stateOf(id, cycle) === "done")?.id ?? "Queue";
}
