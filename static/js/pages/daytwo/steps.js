// The steps of day two, an entry each: its form, its words and where it is offered.

import { t, tn } from "../../lib/i18n.js";
import { clock } from "../../model/daytwo.js";
import {
  labelsField,
  manifestField,
  nodesField,
  numberField,
  podsField,
  podsText,
  recreate,
  rollingField,
  textField,
  workloadField,
} from "./fields.js";

/** @import { StepKind } from "../../types/engine.js" */
/** @import { Step } from "../../model/daysteps.js" */
/** @import { Field } from "./fields.js" */

/**
 * @typedef {object} StepDescriptor
 * @property {string} title
 * @property {string} icon
 * @property {boolean} [first] it has a button of its own; others are in a menu
 * @property {"workload" | "nodes"} [about] what it is done to; nodes can be dragged onto it
 * @property {Field[]} fields of its form
 * @property {(step: Step, target: string) => string} words the step in words; `target` is what its key holds
 */

const ROLLED = ["Deployment", "StatefulSet", "DaemonSet"];
const SCALED = ["Deployment", "ReplicaSet", "ReplicationController", "StatefulSet"];
const EFFECT = textField("effect", t("Effect"), {
  kind: "choice",
  offers: () => ["NoSchedule", "PreferNoSchedule", "NoExecute"],
});

/** In the order in which they are offered. @type {Record<StepKind, StepDescriptor>} */
export const STEPS = {
  rollout: {
    title: t("Rollout"),
    icon: "retry",
    first: true,
    about: "workload",
    fields: [
      workloadField("rollout", ROLLED),
      textField("image", t("New image"), { placeholder: "web:2" }),
      rollingField("maxSurge"),
      rollingField("maxUnavailable"),
      recreate,
    ],
    words: rolloutWords,
  },
  drain: {
    title: t("Drain a node"),
    icon: "out",
    first: true,
    about: "nodes",
    fields: [nodesField("drain")],
    words: (_, nodes) => t("Drain {nodes}", { nodes }),
  },
  lose: {
    title: t("Lose a zone or node"),
    icon: "err",
    first: true,
    about: "nodes",
    fields: [nodesField("lose")],
    words: (_, nodes) => t("Lose {nodes}", { nodes }),
  },
  restore: {
    title: t("Restore it"),
    icon: "redo",
    first: true,
    about: "nodes",
    fields: [nodesField("restore")],
    words: (_, nodes) => t("Restore {nodes}", { nodes }),
  },
  scale: {
    title: t("Scale"),
    icon: "wide",
    first: true,
    about: "workload",
    fields: [workloadField("scale", SCALED), numberField("replicas", t("Replicas"), { required: true })],
    words: ({ replicas: n }, workload) => t("Scale {workload} to {n}", { workload, n }),
  },
  addNodes: {
    title: t("Add nodes"),
    icon: "plus",
    first: true,
    fields: [
      numberField("addNodes", t("How many"), { required: true }),
      textField("like", t("Like"), {
        kind: "choice",
        required: true,
        offers: ({ nodes }) => nodes.map(({ name }) => name),
      }),
      labelsField(t("With other labels"), { placeholder: "zone=c" }),
    ],
    words: ({ addNodes: n, like: node }) =>
      node
        ? tn("Add {n} node like {node}", "Add {n} nodes like {node}", n, { node })
        : tn("Add {n} node", "Add {n} nodes", n),
  },
  cordon: {
    title: t("Cordon"),
    icon: "unres",
    about: "nodes",
    fields: [nodesField("cordon")],
    words: (_, nodes) => t("Cordon {nodes}", { nodes }),
  },
  uncordon: {
    title: t("Uncordon"),
    icon: "pass",
    about: "nodes",
    fields: [nodesField("uncordon")],
    words: (_, nodes) => t("Uncordon {nodes}", { nodes }),
  },
  taint: {
    title: t("Taint"),
    icon: "unres",
    about: "nodes",
    fields: [
      nodesField("taint"),
      textField("key", t("Key"), { required: true }),
      textField("value", t("Value")),
      { ...EFFECT, required: true },
    ],
    words: (step, nodes) => t("Taint {nodes} with {taint}", { nodes, taint: taintWords(step) }),
  },
  untaint: {
    title: t("Remove a taint"),
    icon: "pass",
    about: "nodes",
    fields: [nodesField("untaint"), textField("key", t("Key"), { required: true }), EFFECT],
    words: (step, nodes) => t("Remove the taint {taint} from {nodes}", { nodes, taint: taintWords(step) }),
  },
  deletePods: {
    title: t("Delete pods"),
    icon: "x",
    fields: [podsField],
    words: ({ deletePods: pods }) => t("Delete {pods}", { pods: podsText(pods) }),
  },
  wait: {
    title: t("Wait"),
    icon: "play",
    fields: [numberField("wait", t("Seconds"), { required: true })],
    words: ({ wait: seconds }) => t("Wait {time}", { time: clock(Number(seconds)) }),
  },
  finishJob: {
    title: t("Finish a Job's pods"),
    icon: "check",
    fields: [workloadField("finishJob", ["Job"]), numberField("pods", t("How many pods; empty: all"))],
    words: (_, workload) => t("Pods of {workload} finish", { workload }),
  },
  label: {
    title: t("Label nodes"),
    icon: "pencil",
    about: "nodes",
    fields: [
      nodesField("label"),
      labelsField(t("Labels"), { required: true, placeholder: "zone=a, rack=1" }),
    ],
    words: (_, nodes) => t("Label {nodes}", { nodes }),
  },
  removeNodes: {
    title: t("Remove nodes"),
    icon: "trash",
    about: "nodes",
    fields: [nodesField("removeNodes")],
    words: (_, nodes) => t("Remove {nodes}", { nodes }),
  },
  apply: {
    title: t("Apply a manifest"),
    icon: "file",
    fields: [manifestField("apply", t("A Kubernetes object, as YAML"))],
    words: ({ apply: object }) =>
      t("Apply {object}", { object: `${object?.kind} ${object?.metadata?.name}` }),
  },
  configure: {
    title: t("Change the configuration"),
    icon: "form",
    fields: [manifestField("configure", t("A KubeSchedulerConfiguration, as YAML"))],
    words: () => t("Change the scheduler's configuration"),
  },
};

export const KINDS = /** @type {StepKind[]} */ (Object.keys(STEPS));

/** @param {Step} step @returns {StepKind} */
export const kindOf = (step) => KINDS.find((kind) => kind in step) ?? "wait";

/** The step as people write it: what is done comes first. @param {Step} step @returns {Step} */
export const kindFirst = (step) => ({ [kindOf(step)]: step[kindOf(step)], ...step });

/** A step in words. @param {Step} step */
export function stepWords(step) {
  const kind = kindOf(step);
  return STEPS[kind].words(step, targetWords(step[kind]));
}

/** What a step is done to, as written, without the prefix of a label. @param {unknown} value */
function targetWords(value) {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "object" && value !== null) {
    const { key, value: of } = /** @type {{key?: string, value?: string}} */ (value);
    return `${key?.split("/").at(-1)}=${of}`;
  }
  return String(value ?? "");
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
