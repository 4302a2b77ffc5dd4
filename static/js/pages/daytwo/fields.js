// The fields of an action's form: how each is asked for, and how its text becomes a part of a step.

import { t } from "../../lib/i18n.js";
import { plainYaml } from "../../model/plainyaml.js";

/** @import { StepKind, Timeline } from "../../types/engine.js" */
/** @import { Step } from "../../model/daysteps.js" */

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {"text" | "number" | "choice" | "check" | "manifest"} kind
 * @property {boolean} [required]
 * @property {(table: Timeline) => string[]} [offers] what is suggested, or may be chosen
 * @property {string} [placeholder]
 * @property {(step: Step) => string} display the text of a step
 * @property {(text: string, step: Step) => void} write puts it into a step; not called for an empty text
 */

const ROLLED = ["Deployment", "StatefulSet", "DaemonSet"];
const SCALED = ["Deployment", "ReplicaSet", "ReplicationController", "StatefulSet"];
const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/** @param {string} key of the step @param {string[]} kinds @returns {Field} */
const workloadField = (key, kinds) => ({
  name: key,
  label: t("Workload"),
  kind: "choice",
  required: true,
  offers: ({ workloads }) =>
    workloads.filter(({ kind }) => kinds.includes(kind)).map(({ workload }) => workload),
  display: (step) => step[key] ?? "",
  write: (text, step) => (step[key] = text),
});

/** @param {string} key @returns {Field} */
const nodesField = (key) => ({
  name: key,
  label: t("Nodes"),
  kind: "text",
  required: true,
  placeholder: t("a name, several names, or zone=a"),
  offers: targets,
  display: (step) => targetText(step[key]),
  write: (text, step) => (step[key] = readTarget(text)),
});

/** Every node, and every value of a label that several nodes have. @param {Timeline} table */
function targets({ nodes }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { states } of nodes)
    for (const [key, value] of Object.entries(states[0]?.labels ?? {}))
      counts.set(`${key}=${value}`, (counts.get(`${key}=${value}`) ?? 0) + 1);
  const shared = [...counts].filter(([, n]) => n > 1 && n < nodes.length).map(([label]) => label);
  return [...shared.sort(), ...nodes.map(({ name }) => name)];
}

/** Nodes as they stand in a step. @param {string} text "a", "a, b" or "zone=a" */
export function readTarget(text) {
  const [key, value] = text.split("=").map((part) => part.trim());
  if (value !== undefined) return { key, value };
  const names = text.split(/[\s,]+/).filter(Boolean);
  return names.length > 1 ? names : (names[0] ?? "");
}

/** @param {any} target */
function targetText(target) {
  if (Array.isArray(target)) return target.join(", ");
  return typeof target === "object" && target ? `${target.key}=${target.value}` : (target ?? "");
}

/** Labels as "a=b, c=d". @param {string} text */
const readLabels = (text) =>
  Object.fromEntries(
    text
      .split(",")
      .map((pair) => pair.split("=").map((part) => part.trim()))
      .filter(([key]) => key)
      .map(([key, value = ""]) => [key, value]),
  );

/** @param {Record<string, string> | undefined} labels */
const labelsText = (labels) =>
  Object.entries(labels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join(", ");

/** @param {string} key @param {string} label @param {Partial<Field>} [more] @returns {Field} */
const textField = (key, label, more = {}) => ({
  name: key,
  label,
  kind: "text",
  display: (step) => step[key] ?? "",
  write: (text, step) => (step[key] = text),
  ...more,
});

/** @param {string} key @param {string} label @param {Partial<Field>} [more] @returns {Field} */
const numberField = (key, label, more = {}) => ({
  name: key,
  label,
  kind: "number",
  display: (step) => String(step[key] ?? ""),
  write: (text, step) => (step[key] = Number(text)),
  ...more,
});

/** "25%" stays a text, "2" becomes a number. @param {string} text */
const amount = (text) => (/^\d+$/.test(text) ? Number(text) : text);

/** A part of the rolling update. @param {"maxSurge" | "maxUnavailable"} key @returns {Field} */
const rollingField = (key) => ({
  name: key,
  label: key,
  kind: "text",
  placeholder: t("as written"),
  display: (step) => String(step.strategy?.rollingUpdate?.[key] ?? ""),
  write: (text, step) => {
    step.strategy = { type: "RollingUpdate", ...step.strategy };
    step.strategy.rollingUpdate = { ...step.strategy.rollingUpdate, [key]: amount(text) };
  },
});

/** @type {Field} */
const recreate = {
  name: "recreate",
  label: "Recreate",
  kind: "check",
  display: (step) => (step.strategy?.type === "Recreate" ? "on" : ""),
  write: (_, step) => (step.strategy = { type: "Recreate" }),
};

/** Seconds as "5" or "4-9". @param {string} key @param {string} label @returns {Field} */
const secondsField = (key, label) => ({
  name: key,
  label,
  kind: "text",
  placeholder: t("5, or 4-9"),
  display: (step) => [step[key] ?? []].flat().join("-"),
  write: (text, step) => {
    const ends = text.split("-").map(Number);
    step[key] = ends.length > 1 ? ends : ends[0];
  },
});

/** @param {"apply" | "configure"} key @param {string} label @returns {Field} */
const manifestField = (key, label) => ({
  name: key,
  label,
  kind: "manifest",
  required: true,
  display: (step) => (step[key] ? plainYaml(step[key]) : ""),
  write: (text, step) => (step[key] = text),
});

const EFFECT = textField("effect", t("Effect"), { kind: "choice", offers: () => EFFECTS });

/** @type {Record<StepKind, Field[]>} */
export const FIELDS = {
  rollout: [
    workloadField("rollout", ROLLED),
    textField("image", t("New image"), { placeholder: "web:2" }),
    rollingField("maxSurge"),
    rollingField("maxUnavailable"),
    recreate,
  ],
  scale: [workloadField("scale", SCALED), numberField("replicas", t("Replicas"), { required: true })],
  drain: [nodesField("drain")],
  cordon: [nodesField("cordon")],
  uncordon: [nodesField("uncordon")],
  taint: [
    nodesField("taint"),
    textField("key", t("Key"), { required: true }),
    textField("value", t("Value")),
    { ...EFFECT, required: true },
  ],
  untaint: [nodesField("untaint"), textField("key", t("Key"), { required: true }), EFFECT],
  label: [
    nodesField("label"),
    {
      name: "labels",
      label: t("Labels"),
      kind: "text",
      required: true,
      placeholder: "zone=a, rack=1",
      display: (step) => labelsText(step.labels),
      write: (text, step) => (step.labels = readLabels(text)),
    },
  ],
  addNodes: [
    numberField("addNodes", t("How many"), { required: true }),
    textField("like", t("Like"), {
      kind: "choice",
      required: true,
      offers: ({ nodes }) => nodes.map(({ name }) => name),
    }),
    {
      name: "labels",
      label: t("With other labels"),
      kind: "text",
      placeholder: "zone=c",
      display: (step) => labelsText(step.labels),
      write: (text, step) => (step.labels = readLabels(text)),
    },
  ],
  removeNodes: [nodesField("removeNodes")],
  lose: [nodesField("lose")],
  restore: [nodesField("restore")],
  deletePods: [
    {
      name: "deletePods",
      label: t("Pods"),
      kind: "text",
      required: true,
      placeholder: t("names, or app=web"),
      offers: ({ stays }) => stays.filter(({ gone }) => gone === null).map(({ pod }) => pod),
      display: ({ deletePods: pods }) =>
        typeof pods === "object" && !Array.isArray(pods) ? labelsText(pods) : [pods ?? []].flat().join(", "),
      write: (text, step) =>
        (step.deletePods = text.includes("=") ? readLabels(text) : text.split(/[\s,]+/).filter(Boolean)),
    },
  ],
  finishJob: [workloadField("finishJob", ["Job"]), numberField("pods", t("How many pods; empty: all"))],
  apply: [manifestField("apply", t("A Kubernetes object, as YAML"))],
  configure: [manifestField("configure", t("A KubeSchedulerConfiguration, as YAML"))],
  wait: [numberField("wait", t("Seconds"), { required: true })],
};

/** What every action may have. */
export const TIMING = [
  numberField("after", t("Seconds after the action before begins; empty: when nothing more happens")),
  secondsField("readySeconds", t("Seconds until a new pod is ready")),
];
