// The clauses that a device has to meet for a request, in words: the one place that says what keeps a device
// from a claim.

import { labelled } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";

/** @import { ConstraintClause, DeviceClause, DeviceHolder, ExpressionClause } from "../types/engine.js" */

/** @typedef {DeviceClause["kind"]} Kind */
/**
 * @template {Kind} K
 * @typedef {K extends "class" | "selector" ? ExpressionClause : Extract<DeviceClause, {kind: K}>} Of
 */

/** The clauses in the order in which the allocator asks. @type {[kind: Kind, title: string][]} */
export const CLAUSES = [
  ["pool", t("Pool")],
  ["feature", t("Feature")],
  ["in_use", t("In use")],
  ["class", t("Class")],
  ["selector", t("Request")],
  ["node", t("Node")],
  ["capacity", t("Capacity")],
  ["counter", t("Counter")],
  ["taint", t("Taint")],
  ["constraint", t("Constraint")],
];

/** @param {Kind} kind */
export const clauseTitle = (kind) => CLAUSES.find(([name]) => name === kind)?.[1] ?? kind;

/** The last part of driver/pool/name. @param {string} device */
export const deviceName = (device) => device.slice(device.lastIndexOf("/") + 1);

/**
 * An attribute without what every expression repeats: device.attributes["d"].model is model.
 * @param {string} text
 */
export const briefly = (text) =>
  text.replaceAll(/device\.(?:attributes|capacity)\[(?:"[^"]*"|'[^']*')\]\./g, "");

/** Values without quotes and without the beginning that all share, up to a colon. @param {string[]} values */
export function shortValues(values) {
  const plain = values.map((value) => value.replace(/^"(.*)"$/, "$1"));
  const [first = ""] = plain;
  const start = first.slice(0, first.lastIndexOf(":") + 1);
  const isShared = plain.length > 1 && plain.every((value) => value.startsWith(start));
  return new Map(values.map((value, i) => [value, isShared ? plain[i].slice(start.length) : plain[i]]));
}

const PCIE_ROOT = "resource.kubernetes.io/pcieRoot";

/** @param {string} attribute */
export const attributeName = (attribute) =>
  attribute === PCIE_ROOT ? t("PCIe root") : attribute.slice(attribute.lastIndexOf("/") + 1);

/**
 * Why two devices that are both free do not go together.
 * @param {ConstraintClause} clause @param {string} device
 */
function clashText({ rule, attribute, value, clash_device: other, clash_value: its }, device) {
  const written = shortValues([value ?? "", its ?? ""]);
  const words = {
    device: device,
    other: deviceName(other),
    attribute: attributeName(attribute),
    value: written.get(value ?? "") ?? "",
    its: written.get(its ?? "") ?? "",
  };
  if (rule === "distinctAttribute")
    return t(
      "{device} and {other} are both free, but have the same {attribute} ({value}); the claim wants " +
        "them to differ",
      words,
    );
  return attribute === PCIE_ROOT
    ? t(
        "{device} and {other} are both free, but on different PCIe roots ({value}, {its}); the claim wants " +
          "one root",
        words,
      )
    : t(
        "{device} and {other} are both free, but differ in {attribute} ({value}, {its}); the claim wants " +
          "one value",
        words,
      );
}

/** @param {DeviceHolder[]} holders */
export function holderText(holders) {
  const [first] = holders;
  if (!first) return t("another pod of the group");
  if (first.request) return t("request {request} of this pod", { request: first.request });
  return first.pods.length
    ? t("{claim}, for {pods}", { claim: first.claim, pods: first.pods.join(", ") })
    : first.claim;
}

/** The same in a word: a pod, else the claim. @param {DeviceHolder[]} holders */
const holderName = ([first]) =>
  first && !first.request ? deviceName(first.pods[0] ?? first.claim) : (first?.request ?? t("in use"));

/** The first condition of an expression that does not hold. @param {ExpressionClause} clause */
const failingCondition = ({ conditions }) => conditions.find(({ holds }) => holds !== true);

/** @typedef {{device: string, request: string}} Names */

/** @type {{[K in Kind]: (clause: Of<K>, names: Names) => string}} */
const SENTENCES = {
  pool: ({ trouble, text }, { device }) =>
    trouble === "invalid"
      ? t("{device}: its pool is invalid: {text}", { device, text })
      : trouble === "incomplete"
        ? t("{device}: its pool is incomplete; slices are missing", { device })
        : t("{device}: replaced by a newer generation of its pool", { device }),
  feature: ({ feature }, { device }) =>
    t("{device}: it needs {feature}, which is off in this version", { device, feature }),
  in_use: ({ holders }, { device }) =>
    t("{device}: in use by {holder}", { device, holder: holderText(holders) }),
  class: (clause, names) =>
    selectorText(clause, names, (condition) =>
      t("{device}: class {name} requires {condition}", {
        device: names.device,
        name: clause.owner,
        condition,
      }),
    ),
  selector: (clause, names) =>
    selectorText(clause, names, (condition) =>
      t("{device}: request {request} requires {condition}", {
        device: names.device,
        request: clause.owner,
        condition,
      }),
    ),
  node: ({ nodes }, { device }) =>
    nodes
      ? t("{device}: only {node} can use it", { device, node: nodes })
      : t("{device}: this node cannot use it", { device }),
  capacity: (clause, { device }) =>
    clause.trouble === "unknown"
      ? t("{device}: it has no capacity {name}", { device, name: clause.name })
      : clause.trouble === "policy"
        ? t("{device}: its policy does not allow {amount} of {name}", {
            device,
            amount: clause.amount,
            name: clause.name,
          })
        : t("{device}: {amount} of {name} is needed, {free} of {total} is free", { device, ...clause }),
  counter: (clause, { device }) =>
    t("{device}: {needed} of counter {counter} is needed, {free} of {total} is free", { device, ...clause }),
  taint: ({ taint }, { device, request }) =>
    t("{device}: request {request} does not tolerate {taint}", { device, request, taint }),
  constraint: (clause, { device }) => {
    const { attribute, rule, value } = clause;
    if (value === null)
      return t("{device}: {rule} needs {attribute}, which it does not have", { device, rule, attribute });
    return clause.clash_device
      ? clashText(clause, device)
      : t("{device}: {rule} {attribute} does not allow {value}", { device, rule, attribute, value });
  },
};

/** @param {ExpressionClause} clause @param {Names} names @param {(condition: string) => string} asking */
function selectorText(clause, { device }, asking) {
  const condition = failingCondition(clause);
  const operand = condition?.operands[0];
  const sentence = asking(briefly(condition?.text ?? clause.expression));
  if (clause.error) return labelled(sentence, clause.error);
  if (!operand) return sentence;
  return operand.value === null
    ? t("{sentence}, but {device} has none", { sentence, device })
    : t("{sentence}, but it is {value}", { sentence, value: operand.value });
}

/**
 * Why a clause keeps a device from a request: "gpu-3: request gpu asks model == "a100", it is "h100"".
 * @param {DeviceClause} clause @param {Names} names `device` is driver/pool/name
 */
export const whyNotDevice = (clause, { device, request }) =>
  /** @type {(clause: DeviceClause, names: Names) => string} */ (SENTENCES[clause.kind])(clause, {
    device: deviceName(device),
    request,
  });

/** What a clause found, in a word or two. @type {{[K in Kind]: (clause: Of<K>) => string}} */
const WORDS = {
  pool: ({ ok, trouble }) => (ok ? t("complete") : POOL_TROUBLE[trouble || "replaced"]),
  feature: ({ feature }) => feature,
  in_use: ({ ok, holders, admin }) =>
    ok ? (holders.length && admin ? t("admin access") : t("free")) : holderName(holders),
  class: (clause) => selectorWord(clause),
  selector: (clause) => selectorWord(clause),
  node: ({ ok, nodes }) => (ok ? t("reachable") : nodes || t("not reachable")),
  capacity: ({ name, amount, free, trouble }) =>
    trouble === "unknown"
      ? t("no {name}", { name })
      : t("{needed} of {free} {name}", { needed: amount, free, name }),
  counter: ({ needed, free, counter: name }) => t("{needed} of {free} {name}", { needed, free, name }),
  taint: ({ ok, taint }) => (ok ? t("tolerated") : taint),
  constraint: ({ value }) => value ?? t("missing"),
};

const POOL_TROUBLE = {
  incomplete: t("incomplete"),
  invalid: t("invalid"),
  replaced: t("replaced"),
};

/** @param {ExpressionClause} clause */
function selectorWord(clause) {
  if (clause.error) return t("error");
  if (clause.ok) return t("selects");
  const operand = failingCondition(clause)?.operands[0];
  if (!operand) return t("does not select");
  return `${lastName(operand.text)}: ${operand.value ?? "–"}`;
}

/** @param {string} path */
const lastName = (path) => path.slice(path.lastIndexOf(".") + 1);

/** @param {DeviceClause} clause */
export const clauseWord = (clause) =>
  /** @type {(clause: DeviceClause) => string} */ (WORDS[clause.kind])(clause);

/**
 * How many devices a request asks for.
 * @param {{count: number, mode: string, device_class: string}} request
 */
export const requestText = ({ count, mode, device_class: name }) =>
  mode === "All"
    ? t("all of class {name}", { name })
    : tn("{n} device of class {name}", "{n} devices of class {name}", count, { name });
