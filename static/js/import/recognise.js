// What somebody pasted or dropped: a cluster, a workload without nodes, a message of the scheduler, or
// neither.
// Pure, from the text and its manifests.

import { isEvent } from "../lib/event.js";

/** @import { Manifest } from "./filter.js" */

/** @typedef {"event" | "describe" | "events" | "log"} MessageForm */

/**
 * @typedef {object} Shape what the manifests are for a run
 * @property {number} nodes
 * @property {number} pods that are not finished, without those that workloads create
 * @property {number} pending
 * @property {{kind: string, name: string, replicas: number}[]} workloads with pods of their own to create
 * @property {number} others objects besides
 */

/**
 * @typedef {{kind: "cluster", shape: Shape} | {kind: "workload", shape: Shape} |
 *   {kind: "message", form: MessageForm} | {kind: "objects", shape: Shape} |
 *   {kind: "unread", message: string} | {kind: "nothing", ignored: string[]}} Recognised
 */

const CREATING = [
  "Deployment",
  "ReplicaSet",
  "ReplicationController",
  "StatefulSet",
  "DaemonSet",
  "Job",
  "CronJob",
  "JobSet",
  "Rollout",
  "LeaderWorkerSet",
  "RayCluster",
  "RayJob",
  "RayService",
  "PyTorchJob",
  "TFJob",
  "MPIJob",
  "XGBoostJob",
  "PaddleJob",
  "JAXJob",
  "TrainJob",
];
const FINISHED = ["Succeeded", "Failed"];

const DESCRIBED = /^Name:\s+\S/m;
const DESCRIBED_POD = /^(Node|Status|Containers|Tolerations|QoS Class|Events):/m;
const LISTED_EVENT = /^(LAST SEEN|NAMESPACE\s+LAST SEEN)\s+TYPE\s+REASON|\bWarning\s+FailedScheduling\b/m;
const LOG_LINE = /Unable to schedule pod|"?Error scheduling pod|schedule_one\.go|err="\d+\/\d+ nodes/;
const EVENT_KINDS = /"?kind"?\s*:\s*"?(EventList|Event)\b/;

/** @param {Manifest[]} manifests @returns {Shape} */
export function shapeOf(manifests) {
  const pods = manifests.filter(({ kind, status }) => kind === "Pod" && !FINISHED.includes(status?.phase));
  const nodes = manifests.filter(({ kind }) => kind === "Node").length;
  // In a dump, ReplicaSets and Jobs have their pods beside them.
  const workloads = manifests.filter(
    ({ kind, metadata }) => CREATING.includes(kind) && !metadata?.ownerReferences?.length,
  );
  return {
    nodes,
    pods: pods.length,
    pending: pods.filter(({ spec }) => !spec?.nodeName).length,
    workloads: workloads.map(({ kind, metadata, spec }) => ({
      kind,
      name: metadata?.name ?? "",
      replicas: replicasOf(spec),
    })),
    others: manifests.length - pods.length - nodes - workloads.length,
  };
}

/** @param {Manifest} [spec] */
const replicasOf = (spec) => {
  const number = spec?.replicas ?? spec?.parallelism ?? 1;
  return Number.isInteger(number) ? number : 1;
};

/**
 * @param {string} text as it was pasted, or the beginning of the first file
 * @param {{messages: string, report: {shape: Shape, ignored: [string, number][]},
 *   problems: {message: string}[]}} prepared what was read of it, and which kinds were not
 * @returns {Recognised}
 */
export function recognise(text, { messages, report: { shape, ignored }, problems }) {
  if (shape.nodes) return { kind: "cluster", shape };
  if (shape.workloads.length || shape.pods) return { kind: "workload", shape };
  const form =
    messageForm(text) ?? (ignored.some(([kind]) => kind === "Event") ? "events" : messageForm(messages));
  if (form && messages) return { kind: "message", form };
  if (shape.others) return { kind: "objects", shape };
  if (problems.length) return { kind: "unread", message: problems[0].message };
  return { kind: "nothing", ignored: ignored.map(([kind]) => kind) };
}

/**
 * The form of a text about a pod that is not placed; null for any other.
 * @param {string} text @returns {MessageForm | null}
 */
export function messageForm(text) {
  if (EVENT_KINDS.test(text)) return "events";
  if (DESCRIBED.test(text) && DESCRIBED_POD.test(text)) return "describe";
  if (LISTED_EVENT.test(text)) return "events";
  if (LOG_LINE.test(text)) return "log";
  return isEvent(text) ? "event" : null;
}
