// TaintToleration below the matrix: each taint of the cluster against the pod's tolerations.

import { h } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { factLink, named } from "../../parts/factLink.js";
import { nodeSet } from "../../parts/nodeset.js";
import { chip, headers, heading, rowsUpTo, scroller, section } from "../../parts/panels.js";
import { mark } from "../../parts/reasons.js";
import { apartByKey, mismatch, taintText, tolerationText } from "./words.js";

/** @import { ComparedToleration, TaintOnNodes } from "../../types/engine.js" */
/** @import { Viewed } from "../descriptor.js" */

const MOST_COLUMNS = 4; // tolerations with a column each

/** @param {Viewed} now */
export function atFilter(now) {
  const taints = now.data.operands("TaintToleration", "tolerations")?.taints;
  if (!taints) return null;
  if (!taints.length)
    return section(h("p.verdict-line", mark(true), t("No node has a NoSchedule or NoExecute taint.")));
  const { tolerations } = taints[0];
  const { alike, others } = apartByKey(tolerations, taints);
  const wide = alike.length <= MOST_COLUMNS;
  const body = h("tbody");
  const more = rowsUpTo(
    body,
    [...taints].sort((a, b) => Number(a.ok) - Number(b.ok)),
    (taint) => row(taint, alike, wide, now),
  );
  return section(
    heading(t("Taints and tolerations"), tolerated(taints)),
    tolerations.length
      ? null
      : h("p.verdict-line", factLink(t("The pod has no tolerations."), named("pod", now.cycle.pod))),
    scroller(
      h(
        "table.tbl.cross",
        headers(
          t("Taint"),
          t("Nodes"),
          ...(wide ? alike.map((i) => tolerationText(tolerations[i])) : [t("Tolerated by")]),
          t("Verdict"),
        ),
        body,
      ),
    ),
    more,
    untainted(taints, now),
    others.length > 0 && h("p.soft.more-l", ofOtherKeys(others)),
  );
}

/** @param {ComparedToleration[]} tolerations */
const ofOtherKeys = (tolerations) =>
  tn(
    "{n} toleration is for another key: {keys}.",
    "{n} tolerations are for other keys: {keys}.",
    tolerations.length,
    { keys: tolerations.map(({ key }) => key).join(", ") },
  );

/** @param {TaintOnNodes[]} taints */
const tolerated = (taints) =>
  tn("{ok} of {n} taint is tolerated", "{ok} of {n} taints are tolerated", taints.length, {
    ok: integer(taints.filter(({ ok }) => ok).length),
  });

/**
 * @param {TaintOnNodes} each @param {number[]} alike the places of the tolerations that may match
 * @param {boolean} wide a column for each of these @param {Viewed} now
 */
function row({ taint, tolerations, ok, nodes }, alike, wide, now) {
  return h(
    "tr",
    { class: ok ? null : "closed-row" },
    h("th.mono.wrap", { scope: "row" }, taintText(taint)),
    h("td", nodeSet(nodes, now)),
    wide
      ? alike.map((i) => h("td", compared(tolerations[i], mismatch(tolerations[i], taint))))
      : h("td", best(tolerations, taint)),
    h("td", ok ? chip(t("tolerated"), "pass", "pass") : chip(t("not tolerated"), "unres", "unresolvable")),
  );
}

/** @param {ComparedToleration} toleration @param {string} why */
const compared = ({ matches }, why) => [mark(matches), matches ? t("matches") : h("span.mute", why)];

/**
 * The toleration that matches, else the one that comes nearest.
 * @param {ComparedToleration[]} tolerations @param {TaintOnNodes["taint"]} taint
 */
function best(tolerations, taint) {
  const matching = tolerations.find(({ matches }) => matches);
  if (matching) return [mark(true), h("span.mono", tolerationText(matching))];
  const near = tolerations.find(({ key }) => key === taint.key);
  if (near) return [h("span.mono", tolerationText(near)), " ", h("span.mute", mismatch(near, taint))];
  return h("span.mute", t("none: no toleration has this key"));
}

/** The nodes that have none of them. @param {TaintOnNodes[]} taints @param {Viewed} now */
function untainted(taints, { data }) {
  const tainted = new Set(taints.flatMap(({ nodes }) => [...nodes]));
  const rest = data.size - tainted.size;
  return h(
    "p.soft.more-l",
    rest
      ? tn("{n} node has no such taint.", "{n} nodes have no such taint.", rest)
      : t("Every node has a taint."),
  );
}
