// A table as a view: its columns say what their cells hold.

import { h } from "./view.js";

/** @import { Attributes, Child } from "./view.js" */

/**
 * @template R
 * @typedef {object} Column
 * @property {Child} head
 * @property {(row: R, index: number) => Child} cell
 * @property {string} [kind] classes of its cells
 * @property {boolean} [names] whether its cells name their rows
 */

/**
 * @template R
 * @param {string} kind classes of the table @param {Column<R>[]} columns @param {R[]} rows
 * @param {(row: R, index: number) => Attributes<HTMLTableRowElement>} attributesOf a row: its `key` tells it
 *   from all others
 */
export const table = (kind, columns, rows, attributesOf) =>
  h(
    "table",
    { class: kind },
    heads(columns),
    h(
      "tbody",
      rows.map((row, i) =>
        h(
          "tr",
          attributesOf(row, i),
          columns.map(({ cell, kind: own, names }) =>
            h(names ? "th" : "td", { scope: names && "row", class: own }, cell(row, i)),
          ),
        ),
      ),
    ),
  );

/** The heads of columns, for a table that makes its cells itself. @param {{head: Child, kind?: string}[]} columns */
export const heads = (columns) =>
  h(
    "thead",
    h(
      "tr",
      columns.map(({ head, kind }) => h("th", { scope: "col", class: kind }, head)),
    ),
  );
