// The reasons of causes in words.

import { decimal, integer, listOf, quantity } from "../../lib/format.js";
import { sentence, sentenceWith, t, tn } from "../../lib/i18n.js";
import { briefly } from "../../parts/deviceclause.js";
import { WORDING } from "../../wording/causes.js";
import { WORDING as HEADINGS } from "../../wording/headings.js";

/** @import { Cause, PodGroup, Reason, Unit } from "../../types/engine.js" */

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
  resource: ({ operand }) => t("not enough {resources}", { resources: operand }),
  missing_resource: ({ operand }) => t("no {resource}", { resource: operand }),
  unready_resource: ({ operand }) => t("{resource} not ready", { resource: operand }),
  selector: ({ operand }) => t("without {clauses}", { clauses: operand }),
  unmatched_selector: ({ operand }) => t("without {clauses}", { clauses: operand }),
  taint: ({ operand }) => t("taint {taint}", { taint: operand }),
  readiness_taint: ({ operand }) => t("taint {taint}", { taint: operand }),
  unschedulable: () => t("cordoned"),
  spread: ({ operand }) => t("{key} would exceed maxSkew", { key: lastPart(operand) }),
  anti_affinity: ({ operand }) => {
    const [, selector, key] = /^(.*) \((\S+)\)$/.exec(operand) ?? ["", operand, ""];
    return t("pods with {selector} in its {domain}", { domain: domainOf(lastPart(key)), selector });
  },
  existing_anti_affinity: ({ operand }) =>
    t("pods in its {domain} keep it away", { domain: domainOf(lastPart(operand)) }),
  device_missing: ({ operand }) => t("no device for {request}", { request: operand }),
  one_node: () => t("meant for another node"),
};

/** "topology.kubernetes.io/zone" → "zone" @param {string} key */
export const lastPart = (key) => key.slice(key.lastIndexOf("/") + 1);

/**
 * What is said of a cause, of a run or of a running cluster.
 * @typedef {Pick<Cause, "clauses" | "pod_count" | "workload_count"> & {workloads: PodGroup[]}} SaidCause
 */

/**
 * A cause as a sentence: "llm-server does not tolerate the taint gpu:NoSchedule".
 * @param {SaidCause} cause
 */
export function headingOf(cause) {
  const number = numberOf(cause);
  const [first, ...others] = (cause.clauses ?? [{ kind: "none", operands: {} }]).map(({ kind, operands }) =>
    sentence(HEADINGS[kind] ?? HEADINGS.none, { ...spelled(operands), n: number }),
  );
  const clauses = others.reduce((said, clause) => t("{said}, and {clause}", { said, clause }), first);
  return t("{workloads} {clauses}", { workloads: subjectOf(cause), clauses });
}

/** "bidder and elastic-data", "bidder and 3 more workloads" @param {SaidCause} cause */
export function subjectOf({ workloads, workload_count: count, pod_count: pods }) {
  const [first, second] = workloads.map(({ name }) => name);
  if (count === 1 && workloads[0].kind === "Pod" && pods > 1)
    return tn("{name} and {n} like it", "{name} and {n} like it", pods - 1, { name: first });
  if (count === 2) return listOf([first, second]);
  return count === 1
    ? first
    : tn("{name} and {n} more workload", "{name} and {n} more workloads", count - 1, { name: first });
}

/** Of how many the sentence speaks: alike pods without a workload are several. @param {SaidCause} cause */
const numberOf = ({ workloads, workload_count: count, pod_count: pods }) =>
  count === 1 && workloads[0].kind === "Pod" ? pods : count;

/** @param {Record<string, string | string[]>} operands */
const spelled = (operands) =>
  Object.fromEntries(
    Object.entries(operands).map(([name, value]) => [
      name,
      Array.isArray(value) ? listOf(value.map(named)) : name === "domain" ? domainOf(value) : value,
    ]),
  );

/** @param {string} domain */
const domainOf = (domain) =>
  domain === "node" || domain === "hostname"
    ? t("node")
    : domain === "zone"
      ? t("zone")
      : domain === "region"
        ? t("region")
        : domain;

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
 * An amount with its resource: "14 cores", "0.63 cores", "5.7 GiB of memory", "1 nvidia.com/gpu".
 * @param {number} value @param {string} resource @param {Unit} unit
 */
export function amountOf(value, resource, unit) {
  if (unit === "milli") return cores(value);
  if (unit === "bytes") return t("{amount} of {resource}", { amount: quantity(value, unit), resource });
  return `${integer(value)} ${resource}`;
}

/** The amount alone: "14 cores", "0.63 cores", "5.7 GiB". @param {number} value @param {Unit} unit */
export const amount = (value, unit) => (unit === "milli" ? cores(value) : quantity(value, unit));

/** @param {number} value thousandths of a core */
const cores = (value) => tn("{n} core", "{n} cores", value / 1000, { n: coresAlone(value) });

/** The amount for a column of figures: "14", "0.63", "5.7 GiB". @param {number} value @param {Unit} unit */
export const figure = (value, unit) => (unit === "milli" ? coresAlone(value) : quantity(value, unit));

/** A thousandth of a core is not nothing. @param {number} value thousandths of a core */
const coresAlone = (value) => decimal(value / 1000, Math.abs(value) < 1000 ? 3 : 2);
