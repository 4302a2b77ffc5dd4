// The reasons of causes in words.

import { decimal, integer, listOf, quantity } from "../../lib/format.js";
import { language, sentence, sentenceWith, t, tn } from "../../lib/i18n.js";
import { briefly } from "../../parts/deviceclause.js";
import { WORDING } from "../../wording/causes.js";

/** @import { Reason, Unit } from "../../types/engine.js" */

/** @param {Reason} reason */
const own = ({ message, operand }) => (message || operand).replace("node(s)", t("nodes"));

/**
 * Where the operand alone is not enough.
 * @type {Partial<Record<Reason["kind"], (reason: Reason) => string>>}
 */
const OWN = {
  device_selector: ({ kind, operand }) => sentenceWith(WORDING[kind], briefly(operand)),
  gate: own,
  message: own,
};

/** @param {Reason} reason */
const long = (reason) => OWN[reason.kind]?.(reason) ?? sentenceWith(WORDING[reason.kind], reason.operand);

/** @type {Partial<Record<Reason["kind"], (reason: Reason) => string>>} of nodes, in a key */
const SHORT = {
  resource: ({ operand }) => t("too little {resources} left", { resources: operand }),
  missing_resource: ({ operand }) => t("no {resource}", { resource: operand }),
  unready_resource: ({ operand }) => t("{resource} not ready", { resource: operand }),
  selector: ({ operand }) => t("without {clauses}", { clauses: operand }),
  unmatched_selector: ({ operand }) => t("without {clauses}", { clauses: operand }),
  taint: ({ operand }) => t("taint {taint}", { taint: operand }),
  readiness_taint: ({ operand }) => t("taint {taint}", { taint: operand }),
  unschedulable: () => t("cordoned"),
  spread: ({ operand }) => t("{key} would be too full", { key: lastPart(operand) }),
  device_missing: ({ operand }) => t("no device for {request}", { request: operand }),
  one_node: () => t("not its node"),
};

/** "topology.kubernetes.io/zone" → "zone" @param {string} key */
export const lastPart = (key) => key.slice(key.lastIndexOf("/") + 1);

/** The reasons of a cause as a heading. @param {Reason[]} reasons */
export function titleOf(reasons) {
  const words = phrases(reasons, long).join("; ") || sentence(WORDING.none);
  return words[0].toLocaleUpperCase(language) + words.slice(1);
}

/** The reasons of some nodes in a few words. @param {Reason[]} reasons */
export const shortOf = (reasons) =>
  phrases(reasons, (reason) => SHORT[reason.kind]?.(reason) ?? long(reason)).join(", ");

/** @param {string} resource */
const named = (resource) => (resource === "pods" ? t("pod slots") : resource);

/** @param {Reason[]} reasons @param {(reason: Reason) => string} inWords */
function phrases(reasons, inWords) {
  const resources = reasons.filter(({ kind }) => kind === "resource").map(({ operand }) => named(operand));
  /** @type {Reason | undefined} all resources as one reason */
  const short = resources.length
    ? { plugin: "", kind: "resource", operand: listOf(resources), message: "" }
    : undefined;
  const others = reasons.filter(({ kind }) => kind !== "resource");
  return [...new Set([...(short ? [short] : []), ...others].map(inWords))];
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
