// How one node's total becomes another's, plugin by plugin: blue steps are for the second node, purple ones
// against it.

import { h } from "../lib/dom.js";
import { decimal, signed } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { factLink, named } from "./factLink.js";
import { nameElement } from "./name.js";

/** @import { Child } from "../lib/dom.js" */
/** @import { Scores } from "../model/scores.js" */

const MOST_STEPS = 8;

/**
 * Draws the steps between two totals.
 * @param {Scores} scores @param {number} from @param {number} to nodes
 * @param {{label: (plugin: string) => string, opens?: boolean}} options `opens`: the numbers do,
 * unless weights are tried
 */
export function waterfall(scores, from, to, { label, opens = true }) {
  const facts = opens && !scores.tried;
  const steps = scores.difference(to, from).filter(({ points }) => points);
  const sums = steps.reduce(
    (all, { points }) => [...all, all[all.length - 1] + points],
    [scores.total(from)],
  );
  const place = placing(sums);
  const name = (/** @type {number} */ node) => nameElement(scores.name(node));
  /** @param {number} node */
  const total = (node) =>
    factLink(decimal(scores.total(node)), facts ? named("total", scores.name(node)) : null, {
      "aria-label": t("total of {node}: {total}", { node: scores.name(node), total: scores.total(node) }),
    });
  /** @param {string} plugin @param {number} points */
  const step = (plugin, points) =>
    factLink(signed(points), facts ? named("score", plugin, scores.name(from)) : null, {
      "aria-label": `${plugin} ${signed(points)}`,
    });
  return h(
    "div.wfs",
    {
      role: "group",
      "aria-label": t("{node} against {other}: {steps}", {
        node: scores.name(to),
        other: scores.name(from),
        steps: steps.map(({ plugin, points }) => `${label(plugin)} ${signed(points)}`).join(", ") || "0",
      }),
    },
    row(name(from), place(sums[0], sums[0]), "edge", total(from)),
    steps
      .slice(0, MOST_STEPS)
      .map(({ plugin, points }, i) =>
        row(label(plugin), place(sums[i], sums[i + 1]), points > 0 ? "up" : "down", step(plugin, points)),
      ),
    row(
      name(to),
      place(scores.total(to), scores.total(to)),
      scores.winner === to ? "edge win" : "edge",
      total(to),
    ),
  );
}

/** Where a bar between two sums stands, in percent of the width. @param {number[]} sums */
function placing(sums) {
  const [low, high] = [Math.min(...sums), Math.max(...sums)];
  const margin = Math.max(1, (high - low) * 0.06);
  const at = (/** @type {number} */ sum) => (100 * (sum - low + margin)) / (high - low + 2 * margin);
  return (/** @type {number} */ a, /** @type {number} */ b) => ({
    left: `${at(Math.min(a, b))}%`,
    width: `${Math.max(0.8, at(Math.max(a, b)) - at(Math.min(a, b)))}%`,
  });
}

/**
 * @param {Child} name @param {{left: string, width: string}} style @param {string} kind @param {Child} text
 */
const row = (name, style, kind, text) =>
  h(
    "div.wf",
    h("span.cut", name),
    h("span.wf-b", { "aria-hidden": "true" }, h("i", { class: kind, style })),
    h("b.mono", text),
  );
