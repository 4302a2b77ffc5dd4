// Mirrors pkg/scheduler/framework/plugins/noderesources: Fit and BalancedAllocation.

import { h } from "../lib/dom.js";
import { decimal, quantity } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { amount, requestsOf } from "../model/amounts.js";
import { factLink, named } from "../parts/factLink.js";
import { lineOf } from "../parts/fieldTable.js";
import { podName, tableOf } from "../parts/listed.js";
import { PASSES, quantityOf, valueOf } from "../parts/operands.js";
import { heading, num, section } from "../parts/panels.js";
import { mono, muted, sec, title, verdict } from "../parts/reasons.js";
import { sumTable } from "../parts/sumTable.js";
import { atFilter } from "./noderesources/figure.js";
import * as stories from "./noderesources/stories.js";
import { stepsOf } from "./scoring.js";

/**
 * @import {
 *   BalancedScoreStep, BalanceWithoutPod, ContainerRequest, FitScoreStep, InitStep, RequestFact,
 *   ResourceStep, ScoreExplanation, UsedFact, UsingPod,
 * } from "../types/engine.js"
 */
/** @import { Line } from "../parts/sumTable.js" */
/** @import { Viewed, Place } from "./descriptor.js" */

/** @type {import("./descriptor.js").Plugin} */
export const fit = {
  name: "NodeResourcesFit",
  short: "Fit",
  stories: {
    PreFilter: stories.atPreFilter,
    Filter: stories.atFilter,
    PreScore: stories.addedUp("NodeResourcesFit"),
  },
  questions: {
    PreFilter: t("How much does this pod request?"),
    Filter: t("Does the pod fit into what is left on this node?"),
  },
  summaries: { PreFilter: requested },
  filter: {
    resource: {
      full: resource,
      finding: (step, pod) => t("Not enough {resource} is left for {pod}", { resource: step.resource, pod }),
    },
  },
  tries: true,
  score: {
    unit: t("share of the resources, 0 to 100"),
    steps: { fit_score: allocation },
  },
  operands: {
    resource: {
      heading: (step) => step.resource,
      rows: () => [
        { label: t("allocatable"), of: quantityOf("allocatable") },
        { op: "−", label: t("used by pods on the node"), of: quantityOf("used") },
        {
          op: "=",
          label: t("free"),
          of: (step) => quantity(step.allocatable - step.used, step.unit),
          result: true,
        },
        { op: "≥", label: t("requested by this pod"), of: quantityOf("request") },
        PASSES,
      ],
    },
    fit_score: {
      heading: (step) => step.resource,
      rows: () => [
        { label: t("requested, including this pod"), of: quantityOf("requested") },
        { label: t("allocatable"), of: quantityOf("allocatable") },
        { op: "=", label: t("score"), of: valueOf("score"), result: true },
      ],
    },
  },
  facts: {
    used: {
      remote: true,
      title: ([node, name]) => t("{resource} used on {node}", { resource: name, node }),
      render: used,
    },
    request: {
      remote: true,
      title: ([pod, name]) => t("{resource} of {pod}", { resource: name, pod: pod.split("/")[1] ?? pod }),
      render: request,
    },
  },
  panels: { PreFilter: requests, Filter: atFilter },
  args: [
    {
      path: ["scoringStrategy", "type"],
      choices: ["LeastAllocated", "MostAllocated"],
      usual: "LeastAllocated",
    },
  ],
};

/** @type {import("./descriptor.js").Plugin} */
export const balancedAllocation = {
  name: "NodeResourcesBalancedAllocation",
  label: "BalancedAllocation",
  short: "Balanced",
  stories: { PreScore: stories.addedUp("NodeResourcesBalancedAllocation") },
  questions: { Score: t("Would this node's resources be used evenly?") },
  skips: { PreScore: () => t("The pod requests none of the resources: it is a best-effort pod.") },
  score: {
    unit: t("evenness of the shares, 0 to 100"),
    steps: { balanced_score: balance, balanced_result: null },
  },
  operands: {
    balanced_score: {
      heading: (step) => step.resource,
      rows: () => [{ label: t("fraction in use"), of: valueOf("fraction") }],
    },
  },
};

/**
 * A strategy of NodeResourcesFit that is a plugin of its own in old versions.
 * @param {string} name @returns {import("./descriptor.js").Plugin}
 */
const separateScorer = (name) => ({
  name,
  label: name.replace("NodeResources", ""),
  questions: { Score: t("How much of this node would be in use?") },
  score: {
    unit: t("share of the resources, 0 to 100"),
    steps: { fit_score: allocation },
  },
});

export const leastAllocated = separateScorer("NodeResourcesLeastAllocated");
export const mostAllocated = separateScorer("NodeResourcesMostAllocated");
export const requestedToCapacityRatio = separateScorer("RequestedToCapacityRatio");

// ---- what the pod asks for ----

/** @param {Viewed} now */
function requested(now) {
  const amounts = requestsOf(now);
  return amounts.length
    ? amounts.map(([name, value]) => `${name} ${amount(name, value)}`).join(", ")
    : t("no requests");
}

/** @param {Viewed} now */
function requests(now) {
  const { data, cycle } = now;
  const { code } = data.trace.preFilter?.NodeResourcesFit ?? {};
  if (!code || code === "Skip") return null;
  const listed = requestsOf(now);
  /** @param {[string, import("../model/amounts.js").Amount]} request */
  const row = ([name, value]) =>
    h(
      "tr",
      h("th.mono", { scope: "row" }, name),
      num(factLink(amount(name, value), named("request", cycle.pod, name), {}, name)),
    );
  return section(
    heading("NodeResourcesFit", t("what this pod requests")),
    listed.length
      ? h("table.tbl.narrow", h("tbody", listed.map(row)))
      : h("p.soft.t12", t("Only one pod slot: it has no requests.")),
  );
}

// ---- Filter ----

/** @param {ResourceStep} step @param {Viewed} now @param {Place} place */
function resource(step, { cycle }, { node }) {
  const free = step.allocatable - step.used;
  /** @param {number} value */
  const text = (value) => quantity(value, step.unit);
  return sec(
    title(
      step.resource,
      h("span.grow"),
      step.ok
        ? verdict(true, t("{request} ≤ {free} free", { request: text(step.request), free: text(free) }))
        : null,
    ),
    sumTable([
      { label: t("allocatable"), value: text(step.allocatable), why: named("node", node) },
      {
        op: "−",
        label: t("used by pods on the node"),
        value: text(step.used),
        why: named("used", node, step.resource),
      },
      { op: "=", label: t("free"), value: text(free), result: true },
      {
        op: step.ok ? "≥" : "<",
        label: t("requested by this pod"),
        value: text(step.request),
        why: named("request", cycle.pod, step.resource),
      },
    ]),
    step.unresolvable
      ? h("p.soft.t12", t("More than the node has when empty: preemption cannot help."))
      : null,
  );
}

// ---- Score ----

/** @param {FitScoreStep[]} steps @param {ScoreExplanation} explained */
function allocation(steps, { raw, node }) {
  /** @param {FitScoreStep} step */
  const share = (step) =>
    t("{requested} of {allocatable}", {
      requested: quantity(step.requested, step.unit),
      allocatable: quantity(step.allocatable, step.unit),
    });
  return sec(
    title(t("Raw score"), muted(t("mean of the resources by weight, the pod included"))),
    steps.map((step) =>
      h(
        "p.formula",
        h("b", step.resource),
        step.weight > 1 ? muted(t("weight {weight}", { weight: step.weight })) : null,
        factLink(share(step), named("used", node, step.resource), { class: "mono" }),
        h("span.grow"),
        h("b.mono", decimal(step.score)),
      ),
    ),
    sumTable([{ op: "=", label: t("raw, truncated to an integer"), value: raw, result: true }]),
  );
}

/** @param {BalancedScoreStep[]} steps @param {ScoreExplanation} explained */
function balance(steps, explained) {
  const [result] = stepsOf(explained, "balanced_result");
  const difference = result.difference ?? null;
  const std = decimal(difference ?? result.std, 4);
  return sec(
    title(t("Raw score"), muted(t("the more equal the shares, the better"))),
    sumTable([
      ...steps.map(({ resource: name, requested: total, allocatable, fraction }) => ({
        label: [h("b", name), muted(`  ${decimal(total)} / ${decimal(allocatable)}`)],
        value: decimal(fraction, 4),
        why: named("used", explained.node, name),
      })),
      { label: difference === null ? t("standard deviation") : t("difference of the shares"), value: std },
      { op: "=", label: t("(1 − {std}) × 100, truncated", { std }), value: result.score, result: true },
    ]),
    result.without ? balanceChange(result.score, result.without, explained.raw) : null,
  );
}

/**
 * Since v1.36 the score is what the pod changes of the balance.
 * @param {number} score @param {BalanceWithoutPod} without @param {ScoreExplanation["raw"]} raw
 */
function balanceChange(score, without, raw) {
  const std = decimal(without.std, 4);
  return sumTable([
    { label: t("the same without the pod: (1 − {std}) × 100, truncated", { std }), value: without.score },
    {
      op: "=",
      label: t("50 + (50 + {score} − {without}) / 2, truncated", { score, without: without.score }),
      value: raw,
      result: true,
    },
  ]);
}

// ---- facts: who uses a node, what a pod asks for container by container ----

/** @param {string[]} args @param {Viewed} _ @param {UsedFact} data */
function used([node, name], _, data) {
  /** @param {number} value */
  const text = (value) => quantity(value, data.unit);
  const users = data.pods.filter((pod) => pod.amount);
  const sentence = t("{used} of {allocatable} {resource} on {node} are requested", {
    used: text(data.used),
    allocatable: text(data.allocatable),
    resource: name,
    node,
  });
  /** @param {UsingPod} pod */
  const row = (pod) => [
    [podName(pod.pod), pod.nominated ? muted(` ${t("nominated")}`) : ""],
    factLink(text(pod.amount), named("request", pod.pod, name)),
  ];
  return [
    sec(
      h("p.why-t", sentence),
      h("p.soft.t12", t("The sum of the requests of pods on the node, not their usage.")),
    ),
    sec(
      title(
        t("Pods on {node}", { node }),
        muted(t("{n} of {total} request it", { n: users.length, total: data.pods_total })),
      ),
      users.length
        ? tableOf("", [t("Pod"), [t("Requests"), "num"]], users.map(row), [t("used"), text(data.used)])
        : h("p.soft", t("None of them.")),
    ),
    sec(
      sumTable([
        {
          label: t("allocatable, written as {written}", { written: data.written ?? "0" }),
          value: text(data.allocatable),
          why: named("node", node),
        },
        { op: "−", label: t("used"), value: text(data.used) },
        { op: "=", label: t("free"), value: text(data.allocatable - data.used), result: true },
      ]),
    ),
  ];
}

/** @type {Record<ContainerRequest["role"], () => string>} */
const ROLES = {
  container: () => t("container"),
  init: () => t("init container"),
  sidecar: () => t("sidecar"),
};
/** @type {Record<ContainerRequest["origin"], () => string>} */
const FROM = {
  written: () => t("written as {written}"),
  limits: () => t("limit {written}, by the API server"),
  absent: () => t("none written"),
};

/** @param {string[]} args @param {Viewed} _ @param {RequestFact} fact */
function request([pod, name], _, fact) {
  if (name === "pods") return sec(h("p.why-t", t("Each pod takes one of the node's pod slots")));
  const data = /** @type {Summed} */ (fact);
  /** @param {number} value */
  const text = (value) => quantity(value, data.unit);
  return [
    sec(
      h(
        "p.why-t",
        t("{pod} requests {amount} {resource}", { pod, amount: text(data.request), resource: name }),
      ),
      h("p.soft.t12", t("The larger of what runs together and each initialization step, plus the overhead.")),
    ),
    sec(
      title(t("Containers")),
      tableOf(
        "",
        [t("Name"), t("Kind"), t("From"), [t("Requests"), "num"]],
        data.containers.map((container) => [
          mono(container.name),
          ROLES[container.role]?.(),
          [from(container), lineOf(container, data.source)],
          text(container.amount),
        ]),
      ),
    ),
    sec(sumTable(requestLines(data, text))),
    data.scoring_default && data.scoring !== data.request
      ? sec(h("p.soft.t12", scoredOtherwise(data, text)))
      : null,
  ];
}

/** @typedef {Required<RequestFact>} Summed of every resource but `pods` */

/** @param {Summed} data @param {(value: number) => string} text @returns {Line[]} */
function requestLines(data, text) {
  const most = Math.max(data.running, ...data.steps.map((step) => step.amount));
  /** @param {InitStep} step */
  const starting = ({ name, sidecars }) =>
    sidecars
      ? t("while {name} starts, with {sidecars} of sidecars", { name, sidecars: text(sidecars) })
      : t("while {name} runs", { name });
  return [
    { label: t("containers and sidecars together"), value: text(data.running) },
    ...data.steps.map((step) => ({ label: starting(step), value: text(step.amount) })),
    ...(data.steps.length ? [{ label: t("the maximum of these"), value: text(most) }] : []),
    ...(data.pod_level === null
      ? []
      : [{ label: t("spec.resources of the pod, instead"), value: text(data.pod_level) }]),
    ...(data.overhead
      ? [{ op: "+", label: t("overhead of the runtime class"), value: text(data.overhead) }]
      : []),
    { op: "=", label: t("requested"), value: text(data.request), result: true },
  ];
}

/** @param {Summed} data @param {(value: number) => string} text */
const scoredOtherwise = (data, text) =>
  t("Scores of NodeResourcesFit count {scoring}: a container without a request counts {amount} there.", {
    scoring: text(data.scoring),
    amount: text(data.scoring_default ?? 0),
  });

/** @param {ContainerRequest} container */
const from = ({ origin, written }) =>
  h(
    "span",
    { class: origin === "written" ? "" : "filled" },
    FROM[origin]?.().replace("{written}", written ?? "") ?? "",
  );
