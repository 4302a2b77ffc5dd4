// One renderer a step of a Filter plugin: operands in, lines out. Numbers and names come from the step; only the words are ours.

import { h } from "../../lib/dom.js";
import { quantity } from "../../lib/format.js";
import { shortKey } from "../map/grouping.js";
import { expressions, lead, mark, mono, muted, podTable, sec, title, verdict } from "./parts.js";
import { spreadMissingLabel, spreadSkew } from "./spread.js";
import { sum } from "./sum.js";
import { VOLUME_STEPS } from "./volumes.js";

/** @type {Record<string, (step: any, now: any, place: {index: number, of: number}) => any>} */
export const FILTER_STEPS = {
  unschedulable: (step) => sec(line(step.ok, h("span", null, "spec.unschedulable is ", h("b", null, String(step.unschedulable)), step.unschedulable ? `, ${step.tolerated ? "and the pod tolerates it" : "and no toleration for it"}` : ""))),
  node_name: (step) => sec(sum([{ label: "spec.nodeName of the pod", value: step.wanted || "not set" }, { op: step.ok ? "=" : "≠", label: "this node", value: step.node }])),
  taint,
  node_selector: (step) => sec(title("nodeSelector", muted(step.key)), sum([{ label: "wanted", value: step.value }, { op: step.ok ? "=" : "≠", label: "on the node", value: step.actual ?? "no such label" }])),
  node_affinity_term: term,
  port: (step) => sec(line(step.ok, h("span", null, mono(`${step.protocol} ${step.host_ip || "0.0.0.0"}:${step.host_port}`), step.pod ? [" is taken by ", mono(step.pod)] : " is free"))),
  resource,
  spread_skew: spreadSkew,
  spread_missing_label: spreadMissingLabel,
  affinity_required: required,
  anti_affinity_required: (step, now) => anti(step, now, `Required anti-affinity, term ${(step.index ?? 0) + 1}`, "pods that this pod avoids"),
  existing_anti_affinity: (step, now) => anti(step, now, "Anti-affinity of running pods", "pods that avoid this one"),
  ...VOLUME_STEPS,
  status: (step) => sec(title("Answer", verdict(step.code === "Success", step.code)), (step.reasons ?? []).map((reason) => h("p", { class: "mono t12" }, reason))),
};

const line = (ok, ...content) => h("p", { class: "row top-row" }, mark(ok), ...content);

function taint({ taint: it, tolerations, ok }) {
  const name = `${it.key}${it.value ? `=${it.value}` : ""}:${it.effect}`;
  return sec(
    title("Taint", mono(name), h("span", { class: "grow" }), verdict(ok, ok ? "tolerated" : "not tolerated")),
    tolerations.length
      ? h("table", { class: "plist" }, h("tbody", null, tolerations.map((each) => h("tr", null, h("td", { class: "w-mark" }, mark(each.matches)), h("td", { class: "mono" }, tolerationText(each)), h("td", { class: "mute" }, each.matches ? "matches" : "does not match")))))
      : h("p", { class: "soft t12" }, "The pod has no tolerations."),
  );
}

const tolerationText = ({ key, operator, value, effect }) => `${key || "any key"} ${operator || "Equal"}${value ? ` ${value}` : ""}${effect ? `:${effect}` : ", any effect"}`;

function term(step, _, { of }) {
  return sec(title(`Required node affinity, term ${step.index + 1}`, muted(step.origin === "addedAffinity" ? "of the profile" : of > 1 ? "one of the terms must match" : ""), h("span", { class: "grow" }), verdict(step.ok, step.ok ? "matches" : "no match")), expressions(step.expressions));
}

function resource(step) {
  const free = step.allocatable - step.used;
  const text = (value) => quantity(value, step.unit);
  return sec(
    title(step.resource, h("span", { class: "grow" }), step.ok ? verdict(true, `${text(step.request)} ≤ ${text(free)} free`) : null),
    sum([
      { label: "allocatable", value: text(step.allocatable) },
      { op: "−", label: "used by pods on the node", value: text(step.used) },
      { op: "=", label: "free", value: text(free), result: true },
      { op: step.ok ? "≥" : "<", label: "requested by this pod", value: text(step.request) },
    ]),
    step.unresolvable ? h("p", { class: "soft t12" }, "More than the node has when empty: preemption cannot help.") : null,
  );
}

function required(step, now) {
  const id = `aff-${step.index}`;
  return sec(
    title(`Required affinity, term ${step.index + 1}`, muted(shortKey(step.key)), h("span", { class: "grow" }), verdict(step.ok, step.ok ? "satisfied" : "not satisfied")),
    step.value === null
      ? h("p", null, "The node has no label ", h("code", null, step.key), ".")
      : sum([
          { label: ["matching pods in ", h("b", null, step.value)], value: step.count, open: step.pods?.length ? lead(id) : undefined },
          { op: step.count > 0 ? "≥" : "<", label: "needed", value: 1 },
        ]),
    step.first_pod ? h("p", { class: "soft t12" }, "No pod anywhere matches and this pod matches its own terms: it may be the first of its kind.") : null,
    podTable(step.pods, now.fold, { id }),
  );
}

function anti(step, now, name, what) {
  const id = `anti-${step.kind}-${step.index ?? step.key}`;
  return sec(
    title(name, muted(shortKey(step.key)), h("span", { class: "grow" }), verdict(step.ok, step.ok ? "no conflict" : "conflict")),
    sum([
      { label: [`${what} in `, h("b", null, step.value ?? "no domain")], value: step.count, open: step.pods?.length ? lead(id) : undefined },
      { op: step.count > 0 ? ">" : "=", label: "allowed", value: 0 },
    ]),
    podTable(step.pods, now.fold, { id, word: step.kind === "existing_anti_affinity" ? "avoids this pod" : "avoided" }),
  );
}
