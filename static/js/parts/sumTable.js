// The shape that every arithmetic has: operands in lines, a rule, the result, what it is compared with.

import { h } from "../lib/dom.js";
import { decimal } from "../lib/format.js";
import { factLink, nameNumber } from "./factLink.js";
import { explained } from "./term.js";

/** @import { Child } from "../lib/dom.js" */

/**
 * @typedef {object} Line
 * @property {string} [op]
 * @property {Child} label
 * @property {Child} value
 * @property {boolean} [result] it stands under the rule
 * @property {string | null} [why] the fact that the value opens into
 * @property {() => void} [open]
 * @property {string} [title]
 */

/** @param {Set<string>} words @returns {(part: Child) => Child} */
const explainedIn = (words) => (part) => (typeof part === "string" ? explained(part, words) : part);

/** @param {Line[]} lines @param {Set<string>} [words] of the glossary that the panel has explained already */
export function sumTable(lines, words = new Set()) {
  return h(
    "table.sum",
    h(
      "tbody",
      lines.map(({ op = "", label, value, result, why, open, title }) => {
        const text = typeof value === "number" ? decimal(value, 3) : value;
        const about = h("td", [label].flat().map(explainedIn(words)));
        const opened = open ? h("button.opn", { onclick: open }, text) : factLink(text, why);
        if (opened instanceof Element) nameNumber(opened, about.textContent ?? "");
        return h("tr", { class: result ? "eq" : null }, h("td", op), about, h("td.n", { title }, opened));
      }),
    ),
  );
}

/**
 * One line of an arithmetic as text: "2 + 1 − 1 = 2 > maxSkew 1".
 * @param {string} text @param {boolean} ok
 */
export const equation = (text, ok) => h("p", { class: `eqn mono ${ok ? "ok" : "no"}` }, text);
