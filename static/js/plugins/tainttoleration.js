// Mirrors pkg/scheduler/framework/plugins/tainttoleration.

import { h } from "../lib/dom.js";
import { t, tn } from "../lib/i18n.js";
import { factLink, named } from "../parts/factLink.js";
import { mark, sec, title, verdict } from "../parts/reasons.js";
import { sumTable } from "../parts/sumTable.js";
import { BY_MAX_REVERSED } from "./scoring.js";
import { atFilter } from "./tainttoleration/figure.js";
import { taintText, tolerationText, withoutEffect } from "./tainttoleration/words.js";
import { rejecting, simply } from "./telling.js";

/**
 * @import {
 *   ComparedToleration, ScoreExplanation, TaintPreferStep, TaintStep,
 * } from "../types/engine.js"
 */
/** @import { Viewed, Place } from "./descriptor.js" */

/** @type {import("./descriptor.js").Plugin} */
export const taintToleration = {
  name: "TaintToleration",
  short: "Taint",
  stories: {
    Filter: rejecting(
      (n, pod) =>
        tn(
          "{n} node has a taint that {pod} does not tolerate",
          "{n} nodes have a taint that {pod} does not tolerate",
          n,
          { pod },
        ),
      () => t("No taint rules out a node"),
    ),
    PreScore: simply(() => t("PreferNoSchedule taints count against a node")),
  },
  questions: { Filter: t("Does the pod tolerate this node's taints?") },
  skips: { PreScore: () => t("Nothing to compare.") },
  summaries: { PreScore: () => t("tolerations of PreferNoSchedule") },
  filter: {
    taint: { full: taint, finding: (_, pod) => t("{pod} does not tolerate a taint of this node", { pod }) },
  },
  tries: true,
  score: {
    unit: t("PreferNoSchedule taints that are not tolerated"),
    shortUnit: t("taints"),
    lower: true,
    normalize: BY_MAX_REVERSED,
    steps: { taint_prefer: preferred },
  },
  panels: { Filter: atFilter },
  operands: {
    taint: {
      heading: (step) => taintText(step.taint),
      rows: () => [{ label: t("tolerated"), of: (step) => step.ok, verdict: true }],
    },
  },
};

/** @param {TaintStep} step @param {Viewed} now @param {Place} place */
function taint({ taint: it, tolerations, ok }, { cycle }, { node }) {
  return sec(
    title(
      t("Taint"),
      factLink(taintText(it), named("node", node), { class: "mono" }),
      h("span.grow"),
      verdict(ok, ok ? t("tolerated") : t("not tolerated")),
    ),
    tolerations.length
      ? h("table.plist", h("tbody", tolerations.map(tolerationRow)))
      : h("p.t12", factLink(t("The pod has no tolerations."), named("pod", cycle.pod))),
  );
}

/** @param {ComparedToleration} toleration */
function tolerationRow(toleration) {
  return h(
    "tr",
    h("td.w-mark", mark(toleration.matches)),
    h("td.mono", tolerationText(toleration)),
    h("td.mute", toleration.matches ? t("matches") : t("does not match")),
  );
}

/** @param {TaintPreferStep[]} steps @param {ScoreExplanation} explained */
function preferred(steps, { raw }) {
  return sec(
    title(t("PreferNoSchedule taints")),
    h("table.plist", h("tbody", steps.map(preferredRow))),
    sumTable([{ op: "=", label: t("taints not tolerated (lower is better)"), value: raw, result: true }]),
  );
}

/** @param {TaintPreferStep} step */
function preferredRow({ taint: it, tolerated }) {
  return h(
    "tr",
    h("td.w-mark", mark(tolerated)),
    h("td.mono", withoutEffect(it)),
    h("td.mute", tolerated ? t("tolerated") : t("not tolerated")),
  );
}
