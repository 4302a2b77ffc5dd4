// Why the pod is not on the node in question: what rejects it there, or what another node has ahead.

import { h } from "../../lib/view.js";
import { decimal, signed } from "../../lib/format.js";
import { rich, t } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";

/** @import { ScoreDifference, Standing, WhatIf } from "../../types/engine.js" */

const MOST_DIFFERENCES = 8;

/** @param {WhatIf} answer */
export function standingPart({ target, placed, standing }) {
  if (!standing || !target || placed === target) return null;
  return h(
    "section.rp-sec",
    { "aria-labelledby": "rp-here" },
    h(
      "h2",
      { id: "rp-here" },
      t("Why not here"),
      h("span.soft", placed ? t("The run places it on {node}.", { node: placed }) : null),
    ),
    filterPart(standing),
    scorePart(standing, target),
  );
}

/** @param {Standing} standing */
function filterPart({ rejections, scored }) {
  if (!rejections.length)
    return h(
      "p.rp-eff",
      icon("pass", "g g-pass"),
      scored
        ? t("It passes every filter.")
        : t("No filter rejects it, but the scheduler did not reach this node."),
    );
  return h(
    "ul.rp-rejections",
    rejections.map(({ plugin, message }) =>
      h(
        "li.rp-eff",
        icon("rej", "g g-rej"),
        h("span", h("b", plugin), message ? `: ${message}` : t(": excluded by PreFilter")),
      ),
    ),
  );
}

/** @param {Standing} standing @param {string} target */
function scorePart({ scored, total, winner, winner_total: best, differences }, target) {
  if (!scored || winner === target) return null;
  const largest = Math.max(...differences.map((difference) => Math.abs(lead(difference))), 1);
  return [
    h(
      "p",
      rich(
        best > total
          ? t("{winner} has the total {best}, {node} {total}: {gap} less.")
          : t("{winner} and {node} have the same total, {total}; the first of equal nodes is chosen."),
        {
          winner: h("b", winner),
          node: h("b", target),
          best: decimal(best),
          total: decimal(total),
          gap: h("b", decimal(best - total)),
        },
      ),
    ),
    h(
      "ul.rp-lead",
      { "aria-label": t("The difference, by plugin") },
      differences.slice(0, MOST_DIFFERENCES).map((difference) => leadRow(difference, largest)),
    ),
  ];
}

/** How many weighted points the winner is ahead. @param {ScoreDifference} difference */
const lead = ({ weight, here, there }) => weight * (there - here);

/** @param {ScoreDifference} difference @param {number} largest */
function leadRow(difference, largest) {
  const points = lead(difference);
  const width = `${Math.max(2, (Math.abs(points) / largest) * 50)}%`;
  return h(
    "li",
    h("span", difference.plugin),
    h("span.mute.num", `${difference.weight} × (${decimal(difference.there)} − ${decimal(difference.here)})`),
    h(
      "span.rp-lead-b",
      { "aria-hidden": "true" },
      h("i", { class: points > 0 ? "against" : "for", style: { width } }),
    ),
    h("b.num", signed(-points)),
  );
}
