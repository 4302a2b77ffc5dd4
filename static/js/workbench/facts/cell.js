// A cell of the Filter matrix: what was found, its steps, what failed first, and what would make it pass.

import { copyText } from "../../lib/clipboard.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { glyph, icon } from "../../lib/icons.js";
import { matrixOf } from "../../model/matrix.js";
import { verdictChip } from "../../parts/panels.js";
import { FILTER_STEPS } from "./filters.js";
import { factLink, named } from "../../parts/factLink.js";
import { skewRemedies } from "./spread.js";

/** @param {any} now @param {any} data an explain answer of a filter */
export function filterParts(now, data) {
  const groups = new Map();
  const counts = data.steps.reduce(
    (map, step) => map.set(family(step), (map.get(family(step)) ?? 0) + 1),
    new Map(),
  );
  const steps = data.steps.map((step) => {
    const index = groups.get(family(step)) ?? 0;
    groups.set(family(step), index + 1);
    return FILTER_STEPS[step.kind]?.(step, now, { index, of: counts.get(family(step)), node: data.node });
  });
  // what failed comes first
  const order = data.steps
    .map((_, i) => i)
    .sort((a, b) => Number(data.steps[a].ok ?? false) - Number(data.steps[b].ok ?? false));
  return [
    headline(now, data),
    order.map((i) => steps[i]),
    steps.length
      ? null
      : h(
          "section",
          { class: "sec" },
          h("p", { class: "soft" }, t("The pod gives this plugin nothing to object to.")),
        ),
    remedies(now, data),
    (data.reasons ?? []).map((reason) => reasonText(reason)),
  ];
}

const family = (step) => step.kind.replace(/_missing_label$|_skew$/, "");
const reasonText = (reason) =>
  h(
    "section",
    { class: "sec" },
    h(
      "div",
      { class: "msg-row" },
      h("span", { class: "msg mono grow" }, reason),
      h(
        "button",
        {
          type: "button",
          class: "btn bare icon",
          "aria-label": t("Copy the message"),
          title: t("Copy"),
          onclick: () => copyText(reason, t("The message")),
        },
        icon("copy"),
      ),
    ),
  );

function headline(now, data) {
  const { state, counterfactual } = matrixOf(now.data).cell(data.node, data.plugin, true);
  return h(
    "section",
    { class: "sec" },
    h("p", { class: "why-t" }, finding(now, data)),
    h(
      "p",
      { class: "row wrap-row" },
      verdictChip(state),
      data.code !== "Success" ? h("span", { class: "chip" }, data.code) : null,
      h(
        "span",
        { class: "mute t12" },
        state === "unresolvable"
          ? t("preemption cannot help")
          : state === "rejected"
            ? t("preemption may help")
            : "",
      ),
    ),
    counterfactual
      ? h("p", { class: "note hatched" }, glyph("unreached"), unrun(matrixOf(now.data), data.node))
      : null,
  );
}

function unrun(matrix, node) {
  const first = matrix.first(node);
  return first
    ? t("kube-scheduler did not run this: {plugin} had rejected the node before.", { plugin: first })
    : t("kube-scheduler did not run this: the search ended with enough feasible nodes.");
}

// The finding, from a template over the first failing step.
function finding({ cycle }, data) {
  const { node } = data;
  const pod = cycle.pod.split("/")[1];
  const failing = data.steps.find((step) => step.ok === false);
  if (!failing || data.code === "Success") return t("{node} passes {plugin}", { node, plugin: data.plugin });
  return (
    FINDINGS[failing.kind]?.(failing, pod, node) ??
    t("{plugin} rejects {node}", { plugin: data.plugin, node })
  );
}

const FINDINGS = {
  spread_skew: (step, pod) => t("Placing {pod} here would make {value} too full", { pod, value: step.value }),
  spread_missing_label: (step, _, node) => t("{node} has no label {key}", { node, key: step.key }),
  taint: (_, pod) => t("{pod} does not tolerate a taint of this node", { pod }),
  unschedulable: (_, __, node) => t("{node} is cordoned", { node }),
  node_name: (step) => t("The pod asks for {wanted}", { wanted: step.wanted }),
  node_selector: (step) =>
    t("The label {key} is {actual}, not {value}", {
      key: step.key,
      actual: step.actual ?? t("missing"),
      value: step.value,
    }),
  node_affinity_term: (_, pod, node) =>
    t("{node} does not have the labels that {pod} requires", { node, pod }),
  port: (step) => t("Host port {host_port} is taken", { host_port: step.host_port }),
  resource: (step, pod) => t("Too little {resource} is left for {pod}", { resource: step.resource, pod }),
  affinity_required: (step) =>
    step.value === null
      ? t("The node has no label {key}", { key: step.key })
      : t("No pod that matches runs in {value}", { value: step.value }),
  anti_affinity_required: (step, pod) => t("{pod} avoids a pod in {value}", { pod, value: step.value }),
  existing_anti_affinity: (step, pod) => t("A pod in {value} avoids {pod}", { value: step.value, pod }),
  volume_conflict: (step) => t("{volume} is in use", { volume: step.claim ?? step.volume }),
  volume_limit: (step, _, node) =>
    t("{node} has too many volumes of {driver}", { node, driver: step.driver }),
  volume_zone: (step, _, node) =>
    t("The volume of {claim} is not in the zone of {node}", { claim: step.claim, node }),
  volume_affinity: (step, _, node) =>
    t("{node} cannot reach the volume of {claim}", { node, claim: step.claim }),
  claim_binding: (step, _, node) => t("No volume for {claim} on {node}", { claim: step.claim, node }),
};

// The plugins for which changes are known that may help.
const HELPED = new Set([
  "PodTopologySpread",
  "TaintToleration",
  "NodeResourcesFit",
  "NodeAffinity",
  "InterPodAffinity",
]);

function remedies(now, data) {
  const list = skewRemedies(data.steps);
  const tried = matrixOf(now.data).first(data.node) === data.plugin && HELPED.has(data.plugin);
  if (!list.length && !tried) return null;
  return h(
    "section",
    { class: "sec" },
    h(
      "h3",
      null,
      t("Would pass if"),
      list.length ? h("span", { class: "mute" }, t("any one of these, all else unchanged")) : null,
    ),
    list.length
      ? h(
          "ul",
          { class: "fix" },
          list.map((parts) => h("li", null, h("span", null, parts))),
        )
      : null,
    tried
      ? h(
          "p",
          { class: "t12 more-l" },
          factLink(t("Changes, each computed again"), named("remedies", data.node), {
            title: t("What each change would give"),
          }),
        )
      : null,
  );
}
