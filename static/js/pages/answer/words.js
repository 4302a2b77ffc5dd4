// The reasons of causes in words.

import { decimal, integer, listOf, quantity } from "../../lib/format.js";
import { language, t, tn } from "../../lib/i18n.js";
import { briefly } from "../../parts/deviceclause.js";

/** @import { Reason, Unit } from "../../types/engine.js" */

/** @param {Reason} reason */
const own = ({ message, operand }) => (message || operand).replace("node(s)", t("nodes"));

/** @type {Record<Reason["kind"], (reason: Reason) => string>} */
const TITLES = {
  resource: ({ operand }) => t("not enough {resources}", { resources: operand }),
  missing_resource: ({ operand }) =>
    t("{resource} is on no node that the pod may use", { resource: operand }),
  selector: ({ operand }) => t("only nodes with {clauses} may be used", { clauses: operand }),
  unmatched_selector: ({ operand }) => t("no node has {clauses}", { clauses: operand }),
  taint: ({ operand }) => t("taint {taint} is not tolerated", { taint: operand }),
  unschedulable: () => t("nodes are cordoned"),
  spread: ({ operand }) => t("the spread over {key} would exceed maxSkew", { key: operand }),
  spread_label: ({ operand }) => t("nodes lack {key}, over which the pods must spread", { key: operand }),
  affinity: ({ operand }) => t("no node is near pods with {selector}", { selector: operand }),
  anti_affinity: ({ operand }) => t("pods with {selector} are already there", { selector: operand }),
  existing_anti_affinity: ({ operand }) => t("running pods refuse it within their {key}", { key: operand }),
  port: ({ operand }) => t("host port {port} is taken", { port: operand }),
  device_missing: ({ operand }) =>
    t("no node that the pod may use has a device for request {request}", { request: operand }),
  device_short: ({ operand }) => t("too few devices are free for request {request}", { request: operand }),
  device_selector: ({ operand }) =>
    t("free devices do not meet {condition}", { condition: briefly(operand) }),
  device_taint: ({ operand }) => t("devices have the taint {taint}", { taint: operand }),
  device_amount: ({ operand }) => t("too little {resource} is left on devices", { resource: operand }),
  device_constraint: ({ operand }) => t("devices do not go together by {attribute}", { attribute: operand }),
  one_node: () => t("may run on one node only"),
  gate: own,
  gang: ({ operand }) => t("placed, and rolled back with pod group {group}", { group: operand }),
  profile: () => t("no profile for its scheduler"),
  no_node: () => t("the cluster has no node"),
  message: own,
};

/** @type {Partial<Record<Reason["kind"], (reason: Reason) => string>>} of nodes, in a key */
const SHORT = {
  resource: ({ operand }) => t("too little {resources} left", { resources: operand }),
  missing_resource: ({ operand }) => t("no {resource}", { resource: operand }),
  selector: ({ operand }) => t("without {clauses}", { clauses: operand }),
  unmatched_selector: ({ operand }) => t("without {clauses}", { clauses: operand }),
  taint: ({ operand }) => t("taint {taint}", { taint: operand }),
  unschedulable: () => t("cordoned"),
  spread: ({ operand }) => t("{key} would be too full", { key: lastPart(operand) }),
  device_missing: ({ operand }) => t("no device for {request}", { request: operand }),
  one_node: () => t("not its node"),
};

/** "topology.kubernetes.io/zone" → "zone" @param {string} key */
export const lastPart = (key) => key.slice(key.lastIndexOf("/") + 1);

/** The reasons of a cause as a heading. @param {Reason[]} reasons */
export function titleOf(reasons) {
  const words = phrases(reasons, TITLES).join("; ") || t("no node takes the pod");
  return words[0].toLocaleUpperCase(language) + words.slice(1);
}

/** The reasons of some nodes in a few words. @param {Reason[]} reasons */
export const shortOf = (reasons) => phrases(reasons, { ...TITLES, ...SHORT }).join(", ");

/** @param {string} resource */
const named = (resource) => (resource === "pods" ? t("pod slots") : resource);

/** @param {Reason[]} reasons @param {Record<Reason["kind"], (reason: Reason) => string>} words */
function phrases(reasons, words) {
  const resources = reasons.filter(({ kind }) => kind === "resource").map(({ operand }) => named(operand));
  /** @type {Reason | undefined} all resources as one reason */
  const short = resources.length
    ? { plugin: "", kind: "resource", operand: listOf(resources), message: "" }
    : undefined;
  const others = reasons.filter(({ kind }) => kind !== "resource");
  return [...new Set([...(short ? [short] : []), ...others].map((reason) => words[reason.kind](reason)))];
}

/**
 * An amount with its resource: "14 cores", "630m cpu", "5.7 GiB of memory", "1 nvidia.com/gpu".
 * @param {number} value @param {string} resource @param {Unit} unit
 */
export function amountOf(value, resource, unit) {
  if (unit === "milli" && value >= 1000) return cores(value);
  if (unit === "bytes") return t("{amount} of {resource}", { amount: quantity(value, unit), resource });
  return `${unit === "milli" ? quantity(value, unit) : integer(value)} ${resource}`;
}

/** The amount alone: "14 cores", "630m", "5.7 GiB". @param {number} value @param {Unit} unit */
export const amount = (value, unit) =>
  unit === "milli" && value >= 1000 ? cores(value) : quantity(value, unit);

/** @param {number} value thousandths of a core */
const cores = (value) => tn("{n} core", "{n} cores", value / 1000, { n: decimal(value / 1000) });

/** The amount for a column of figures: "14", "0.63", "5.7 GiB". @param {number} value @param {Unit} unit */
export const figure = (value, unit) => (unit === "milli" ? decimal(value / 1000) : quantity(value, unit));
