// One renderer a step of a Filter plugin: operands in, lines out. Numbers and names come from the step; only the words are ours.

import { h } from "../../lib/dom.js";
import { quantity } from "../../lib/format.js";
import { rich, t } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { expressions, mark, mono, muted, podTable, sec, title, verdict } from "../../parts/reasons.js";
import { spreadMissingLabel, spreadSkew } from "./spread.js";
import { factLink, named } from "../../parts/factLink.js";
import { sumTable } from "../../parts/sumTable.js";
import { VOLUME_STEPS } from "./volumes.js";

/** @type {Record<string, (step: any, now: any, place: {index: number, of: number, node: string}) => any>} */
export const FILTER_STEPS = {
  unschedulable: (step, _, { node }) =>
    sec(
      line(
        step.ok,
        h(
          "span",
          null,
          rich(unschedulableText(step), {
            value: h("b", null, factLink(String(step.unschedulable), named("node", node))),
          }),
        ),
      ),
    ),
  node_name: (step) =>
    sec(
      sumTable([
        { label: t("spec.nodeName of the pod"), value: step.wanted || t("not set") },
        { op: step.ok ? "=" : "≠", label: t("this node"), value: step.node },
      ]),
    ),
  taint,
  node_selector: (step, { cycle }, { node }) =>
    sec(
      title("nodeSelector", muted(step.key)),
      sumTable([
        { label: t("wanted"), value: step.value, why: named("pod", cycle.pod) },
        {
          op: step.ok ? "=" : "≠",
          label: t("on the node"),
          value: step.actual ?? t("no such label"),
          why: named("node", node),
        },
      ]),
    ),
  node_affinity_term: term,
  port: (step) =>
    sec(
      line(
        step.ok,
        h(
          "span",
          null,
          rich(step.pod ? t("{port} is taken by {pod}") : t("{port} is free"), {
            port: mono(`${step.protocol} ${step.host_ip || "0.0.0.0"}:${step.host_port}`),
            pod: step.pod ? factLink(step.pod, named("pod", step.pod), { class: "mono" }) : "",
          }),
        ),
      ),
    ),
  resource,
  spread_skew: spreadSkew,
  spread_missing_label: spreadMissingLabel,
  affinity_required: required,
  anti_affinity_required: (step, now) =>
    anti(
      step,
      now,
      t("Required anti-affinity, term {place}", { place: (step.index ?? 0) + 1 }),
      t("pods that this pod avoids"),
    ),
  existing_anti_affinity: (step, now) =>
    anti(step, now, t("Anti-affinity of running pods"), t("pods that avoid this one")),
  ...VOLUME_STEPS,
  status: (step) =>
    sec(
      title(t("Answer"), verdict(step.code === "Success", step.code)),
      (step.reasons ?? []).map((reason) => h("p", { class: "mono t12" }, reason)),
    ),
};

const line = (ok, ...content) => h("p", { class: "row top-row" }, mark(ok), ...content);

function unschedulableText({ unschedulable, tolerated }) {
  if (!unschedulable) return t("spec.unschedulable is {value}");
  return tolerated
    ? t("spec.unschedulable is {value}, and the pod tolerates it")
    : t("spec.unschedulable is {value}, and no toleration for it");
}

function taint({ taint: it, tolerations, ok }, { cycle }, { node }) {
  const name = `${it.key}${it.value ? `=${it.value}` : ""}:${it.effect}`;
  return sec(
    title(
      t("Taint"),
      factLink(name, named("node", node), { class: "mono" }),
      h("span", { class: "grow" }),
      verdict(ok, ok ? t("tolerated") : t("not tolerated")),
    ),
    tolerations.length
      ? h(
          "table",
          { class: "plist" },
          h(
            "tbody",
            null,
            tolerations.map((each) =>
              h(
                "tr",
                null,
                h("td", { class: "w-mark" }, mark(each.matches)),
                h("td", { class: "mono" }, tolerationText(each)),
                h("td", { class: "mute" }, each.matches ? t("matches") : t("does not match")),
              ),
            ),
          ),
        )
      : h("p", { class: "t12" }, factLink(t("The pod has no tolerations."), named("pod", cycle.pod))),
  );
}

const tolerationText = ({ key, operator, value, effect }) =>
  `${key || t("any key")} ${operator || "Equal"}${value ? ` ${value}` : ""}${effect ? `:${effect}` : t(", any effect")}`;

function term(step, { cycle }, { of, node }) {
  return sec(
    title(
      t("Required node affinity, term {place}", { place: step.index + 1 }),
      muted(
        step.origin === "addedAffinity"
          ? t("of the profile")
          : of > 1
            ? t("one of the terms must match")
            : "",
      ),
      h("span", { class: "grow" }),
      verdict(step.ok, step.ok ? t("matches") : t("no match")),
    ),
    expressions(step.expressions),
    ends(cycle.pod, node),
  );
}

// Both sides of a comparison of labels, as they were written.
const ends = (pod, node) =>
  h(
    "p",
    { class: "t12 more-l" },
    factLink(t("what the pod asks for"), named("pod", pod)),
    ", ",
    factLink(t("what the node has"), named("node", node)),
  );

function resource(step, { cycle }, { node }) {
  const free = step.allocatable - step.used;
  const text = (value) => quantity(value, step.unit);
  return sec(
    title(
      step.resource,
      h("span", { class: "grow" }),
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
      ? h("p", { class: "soft t12" }, t("More than the node has when empty: preemption cannot help."))
      : null,
  );
}

function required(step, now) {
  const id = `aff-${step.index}`;
  return sec(
    title(
      t("Required affinity, term {place}", { place: step.index + 1 }),
      muted(shortKey(step.key)),
      h("span", { class: "grow" }),
      verdict(step.ok, step.ok ? t("satisfied") : t("not satisfied")),
    ),
    step.value === null
      ? h("p", null, rich(t("The node has no label {key}."), { key: h("code", null, step.key) }))
      : sumTable([
          {
            label: rich(t("matching pods in {domain}"), { domain: h("b", null, step.value) }),
            value: step.count,
            why: step.count ? named("pair", "required", step.key, step.value) : null,
          },
          { op: step.count > 0 ? "≥" : "<", label: t("needed"), value: 1 },
        ]),
    step.first_pod
      ? h(
          "p",
          { class: "soft t12" },
          t("No pod anywhere matches and this pod matches its own terms: it may be the first of its kind."),
        )
      : null,
    podTable(step.pods, now.fold, { id }),
  );
}

function anti(step, now, name, what) {
  const id = `anti-${step.kind}-${step.index ?? step.key}`;
  return sec(
    title(
      name,
      muted(shortKey(step.key)),
      h("span", { class: "grow" }),
      verdict(step.ok, step.ok ? t("no conflict") : t("conflict")),
    ),
    sumTable([
      {
        label: rich(t("{what} in {domain}", { what }), {
          domain: h("b", null, step.value ?? t("no domain")),
        }),
        value: step.count,
        why: step.count
          ? named("pair", step.kind === "existing_anti_affinity" ? "existing" : "anti", step.key, step.value)
          : null,
      },
      { op: step.count > 0 ? ">" : "=", label: t("allowed"), value: 0 },
    ]),
    podTable(step.pods, now.fold, {
      id,
      word: step.kind === "existing_anti_affinity" ? t("avoids this pod") : t("avoided"),
    }),
  );
}
