// One renderer a step of the volume plugins.

import { h } from "../../lib/dom.js";
import { quantity } from "../../lib/format.js";
import { shortKey } from "../map/grouping.js";
import { expressions, mark, mono, muted, sec, title, verdict } from "./parts.js";
import { sum } from "./sum.js";

export const VOLUME_STEPS = {
  volume_conflict: (step) => sec(title("Volume", mono(step.claim ?? step.volume), grow(), verdict(step.ok, step.ok ? "free" : "in use")), step.pod ? h("p", { class: "row top-row" }, mark(false), h("span", null, mono(step.pod), " holds it")) : null),
  volume_limit: limit,
  volume_zone: (step) =>
    sec(
      heading(step),
      sum([
        { label: `the volume is in ${shortKey(step.key)}`, value: step.wanted.join(", ") },
        { op: step.ok ? "=" : "≠", label: step.node_has_no_zone ? "the node names no zone or region, so any volume will do" : "the node is in", value: step.actual ?? "none" },
      ]),
    ),
  volume_affinity: (step) =>
    sec(
      heading(step),
      step.exists ? null : h("p", { class: "soft t12" }, "No such PersistentVolume."),
      step.terms.length ? step.terms.map((term) => expressions(term.expressions)) : h("p", { class: "soft t12" }, "The volume can be reached from every node."),
    ),
  claim_binding: binding,
};

const grow = () => h("span", { class: "grow" });
const heading = (step) => title("Volume", mono(step.volume), muted(`of ${step.claim}`), grow(), verdict(step.ok, step.ok ? "reachable" : "out of reach"));

function limit(step) {
  return sec(
    title(step.driver),
    sum([
      { label: "volumes attached to the node", value: String(step.used) },
      { op: "+", label: "new ones of this pod", value: String(step.new) },
      { op: step.ok ? "≤" : ">", label: "limit of the node", value: step.limit === null ? "none" : String(step.limit) },
    ]),
  );
}

function binding(step) {
  const ways = step.provisioning;
  return sec(
    title("Claim", mono(step.claim), muted(step.storage_class ?? ""), grow(), verdict(step.ok, step.chosen ? `binds ${step.chosen}` : step.ok ? "provisioned here" : "no volume")),
    sum([
      { label: "requests", value: quantity(step.request, "bytes") },
      { label: "free volumes that fit and reach this node", value: String(step.candidate_count) },
    ]),
    ways ? [check(ways.topology_ok, `${ways.provisioner} may provision in this node's topology`), check(ways.capacity_ok, "it has the capacity here")] : null,
    step.selected_node ? check(step.selected_node === step.node, `the claim is to be provisioned for ${step.selected_node}`) : null,
  );
}

const check = (ok, text) => h("p", { class: "row top-row" }, mark(ok), h("span", null, text));
