// Which request fits on how many nodes: a step for each amount that is free somewhere, and what the pod asks
// for.

import { h, svg } from "../../lib/view.js";
import { integer, listOf } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { amount } from "../../model/amounts.js";

/** @import { RequestSteps, WhatIf } from "../../types/engine.js" */

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [280, 140, 40, 12, 24]; // px: never drawn smaller
const NAMED = 4; // steps in words

/** @param {WhatIf} answer */
export const staircases = ({ requests }) =>
  requests?.length
    ? h(
        "section.rp-sec",
        { "aria-labelledby": "rp-steps" },
        h(
          "h2",
          { id: "rp-steps" },
          t("The request that fits"),
          h("span.soft", t("nodes where the pod fits, by its request")),
        ),
        h("div.rp-steps", requests.map(staircase)),
      )
    : null;

/** @param {RequestSteps} steps */
const staircase = (steps) => h("figure", h("figcaption", caption(steps), inWords(steps)), drawing(steps));

/** @param {RequestSteps} steps */
const caption = ({ resource, request, besides }) => [
  h("b", resource),
  ` ${t("requested: {amount}", { amount: amount(resource, request) })}`,
  besides.length > 0 &&
    h("span.soft", ` · ${t("if it also requests less {others}", { others: listOf(besides) })}`),
];

/** "at 10.4 cores 1 node, at 8 cores 5 nodes" @param {RequestSteps} steps */
function inWords({ resource, steps }) {
  const every = Math.max(1, Math.floor(steps.length / NAMED));
  const named = steps.filter((_, i) => i % every === 0).slice(0, NAMED);
  return h(
    "span.soft.block",
    listOf(
      named.map(({ amount: most, nodes }) =>
        tn("at {amount} {n} node", "at {amount} {n} nodes", nodes, { amount: amount(resource, most) }),
      ),
    ),
  );
}

/** @param {RequestSteps} steps */
function drawing({ resource, request, steps }) {
  const nodes = Math.max(...steps.map((step) => step.nodes));
  const x = (/** @type {number} */ value) => LEFT + ((WIDTH - LEFT - 12) * value) / request;
  const y = (/** @type {number} */ count) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * count) / nodes;
  const rising = steps.toReversed();
  const line = rising.map(({ amount: most, nodes: n }) => `V${y(n)}H${x(most)}`).join("");
  const outline = `M${x(0)} ${y(rising[0].nodes)}${line}V${y(0)}`;
  return svg(
    "svg.rp-stair",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": spoken(resource, steps) },
    svg("path.area", { d: `${outline}H${x(0)}Z` }),
    svg("path.edge", { d: outline }),
    svg("line.axis", { x1: x(0), x2: WIDTH - 12, y1: y(0), y2: y(0) }),
    svg("text", { x: LEFT - 8, y: y(nodes) + 4, "text-anchor": "end" }, integer(nodes)),
    svg("text", { x: LEFT - 8, y: y(0) + 4, "text-anchor": "end" }, "0"),
    svg("circle.largest", { cx: x(steps[0].amount), cy: y(steps[0].nodes), r: 4 }),
    svg("path.asked", { d: `M${x(request) - 5} ${y(0) - 5}l10 10m0 -10l-10 10` }),
    svg(
      "text",
      { x: x(steps[0].amount), y: HEIGHT - 8, "text-anchor": anchorOf(steps[0].amount / request) },
      amount(resource, steps[0].amount),
    ),
    steps[0].amount / request < 0.8 &&
      svg("text", { x: x(request) + 6, y: HEIGHT - 8, "text-anchor": "end" }, amount(resource, request)),
  );
}

/** @param {number} share of the width */
const anchorOf = (share) => (share < 0.15 ? "start" : share > 0.85 ? "end" : "middle");

/** @param {string} resource @param {RequestSteps["steps"]} steps */
const spoken = (resource, steps) =>
  t("Nodes where the pod fits, by its request of {resource}: {steps}", {
    resource,
    steps: steps.map((step) => `${amount(resource, step.amount)} ${integer(step.nodes)}`).join(", "),
  });
