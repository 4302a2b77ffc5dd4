// The extension points as the page shows them: one list, in the framework's order. "Run", "Total" and "Result" are
// ours: all pods together, the sum that selectHost compares, and what became of the pod (Reserve, Permit, Bind, or the failure).

import { t } from "../lib/i18n.js";

/** @typedef {{id: string, label: string, question: string, event: string | null}} Point */

/** @type {Point[]} */
export const POINTS = [
  { id: "Run", label: t("All pods"), question: t("What became of all pods?"), event: null },
  { id: "Queue", label: t("Queue"), question: t("Why is this pod next?"), event: null },
  {
    id: "PreFilter",
    label: "PreFilter",
    question: t("What has to be known before a node is looked at?"),
    event: "PreFilter",
  },
  { id: "Filter", label: "Filter", question: t("Which nodes can take this pod?"), event: "Filter" },
  {
    id: "PostFilter",
    label: "PostFilter",
    question: t("Would removing pods make room?"),
    event: "PostFilter",
  },
  {
    id: "PreScore",
    label: "PreScore",
    question: t("What has to be known before nodes are compared?"),
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
  { id: "Result", label: t("Result"), question: t("What became of the pod?"), event: null },
];

const BY_ID = new Map(POINTS.map((point, index) => [point.id, { ...point, index }]));

export const pointOf = (id) => BY_ID.get(id);
export const isPoint = (id) => BY_ID.has(id);

/** What a plugin asks of a node, for the stage's heading. */
export const QUESTIONS = {
  NodeUnschedulable: t("Is this node open for new pods?"),
  NodeName: t("Is this the node that the pod names?"),
  TaintToleration: t("Does the pod tolerate this node's taints?"),
  NodeAffinity: t("Does this node carry the labels that the pod asks for?"),
  NodePorts: t("Are the host ports free on this node?"),
  NodeResourcesFit: t("Does the pod fit into what is left on this node?"),
  NodeResourcesBalancedAllocation: t("Would this node's resources be used evenly?"),
  PodTopologySpread: t("Would this node keep every domain within maxSkew?"),
  InterPodAffinity: t("Do the pods around this node allow this pod?"),
  ImageLocality: t("Does this node have the images already?"),
  DefaultPreemption: t("Would removing pods of lower priority make room?"),
};

const PREFILTER_QUESTIONS = {
  PodTopologySpread: t("How many matching pods does each domain hold?"),
  InterPodAffinity: t("Which pods attract or repel this pod, and where are they?"),
  NodeResourcesFit: t("How much does this pod ask for?"),
};

/** @param {{point: string, plugin: string | null}} pointer */
export function question(pointer) {
  if (pointer.point === "Filter") return QUESTIONS[pointer.plugin] ?? pointOf("Filter").question;
  if (pointer.point === "PreFilter")
    return PREFILTER_QUESTIONS[pointer.plugin] ?? pointOf("PreFilter").question;
  return pointOf(pointer.point).question;
}

/** Whether the point took place in this cycle: "done", "off" (it did not), or "open" (not yet). */
export function stateOf(point, cycle) {
  const { event } = pointOf(point);
  if (point === "Queue" || point === "Run") return "done";
  if (point === "Result") return cycle.finished ? "done" : "open";
  if (cycle.points[event]) return "done";
  return cycle.finished ? "off" : "open";
}

/** Plugin names without what they share, for narrow places. */
export const shortName = (plugin) => SHORT[plugin] ?? plugin;
const SHORT = {
  NodeUnschedulable: "Unschedulable",
  TaintToleration: "Taint",
  NodeResourcesFit: "Fit",
  NodeResourcesBalancedAllocation: "Balanced",
  PodTopologySpread: "Spread",
  InterPodAffinity: "Affinity",
  ImageLocality: "Image",
};
