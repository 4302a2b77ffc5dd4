// Actions and moments in words.

import { t, tn } from "../../lib/i18n.js";
import { clock } from "../../model/daytwo.js";
import { kindOf } from "../../model/daysteps.js";

/** @import { PlayAction, PlayMoment, StepKind } from "../../types/engine.js" */
/** @import { Step } from "../../model/daysteps.js" */

/** The icon of a kind of moment. @type {Record<PlayMoment["kind"], string>} */
export const MOMENT_ICONS = {
  action: "play",
  "pod-created": "plus",
  "pod-placed": "plus",
  "pod-pending": "unres",
  "pod-refused": "rej",
  "pod-ready": "pass",
  "pod-unready": "warn",
  "pod-available": "pass",
  "pod-deleting": "x",
  "pod-gone": "out",
  "pod-finished": "stop",
  "eviction-refused": "stop",
  "node-added": "box",
  "node-changed": "pencil",
  "node-lost": "err",
  "node-restored": "redo",
  "node-removed": "trash",
  "workload-scaled": "eq",
  "workload-complete": "check",
  "deadline-exceeded": "warn",
};

/** Kinds that are bad news. @type {ReadonlySet<PlayMoment["kind"]>} */
export const BAD = new Set([
  "pod-pending",
  "pod-refused",
  "pod-unready",
  "eviction-refused",
  "node-lost",
  "deadline-exceeded",
]);

/** @param {string} key "namespace/name" */
export const nameOf = (key) => key.slice(key.indexOf("/") + 1);

/** What happened, in a sentence without its cause. @param {PlayMoment} moment */
export function momentWords({ kind, pod: key, node = "", workload = "" }) {
  const pod = key ? nameOf(key) : "";
  return {
    action: () => t("an action begins"),
    "pod-created": () => t("{pod} is created", { pod }),
    "pod-placed": () => t("{pod} → {node}", { pod, node }),
    "pod-pending": () => t("{pod} stays pending", { pod }),
    "pod-refused": () => t("{pod} is refused", { pod }),
    "pod-ready": () => t("{pod} is ready", { pod }),
    "pod-unready": () => t("{pod} is no longer ready", { pod }),
    "pod-available": () => t("{pod} is available", { pod }),
    "pod-deleting": () => t("{pod} is deleted", { pod }),
    "pod-gone": () => t("{pod} is gone", { pod }),
    "pod-finished": () => t("{pod} has finished", { pod }),
    "eviction-refused": () => t("the eviction of {pod} is refused", { pod }),
    "node-added": () => t("{node} is added", { node }),
    "node-changed": () => t("{node} changes", { node }),
    "node-lost": () => t("{node} is lost", { node }),
    "node-restored": () => t("{node} is back", { node }),
    "node-removed": () => t("{node} is removed", { node }),
    "workload-scaled": () => t("{workload} is scaled", { workload }),
    "workload-complete": () => t("{workload} is complete", { workload }),
    "deadline-exceeded": () => t("{workload} exceeds its progress deadline", { workload }),
  }[kind]();
}

/** The same with its time. @param {PlayMoment} moment */
export const timedWords = (moment) =>
  t("{time}: {what}", { time: clock(moment.at), what: momentWords(moment) });

/** Nodes of a step, as written. @param {unknown} value */
function nodesWords(value) {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "object" && value !== null) {
    const { key, value: of } = /** @type {{key?: string, value?: string}} */ (value);
    return `${key?.split("/").at(-1)}=${of}`;
  }
  return String(value ?? "");
}

/** A step in words. @param {Step} step @returns {string} */
export function stepWords(step) {
  const kind = kindOf(step);
  const what = nodesWords(step[kind]);
  return {
    rollout: () => rolloutWords(step, what),
    scale: () => t("Scale {workload} to {n}", { workload: what, n: step.replicas }),
    drain: () => t("Drain {nodes}", { nodes: what }),
    cordon: () => t("Cordon {nodes}", { nodes: what }),
    uncordon: () => t("Uncordon {nodes}", { nodes: what }),
    taint: () => t("Taint {nodes} with {taint}", { nodes: what, taint: taintWords(step) }),
    untaint: () => t("Take the taint {taint} off {nodes}", { nodes: what, taint: taintWords(step) }),
    label: () => t("Label {nodes}", { nodes: what }),
    addNodes: () =>
      step.like
        ? tn("Add {n} node like {node}", "Add {n} nodes like {node}", step.addNodes, { node: step.like })
        : tn("Add {n} node", "Add {n} nodes", step.addNodes),
    removeNodes: () => t("Remove {nodes}", { nodes: what }),
    lose: () => t("Lose {nodes}", { nodes: what }),
    restore: () => t("Get {nodes} back", { nodes: what }),
    deletePods: () => t("Delete {pods}", { pods: podsWords(step.deletePods) }),
    finishJob: () => t("Pods of {workload} finish", { workload: what }),
    apply: () => t("Apply {object}", { object: `${step.apply?.kind} ${step.apply?.metadata?.name}` }),
    configure: () => t("Change the scheduler's configuration"),
    wait: () => t("Wait {time}", { time: clock(Number(step.wait)) }),
  }[kind]();
}

/** @param {Step} step @param {string} workload */
function rolloutWords(step, workload) {
  const { strategy, image } = step;
  const { maxSurge, maxUnavailable } = strategy?.rollingUpdate ?? {};
  const how = [
    image?.split("/").at(-1),
    strategy?.type === "Recreate" && "Recreate",
    maxSurge !== undefined && `maxSurge ${maxSurge}`,
    maxUnavailable !== undefined && `maxUnavailable ${maxUnavailable}`,
    JSON.stringify(step.template ?? "").includes("matchLabelKeys") && "matchLabelKeys",
  ].filter(Boolean);
  return how.length
    ? t("Rollout of {workload}: {how}", { workload, how: how.join(", ") })
    : t("Rollout of {workload}", { workload });
}

/** @param {Step} step */
const taintWords = ({ key, value, effect }) =>
  `${key}${value ? `=${value}` : ""}${effect ? `:${effect}` : ""}`;

/** @param {unknown} pods */
const podsWords = (pods) =>
  typeof pods === "object" && !Array.isArray(pods)
    ? Object.entries(pods ?? {})
        .map(([key, value]) => `${key}=${value}`)
        .join(", ")
    : [pods].flat().join(", ");

/** @param {PlayAction} action */
export const actionWords = ({ step }) => (step ? stepWords(step) : t("Start"));

/** The icon of a kind of action. @type {Record<StepKind | "start", string>} */
export const ACTION_ICONS = {
  start: "first",
  rollout: "retry",
  scale: "wide",
  drain: "out",
  cordon: "unres",
  uncordon: "pass",
  taint: "unres",
  untaint: "pass",
  label: "pencil",
  addNodes: "plus",
  removeNodes: "trash",
  lose: "err",
  restore: "redo",
  deletePods: "x",
  finishJob: "check",
  apply: "file",
  configure: "form",
  wait: "play",
};
