// Nodes as squares, by zone: what becomes of each.

import { h } from "../../../lib/view.js";
import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";

const MOST = 400; // squares of a map; with more nodes a square stands for several

/**
 * @typedef {object} Square
 * @property {string} kind a class of `.cap-map`
 * @property {string} name of the node, or what the square stands for
 */

/**
 * @typedef {object} Group
 * @property {string} name of the zone
 * @property {Square[]} squares in the order in which they are drawn
 * @property {string} words what is to be seen, for those who do not see it
 */

/** @param {Group[]} groups @param {[kind: string, label: string][]} key what the squares mean */
export function miniMap(groups, key) {
  const perSquare = Math.max(
    1,
    Math.ceil(groups.reduce((sum, { squares }) => sum + squares.length, 0) / MOST),
  );
  return h(
    "figure.cap-map",
    groups.map(({ name, squares, words }) =>
      h(
        "div.cap-zone",
        h("span.soft", name || t("no zone")),
        h(
          "span.cap-squares",
          { role: "img", "aria-label": words },
          squares
            .filter((_, i) => i % perSquare === 0)
            .map(({ kind, name: title }) => h("i", { class: kind, title: perSquare > 1 ? null : title })),
        ),
      ),
    ),
    h(
      "figcaption.soft",
      key.map(([kind, label]) => h("span", h("i", { class: kind }), label)),
      perSquare > 1 &&
        tn("one square is {n} node", "one square is {n} nodes", perSquare, { n: integer(perSquare) }),
    ),
  );
}
