// The form of each kind.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { configuration } from "./configuration.js";
import { containerClaims, deviceClass, podClaims, resourceClaim, resourceSlice } from "./devices.js";
import { at, choice, flag, number, pairs, row, section, select, text } from "./fields.js";
import { addButton, items, removeButton } from "./lists.js";
import { EFFECTS, rules } from "./rules.js";
import { TAINT } from "./templates.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { Manifest } from "../document/model.js" */
/** @import { Form, Path } from "./fields.js" */

const WORKLOADS = new Set([
  "Deployment",
  "ReplicaSet",
  "StatefulSet",
  "DaemonSet",
  "Job",
  "ReplicationController",
]);

/** @param {string} kind */
export const isWorkload = (kind) => WORKLOADS.has(kind);

/** @param {Form} form @returns {Child[]} sections */
export function sections(form) {
  const { kind } = form.manifest;
  if (kind === "Node") return node(form);
  if (kind === "Pod") return pod(form);
  if (isWorkload(kind)) return workload(form);
  if (kind === "KubeSchedulerConfiguration") return configuration(form);
  if (kind === "DeviceClass") return deviceClass(form, [name(form)]);
  if (kind === "ResourceSlice") return resourceSlice(form, [name(form)]);
  if (kind === "ResourceClaim") return resourceClaim(form, [row(name(form), namespace(form))], ["spec"]);
  if (kind === "ResourceClaimTemplate")
    return resourceClaim(form, [row(name(form), namespace(form))], ["spec", "spec"]);
  return other(form);
}

/** @param {Form} form */
const name = (form) => text(form, ["metadata", "name"], t("Name"), { required: true });
/** @param {Form} form */
const namespaces = (form) =>
  [
    ...new Set([
      "default",
      ...form.entries.map(({ namespace }) => namespace),
      ...form.entries.filter(({ kind }) => kind === "Namespace").map((entry) => entry.name),
    ]),
  ].filter(Boolean);
/** @param {Form} form */
const namespace = (form) =>
  text(form, ["metadata", "namespace"], t("Namespace"), { words: namespaces(form), placeholder: "default" });

/** @param {Form} form */
function node(form) {
  const path = ["spec", "taints"];
  const taints = items(form, path);
  const amounts = at(form.manifest, ["status", "allocatable"])
    ? ["status", "allocatable"]
    : at(form.manifest, ["status", "capacity"])
      ? ["status", "capacity"]
      : ["status", "allocatable"];
  const resources = [...new Set(["cpu", "memory", "pods", ...Object.keys(at(form.manifest, amounts) ?? {})])];
  return [
    section(
      t("Node"),
      { more: flag(form, ["spec", "unschedulable"], t("Cordoned"), "unschedulable") },
      name(form),
      pairs(form, ["metadata", "labels"], t("Labels"), { words: form.labels.Node }),
    ),
    section(
      t("Taints"),
      { note: taints.length ? undefined : t("none") },
      taints.map((taint, index) =>
        h(
          "div.expr",
          text(form, [...path, index, "key"], t("Key"), { required: true }),
          text(form, [...path, index, "value"], t("Value")),
          select(
            form,
            [...path, index, "effect"],
            t("Effect"),
            EFFECTS.map((value) => ({ value })),
          ),
          removeButton(form, [...path, index], taint?.key),
        ),
      ),
      addButton(form, t("Taint"), path, TAINT),
    ),
    section(
      t("Allocatable"),
      {},
      h(
        "div.f2",
        resources.map((resource) => text(form, [...amounts, resource], resource)),
      ),
    ),
  ];
}

/** @param {Form} form */
function pod(form) {
  return [
    section(
      t("Pod"),
      {},
      row(name(form), namespace(form)),
      pairs(form, ["metadata", "labels"], t("Labels"), { words: form.labels.Pod }),
      row(onNode(form), priorityClass(form, ["spec"])),
    ),
    ...requests(form, ["spec"]),
    ...podClaims(form, ["spec"]),
    ...rules(form, ["spec"]),
  ];
}

/** @param {Form} form */
function workload(form) {
  const { kind } = form.manifest;
  const count = kind === "Job" ? "parallelism" : kind === "DaemonSet" ? null : "replicas";
  return [
    section(
      kind,
      {},
      row(name(form), namespace(form)),
      row(
        count &&
          number(form, ["spec", count], count === "replicas" ? t("Replicas") : t("Parallelism"), {
            min: 0,
            placeholder: "1",
          }),
        priorityClass(form, ["spec", "template", "spec"]),
      ),
      pairs(form, ["spec", "template", "metadata", "labels"], t("Pod labels"), {
        words: form.labels.Pod,
      }),
    ),
    ...requests(form, ["spec", "template", "spec"]),
    ...podClaims(form, ["spec", "template", "spec"]),
    ...rules(form, ["spec", "template", "spec"]),
  ];
}

/** @param {Form} form */
function onNode(form) {
  const nodes = form.entries.filter(({ kind }) => kind === "Node").map((entry) => ({ value: entry.name }));
  return select(form, ["spec", "nodeName"], t("Runs on"), [
    { value: "", label: t("to be scheduled") },
    ...nodes,
  ]);
}

/** The priority; a class decides its number. @param {Form} form @param {Path} spec */
function priorityClass(form, spec) {
  const classes = form.entries
    .filter(({ kind }) => kind === "PriorityClass")
    .map((entry) => ({ value: entry.name }));
  if (!classes.length && !at(form.manifest, [...spec, "priorityClassName"]))
    return number(form, [...spec, "priority"], t("Priority"), { placeholder: "0" });
  return select(form, [...spec, "priorityClassName"], t("Priority class"), [
    { value: "", label: t("none") },
    ...classes,
  ]);
}

/** @param {Form} form @param {Path} spec */
function requests(form, spec) {
  /** @type {Manifest[]} */
  const containers = at(form.manifest, [...spec, "containers"]) ?? [];
  return containers.map((container, index) => {
    const path = [...spec, "containers", index, "resources", "requests"];
    const resources = [...new Set(["cpu", "memory", ...Object.keys(at(form.manifest, path) ?? {})])];
    return section(
      t("Requests"),
      { note: container?.name },
      h(
        "div.f2",
        resources.map((resource) => text(form, [...path, resource], resource)),
      ),
      containerClaims(form, spec, [...spec, "containers", index]),
    );
  });
}

/** @param {Form} form */
function other(form) {
  const { kind } = form.manifest;
  return [
    section(
      kind,
      {},
      name(form),
      kind === "PriorityClass" &&
        row(
          number(form, ["value"], t("Value")),
          choice(
            form,
            ["preemptionPolicy"],
            t("Preemption policy"),
            ["PreemptLowerPriority", "Never"],
            "PreemptLowerPriority",
          ),
        ),
      kind === "PriorityClass" && flag(form, ["globalDefault"], t("Default for all pods")),
      pairs(form, ["metadata", "labels"], t("Labels")),
    ),
    h("section.sec", h("p.soft.t12", t("The other fields of this object are in the YAML only."))),
  ];
}
