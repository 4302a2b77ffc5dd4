// The fields of an action's form: how each is asked for, and how its text becomes a part of a step.

import { t } from "../../lib/i18n.js";
import { plainYaml } from "../../model/plainyaml.js";

/** @import { Timeline } from "../../types/engine.js" */
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

/** @param {string} key of the step @param {string[]} kinds @returns {Field} */
export const workloadField = (key, kinds) => ({
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
export const nodesField = (key) => ({
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

/** Pods of a step: names, or the labels that they have. @param {any} pods */
export const podsText = (pods) =>
  typeof pods === "object" && !Array.isArray(pods) ? labelsText(pods) : [pods ?? []].flat().join(", ");

/** @param {string} key @param {string} label @param {Partial<Field>} [more] @returns {Field} */
export const textField = (key, label, more = {}) => ({
  name: key,
  label,
  kind: "text",
  display: (step) => step[key] ?? "",
  write: (text, step) => (step[key] = text),
  ...more,
});

/** @param {string} key @param {string} label @param {Partial<Field>} [more] @returns {Field} */
export const numberField = (key, label, more = {}) => ({
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
export const rollingField = (key) => ({
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
export const recreate = {
  name: "recreate",
  label: "Recreate",
  kind: "check",
  display: (step) => (step.strategy?.type === "Recreate" ? "on" : ""),
  write: (_, step) => (step.strategy = { type: "Recreate" }),
};

/** @param {string} label @param {Partial<Field>} [more] @returns {Field} */
export const labelsField = (label, more = {}) => ({
  name: "labels",
  label,
  kind: "text",
  display: (step) => labelsText(step.labels),
  write: (text, step) => (step.labels = readLabels(text)),
  ...more,
});

/** Pods by their names or by a label. @type {Field} */
export const podsField = {
  name: "deletePods",
  label: t("Pods"),
  kind: "text",
  required: true,
  placeholder: t("names, or app=web"),
  offers: ({ stays }) => stays.filter(({ gone }) => gone === null).map(({ pod }) => pod),
  display: ({ deletePods: pods }) => podsText(pods),
  write: (text, step) =>
    (step.deletePods = text.includes("=") ? readLabels(text) : text.split(/[\s,]+/).filter(Boolean)),
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
export const manifestField = (key, label) => ({
  name: key,
  label,
  kind: "manifest",
  required: true,
  display: (step) => (step[key] ? plainYaml(step[key]) : ""),
  write: (text, step) => (step[key] = text),
});

/** What every action may have. */
export const TIMING = [
  numberField("after", t("Seconds after the previous action starts; empty: once nothing more happens")),
  secondsField("readySeconds", t("Seconds until a new pod is ready")),
];
