// A node without a selected plugin's arithmetic: what it is, what runs on it, and the filters' verdicts.

import { h } from "../../../lib/dom.js";
import { rich, t } from "../../../lib/i18n.js";
import { glyph } from "../../../lib/icons.js";
import { amount } from "../../../model/amounts.js";
import { isViewed } from "../core/context.js";
import { go } from "../core/actions.js";
import { shortKey } from "../../../model/labels.js";
import { matrixOf } from "../../../model/matrix.js";
import { factLink, named } from "../../../parts/factLink.js";
import { mono, muted, podTable, sec, title } from "../../../parts/reasons.js";

/** @import { Context, Viewed } from "../../../plugins/descriptor.js" */

/** @param {Context} now @param {string} name */
export function nodeCard(now, name) {
  const node = now.cluster?.nodes.find((candidate) => candidate.name === name);
  if (!node) return sec(h("p.soft", rich(t("No such node in this cluster: {node}"), { node: mono(name) })));
  const pods = now.fold?.podsOn.get(name) ?? [];
  return [
    isViewed(now) ? filterAnswer(now, name) : null,
    sec(
      title(t("Node"), node.unschedulable ? h("span.chip", t("cordoned")) : null),
      h(
        "dl.facts.t12",
        Object.entries(node.allocatable ?? {}).map(([key, value]) => [
          h("dt", key),
          h("dd.mono", factLink(amount(key, value), named("node", name))),
        ]),
      ),
    ),
    sec(
      title(t("Labels")),
      h(
        "span.chips",
        Object.entries(node.labels).map(([key, value]) =>
          h("span.chip", { title: `${key}=${value}` }, `${shortKey(key)}=${value}`),
        ),
      ),
      node.taints?.length
        ? [
            title(t("Taints")),
            h(
              "span.chips",
              node.taints.map((taint) => h("span.chip", taint)),
            ),
          ]
        : null,
    ),
    sec(
      title(t("Pods on it"), muted(String(pods.length))),
      podTable(
        pods.map((pod) => pod.pod),
        now.fold,
        { word: "" },
      ) ?? h("p.soft.t12", t("None at the start of this cycle.")),
    ),
  ];
}

/** @param {Viewed} now @param {string} name */
function filterAnswer({ data }, name) {
  const matrix = matrixOf(data);
  const node = data.indexOf(name);
  const first = matrix.first(node);
  if (!first)
    return sec(
      h(
        "p.row",
        glyph(matrix.isFeasible(node) ? "pass" : "unevaluated"),
        matrix.isFeasible(node) ? t("Passes every filter.") : t("Was not checked."),
      ),
    );
  const { state, reasons } = matrix.cell(node, first);
  return sec(
    h(
      "p.row",
      glyph(state),
      h("span.grow", rich(t("Rejected by {plugin}"), { plugin: h("b", first) })),
      h("button.btn", { onclick: () => go({ point: "Filter", plugin: first, node: name }) }, t("Why")),
    ),
    reasons.map((reason) => h("p.mono.t12.soft", reason)),
  );
}
