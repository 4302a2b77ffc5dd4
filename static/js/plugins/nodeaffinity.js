// Mirrors pkg/scheduler/framework/plugins/nodeaffinity.

import { h } from "../lib/dom.js";
import { t, tn } from "../lib/i18n.js";
import { factLink, named } from "../parts/factLink.js";
import { expressions, mark, mono, muted, sec, title, verdict } from "../parts/reasons.js";
import { PASSES, valueOf } from "../parts/operands.js";
import { sumTable } from "../parts/sumTable.js";
import { atFilter } from "./nodeaffinity/figure.js";
import { BY_MAX } from "./scoring.js";
import { rejecting, simply } from "./telling.js";

/**
 * @import {
 *   NodeAffinityPreferredStep, NodeAffinityTermStep, NodeSelectorStep, ScoreExplanation,
 * } from "../types/engine.js"
 */
/** @import { Viewed, Place } from "./descriptor.js" */

/** @type {import("./descriptor.js").Plugin} */
export const nodeAffinity = {
  name: "NodeAffinity",
  hyphenated: "NodeAffin\u00ADity",
  stories: {
    PreFilter: simply((pod) => t("{pod} requires node labels", { pod })),
    Filter: rejecting(
      (n, pod) =>
        tn(
          "{n} node lacks the labels that {pod} requires",
          "{n} nodes lack the labels that {pod} requires",
          n,
          { pod },
        ),
      () => t("No node is ruled out by its labels"),
    ),
    PreScore: simply((pod) => t("{pod} prefers certain node labels", { pod })),
  },
  questions: { Filter: t("Does this node have the labels that the pod requires?") },
  skips: {
    PreFilter: () => t("No nodeSelector and no required node affinity, in the pod or the profile."),
    PreScore: () => t("No preferred node affinity, in the pod or the profile."),
  },
  summaries: { PreFilter: () => t("nodes by their labels"), PreScore: () => t("preferred terms") },
  filter: {
    node_selector: {
      full: selector,
      finding: ({ key, actual, value }) =>
        t("The label {key} is {actual}, not {value}", { key, actual: actual ?? t("missing"), value }),
    },
    node_affinity_term: {
      full: term,
      finding: (_, pod, node) => t("{node} does not have the labels that {pod} requires", { node, pod }),
    },
  },
  tries: true,
  score: {
    unit: t("weights of the preferred terms that match"),
    shortUnit: t("term weights"),
    normalize: BY_MAX,
    steps: { node_affinity_preferred: preferred },
  },
  panels: { Filter: atFilter },
  operands: {
    node_selector: {
      rows: ({ key }) => [
        { label: key, of: valueOf("actual") },
        { op: "=", label: t("wanted"), of: valueOf("value") },
        PASSES,
      ],
    },
    node_affinity_term: { heading: ({ index }) => t("Required node affinity, term {n}", { n: index + 1 }) },
  },
};

/** @param {NodeSelectorStep} step @param {Viewed} now @param {Place} place */
function selector({ key, value, actual, ok }, { cycle }, { node }) {
  return sec(
    title("nodeSelector", muted(key)),
    sumTable([
      { label: t("wanted"), value, why: named("pod", cycle.pod) },
      {
        op: ok ? "=" : "≠",
        label: t("on the node"),
        value: actual ?? t("no such label"),
        why: named("node", node),
      },
    ]),
  );
}

/** @param {NodeAffinityTermStep} step @param {Viewed} now @param {Place} place */
function term(step, { cycle }, { of, node }) {
  const origin =
    step.origin === "addedAffinity" ? t("of the profile") : of > 1 ? t("one of the terms must match") : "";
  return sec(
    title(
      t("Required node affinity, term {place}", { place: step.index + 1 }),
      muted(origin),
      h("span.grow"),
      verdict(step.ok, step.ok ? t("matches") : t("no match")),
    ),
    expressions(step.expressions),
    bothSides(cycle.pod, node),
  );
}

/** Both sides of a comparison of labels, in their own words. @param {string} pod @param {string} node */
const bothSides = (pod, node) =>
  h(
    "p.t12.more-l",
    factLink(t("what the pod requires"), named("pod", pod)),
    ", ",
    factLink(t("what the node has"), named("node", node)),
  );

/** @param {NodeAffinityPreferredStep[]} steps @param {ScoreExplanation} explained */
function preferred(steps, { raw }) {
  return sec(
    title(t("Preferred node affinity")),
    steps.map(({ ok, index, weight, expressions: clauses }) => [
      h(
        "p.row",
        mark(ok),
        h("span.grow", t("Term {index}, weight {weight}", { index: index + 1, weight })),
        mono(ok ? `+${weight}` : "0"),
      ),
      expressions(clauses),
    ]),
    sumTable([{ op: "=", label: t("raw"), value: raw, result: true }]),
  );
}
