// Names and tables that several facts show.

import { $$, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { factLink, nameNumber } from "./factLink.js";

/** @import { Child } from "../lib/dom.js" */
/** @import { Header } from "./panels.js" */

/** A pod's name, which opens into the pod as the scheduler reads it. @param {string} pod */
export const podName = (pod) =>
  factLink(pod, `pod:${pod}`, { class: "mono", title: t("The pod as the scheduler sees it") });

/** @param {string} node */
export const nodeName = (node) =>
  factLink(node, `node:${node}`, { class: "mono", title: t("The node as the scheduler sees it") });

/** "a, b and 3 more". @param {string[]} names @param {number} most */
export const listed = (names, most) =>
  names.length > most
    ? t("{names} and {n} more", { names: names.slice(0, most).join(", "), n: names.length - most })
    : names.join(", ");

const MOST = 60;

/** Names in a row, each made by `make`. @param {string[]} names @param {(name: string) => Child} [make] */
export const nodeNames = (names, make = nodeName) => [
  names.slice(0, MOST).flatMap((name, i) => [i ? ", " : "", make(name)]),
  names.length > MOST ? t(" and {n} more", { n: names.length - MOST }) : "",
];

/**
 * A table of the pane.
 * @param {string} kind a class @param {Header[]} heads
 * @param {Child[][]} rows @param {Child[]} [total] a last row with the sum
 */
export function tableOf(kind, heads, rows, total) {
  const classes = heads.map((head) => (Array.isArray(head) ? head[1] : ""));
  /** @param {Header} head */
  const text = (head) => (Array.isArray(head) ? head[0] : head);
  /** @param {Header} head */
  const wordsOf = (head) => (head instanceof Element ? (head.textContent ?? "") : text(head).toString());
  return h(
    "div.scroll",
    { tabindex: "0" },
    h(
      "table",
      { class: `tbl facts-t ${kind}` },
      h(
        "thead",
        h(
          "tr",
          heads.map((head, i) => h("th", { scope: "col", class: classes[i] }, text(head))),
        ),
      ),
      h(
        "tbody",
        rows.map((row) =>
          h(
            "tr",
            namedCells(
              row.map((value, i) => h("td", { class: classes[i] }, value)),
              heads.map(wordsOf),
            ),
          ),
        ),
      ),
      total
        ? h(
            "tfoot",
            h(
              "tr",
              total.map((value, i) => h("td", { class: classes[i] }, value)),
            ),
          )
        : null,
    ),
  );
}

/**
 * Each number that opens, named by its column and by the first cell of its row.
 * @param {HTMLElement[]} cells @param {string[]} columns
 */
function namedCells(cells, columns) {
  const row = cells[0].textContent ?? "";
  for (const [i, cell] of cells.entries())
    for (const number of $$(".opn", cell)) nameNumber(number, i ? `${columns[i]}, ${row}` : columns[i]);
  return cells;
}
