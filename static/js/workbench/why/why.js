// The Why pane, always there: the verdict, or the arithmetic of what is selected. On a phone it is the sheet at the bottom.

import { effect } from "../../lib/atoms.js";
import { copyText } from "../../lib/clipboard.js";
import { h, replace } from "../../lib/dom.js";
import { glyph, icon } from "../../lib/icons.js";
import { clearNode } from "../actions.js";
import { retry } from "../data.js";
import { matrixOf } from "../matrix.js";
import { context } from "../stages/stage.js";
import { verdictChip } from "../stages/parts.js";
import { explanation, phone, pointer, url, view } from "../state.js";
import { domainCards } from "./domain.js";
import { FILTER_STEPS } from "./filters.js";
import { nodeCard } from "./node.js";
import { scoreSteps } from "./scores.js";
import { skewRemedies } from "./spread.js";
import { message, verdictParts } from "./verdict.js";
import { whyNot, winnerSummary } from "./whynot.js";

/** @param {HTMLElement} element */
export function mountWhy(element) {
  const name = h("span", { class: "mute t12 cut" });
  const copy = h("button", { type: "button", class: "btn bare icon dk", "aria-label": "Copy the link to this step", title: "Copy the link to this step (y)", onclick: copyLink }, icon("link"));
  const close = h("button", { type: "button", class: "btn bare icon close", "aria-label": "Clear the selection", title: "Clear the selection (Esc)", onclick: clearNode }, icon("x"));
  const grab = h("button", { type: "button", class: "grab ph", "aria-label": "Show all of it", "aria-expanded": "false", onclick: () => expand(!element.classList.contains("tall")) }, h("i"));
  const body = h("div", { class: "pane-b why-b", tabindex: "-1", id: "why-body" });
  const expand = (tall) => {
    element.classList.toggle("tall", tall);
    grab.setAttribute("aria-expanded", String(tall));
  };
  replace(element, grab, h("div", { class: "pane-h" }, h("h2", null, "Why"), name, h("span", { class: "grow" }), copy, close), body);
  let shown = "";
  effect([context, explanation, view], (now, explained) => {
    const at = now?.pointer;
    const key = `${at?.cycle}/${at?.point}/${at?.plugin}/${at?.node}`;
    replace(name, now ? subject(now) : "");
    close.hidden = !at?.node;
    element.classList.toggle("open", Boolean(at?.node));
    replace(body, now ? content(now, explained) : null);
    if (key !== shown) requestAnimationFrame(() => (body.scrollTop = 0));
    if (key !== shown && !at?.node) expand(false);
    shown = key;
  });
  effect([phone], (on) => element.setAttribute("aria-label", on ? "Why, sheet" : "Why"));
}

export const copyLink = () => copyText(url.href(), "The link to this step");

function subject({ pointer: { node, plugin, point }, cycle, data }) {
  if (!node) return cycle.pod;
  if (plugin && isExplained(point)) return `${node} × ${plugin}`;
  return compares(point, data, node) ? `not ${node}` : node;
}

const isExplained = (point) => ["Filter", "Score", "NormalizeScore"].includes(point);
const compares = (point, data, node) => (point === "Total" || point === "Result") && data?.trace.total && node in data.trace.total && data.trace.selected !== node;

function content(now, explained) {
  const { pointer: at, data } = now;
  if (view.get().status === "failed") return problem(view.get().error);
  if (!at.node) return data || !now.cycle.finished || now.cycle.finished.skipped ? verdictParts(now) : waiting();
  if (!data) return nodeCard(now, at.node);
  if (at.plugin && isExplained(at.point)) return explainedParts(now, explained);
  if (compares(at.point, data, at.node)) return whyNot(data, at.node);
  if ((at.point === "Total" || at.point === "Result") && data.trace.selected === at.node && data.trace.total) return [winnerSummary(data), nodeCard(now, at.node)];
  if (at.point === "PreFilter") return [domainCards(now, at.node), nodeCard(now, at.node)];
  return nodeCard(now, at.node);
}

function explainedParts(now, explained) {
  if (explained.status === "none") return [notAsked(now), nodeCard(now, now.pointer.node)];
  if (explained.status === "failed") return problem(explained.error);
  if (explained.status === "loading") return waiting();
  return now.pointer.point === "Filter" ? filterParts(now, explained.data) : [h("section", { class: "sec" }, h("p", { class: "why-t" }, `${explained.data.node} gets ${explained.data.weighted} points from ${explained.data.plugin}`)), scoreSteps(explained.data, now)];
}

function filterParts(now, data) {
  const groups = new Map();
  const counts = data.steps.reduce((map, step) => map.set(family(step), (map.get(family(step)) ?? 0) + 1), new Map());
  const steps = data.steps.map((step) => {
    const index = groups.get(family(step)) ?? 0;
    groups.set(family(step), index + 1);
    return FILTER_STEPS[step.kind]?.(step, now, { index, of: counts.get(family(step)) });
  });
  // what failed comes first
  const order = data.steps.map((_, i) => i).sort((a, b) => Number(data.steps[a].ok ?? false) - Number(data.steps[b].ok ?? false));
  return [headline(now, data), order.map((i) => steps[i]), steps.length ? null : h("section", { class: "sec" }, h("p", { class: "soft" }, "The pod gives this plugin nothing to object to.")), remedies(data), (data.reasons ?? []).map((reason) => message2(reason))];
}

const family = (step) => step.kind.replace(/_missing_label$|_skew$/, "");
const message2 = (reason) => h("section", { class: "sec" }, h("div", { class: "msg-row" }, h("span", { class: "msg mono grow" }, reason), h("button", { type: "button", class: "btn bare icon", "aria-label": "Copy the message", title: "Copy", onclick: () => copyText(reason, "The message") }, icon("copy"))));

function headline(now, data) {
  const { state, counterfactual } = matrixOf(now.data).cell(data.node, data.plugin, true);
  return h(
    "section",
    { class: "sec" },
    h("p", { class: "why-t" }, finding(now, data)),
    h("p", { class: "row wrap-row" }, verdictChip(state), data.code !== "Success" ? h("span", { class: "chip" }, data.code) : null, h("span", { class: "mute t12" }, state === "unresolvable" ? "preemption cannot help" : state === "rejected" ? "preemption may help" : "")),
    counterfactual ? h("p", { class: "note hatched" }, glyph("unreached"), unrun(matrixOf(now.data), data.node)) : null,
  );
}

function unrun(matrix, node) {
  const first = matrix.first(node);
  return `kube-scheduler did not run this: ${first ? `${first} had rejected the node before.` : "the search ended with enough feasible nodes."}`;
}

// The finding, from a template over the first failing step.
function finding({ pointer: { node }, cycle }, data) {
  const pod = cycle.pod.split("/")[1];
  const failing = data.steps.find((step) => step.ok === false);
  if (!failing || data.code === "Success") return `${node} passes ${data.plugin}`;
  return FINDINGS[failing.kind]?.(failing, pod, node) ?? `${data.plugin} rejects ${node}`;
}

const FINDINGS = {
  spread_skew: (step, pod) => `Placing ${pod} here would make ${step.value} too full`,
  spread_missing_label: (step, _, node) => `${node} has no label ${step.key}`,
  taint: (_, pod) => `${pod} does not tolerate a taint of this node`,
  unschedulable: (_, __, node) => `${node} is cordoned`,
  node_name: (step) => `The pod asks for ${step.wanted}`,
  node_selector: (step) => `The label ${step.key} is ${step.actual ?? "missing"}, not ${step.value}`,
  node_affinity_term: (_, pod, node) => `${node} does not have the labels that ${pod} requires`,
  port: (step) => `Host port ${step.host_port} is taken`,
  resource: (step, pod) => `Too little ${step.resource} is left for ${pod}`,
  affinity_required: (step) => (step.value === null ? `The node has no label ${step.key}` : `No pod that matches runs in ${step.value}`),
  anti_affinity_required: (step, pod) => `${pod} avoids a pod in ${step.value}`,
  existing_anti_affinity: (step, pod) => `A pod in ${step.value} avoids ${pod}`,
  volume_conflict: (step) => `${step.claim ?? step.volume} is in use`,
  volume_limit: (step, _, node) => `${node} has too many volumes of ${step.driver}`,
  volume_zone: (step, _, node) => `The volume of ${step.claim} is not in the zone of ${node}`,
  volume_affinity: (step, _, node) => `${node} cannot reach the volume of ${step.claim}`,
  claim_binding: (step, _, node) => `No volume for ${step.claim} on ${node}`,
};

function remedies(data) {
  const list = skewRemedies(data.steps);
  if (!list.length) return null;
  return h("section", { class: "sec" }, h("h3", null, "Would pass if", h("span", { class: "mute" }, "any one of these, all else unchanged")), h("ul", { class: "fix" }, list.map((parts) => h("li", null, h("span", null, parts)))));
}

function notAsked({ pointer: { node, plugin }, data }) {
  const matrix = matrixOf(data);
  const first = matrix.first(node);
  const text = pointer.get().point !== "Filter" ? `${node} did not reach scoring${first ? `: ${first} rejected it` : ""}.` : matrix.skipped.has(plugin) ? `${plugin} skipped this pod: it has nothing to check.` : `${plugin} was not asked about ${node}.`;
  return h("section", { class: "sec" }, h("p", { class: "soft" }, text));
}

const waiting = () => h("p", { class: "waiting mute", role: "status" }, "Working it out…");
const problem = (error) => h("section", { class: "sec" }, h("p", { class: "why-t" }, "This could not be loaded"), h("p", { class: "soft" }, error?.message ?? ""), h("button", { type: "button", class: "btn", onclick: retry }, icon("retry"), "Try again"));
