// The verdicts of a Filter plugin in sentences: how many nodes it passes, and by reason those that it
// rejects.

import { h } from "../lib/dom.js";
import { t, tn } from "../lib/i18n.js";
import { glyph } from "../lib/icons.js";
import { matrixOf } from "../model/matrix.js";
import { nodeSet } from "../parts/nodeset.js";
import { section } from "../parts/panels.js";

/** @import { Child } from "../lib/dom.js" */
/** @import { Viewed } from "./descriptor.js" */

/**
 * @typedef {object} Words of a plugin
 * @property {(passing: number) => string} [passing] when it rejects no node
 * @property {(rejected: number) => Child} [rejecting]
 */

/**
 * The places of the nodes that a plugin rejected: those that it alone stopped, or with `rest` all of them.
 * @param {Viewed} now @param {string} plugin
 */
export function rejectedBy(now, plugin) {
  const matrix = matrixOf(now.data);
  return matrix.nodes.filter((node) =>
    ["rejected", "unresolvable", "error"].includes(matrix.cell(node, plugin, now.rest).state),
  );
}

/** @param {Viewed} now @param {string} plugin @param {Words} [words] */
export function rejections(now, plugin, { passing = allPass, rejecting } = {}) {
  const matrix = matrixOf(now.data);
  if (matrix.skipped.has(plugin) || !matrix.ran.includes(plugin)) return null;
  const rejected = rejectedBy(now, plugin);
  const left = matrix.left.get(plugin) ?? 0;
  if (!rejected.length)
    return section(
      h("p.verdict-line", glyph("pass"), h("span", left ? passing(left) : t("No node was left for it."))),
    );
  return section(
    rejecting ? h("p.verdict-line", h("span", rejecting(rejected.length))) : null,
    h(
      "ul.reasons",
      [...byReason(now, plugin, rejected)].map(([reason, nodes]) =>
        h("li", glyph(matrix.cell(nodes[0], plugin, true).state), h("span", reason), nodeSet(nodes, now)),
      ),
    ),
  );
}

/** @param {number} passing */
const allPass = (passing) => tn("The {n} remaining node passes.", "All {n} remaining nodes pass.", passing);

/** @param {Viewed} now @param {string} plugin @param {number[]} nodes */
function byReason({ data }, plugin, nodes) {
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  for (const node of nodes) {
    const reason = (data.status(plugin, node)?.reasons ?? []).join(", ");
    const group = groups.get(reason);
    if (group) group.push(node);
    else groups.set(reason, [node]);
  }
  return groups;
}
