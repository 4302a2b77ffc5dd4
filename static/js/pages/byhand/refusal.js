// Why a node does not take the pod: a sentence, and the sum behind it, from the operands of the rule that
// rejects it.

import { quantity } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { pluginOf } from "../../plugins/registry.js";

/** @import { HandNode } from "../../types/api.js" */
/** @import { FilterStep } from "../../types/engine.js" */

/** @param {HandNode} node @param {string} pod */
export function refusal(node, pod) {
  const step = node.steps.find((candidate) => "ok" in candidate && !candidate.ok);
  const plugin = pluginOf(node.plugin);
  return {
    rule: plugin.label ?? plugin.name,
    words: step ? (finding(node.plugin, step, pod, node.name) ?? node.why) : node.why,
    sum: step ? sumOf(step) : "",
  };
}

/** @param {string} plugin @param {FilterStep} step @param {string} pod @param {string} node */
function finding(plugin, step, pod, node) {
  if (step.kind === "spread_skew")
    return t("{key} {value} would hold {total}, the emptiest {least}", {
      key: step.key.split("/").at(-1),
      value: step.value,
      total: step.matching + step.self_match,
      least: step.minimum,
    });
  const form = pluginOf(plugin).filter?.[step.kind];
  return /** @type {{finding: (step: FilterStep, pod: string, node: string) => string} | undefined} */ (
    form
  )?.finding(step, pod, node);
}

/** The sum of a step, where it has one. @param {FilterStep} step */
function sumOf(step) {
  if (step.kind === "spread_skew")
    return `${step.matching} + ${step.self_match} − ${step.minimum} = ${step.skew} > ${step.max_skew}`;
  if (step.kind !== "resource") return "";
  const amount = (/** @type {number} */ value) => quantity(value, step.unit);
  return t("requests {request}, {free} free", {
    request: amount(step.request),
    free: amount(step.allocatable - step.used),
  });
}
