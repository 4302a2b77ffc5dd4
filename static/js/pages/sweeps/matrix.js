// A table of numbers as coloured cells: rows by groups of columns. One tab stop, arrows move, Enter opens.

import { h, useLayoutEffect, useRef } from "../../lib/view.js";
import { cellKeys, keepTabStop } from "../../lib/gridkeys.js";
import { integer } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";

/** @import { Child } from "../../lib/view.js" */

const MOST_ROWS = 150;
const LETTERS = 5; // that a column has room for, of many
const LINE = 90; // letters in all columns
const LEAST = 42; // pixels of a column
const CHARACTER = 7.6; // pixels
const GAP = 10;
const SPACE = 2; // pixels between columns
const MORE = 32;

/**
 * @typedef {object} Cell
 * @property {Child} text
 * @property {string} says for screen readers, with its row and column
 * @property {string} [kind] a class
 * @property {Record<string, unknown>} [style]
 * @property {boolean} [here] whether it is the chosen one
 * @property {() => void} [run] what a click does
 *
 * A name, or what stands for it: that of several nodes holds sums, that of a pool has some letters.
 * @typedef {string | {view: Child, holdsSums?: boolean, letters?: number}} Head
 * @typedef {{title: Child, heads: Head[]}} Heads of a group of columns
 * @typedef {{key: string, head: Child, cells: Cell[], kind?: string}} Row its cells are those of all groups
 */

/** What is not there yet. @param {string} where @returns {Cell} */
export const missing = (where) => ({
  text: "",
  kind: "sw-none",
  says: t("{where}: not computed yet", { where }),
});

/**
 * @typedef {object} Options
 * @property {string} label
 * @property {Heads[]} groups
 * @property {Row[]} rows
 * @property {number} [pinned] how many columns stay in sight
 * @property {boolean} [wide] whether the heads of columns have room
 */

/** @param {Options} options */
export const matrix = (options) => h(Matrix, options);

/** @param {Options} options */
function Matrix({ label, groups, rows, wide = false, pinned = 0 }) {
  const grid = useRef(/** @type {HTMLTableElement | null} */ (null));
  useLayoutEffect(() => void (grid.current && cellKeys(grid.current)), []);
  useLayoutEffect(() => void (grid.current && keepTabStop(grid.current)));
  const columns = groups.flatMap((group) => group.heads);
  const starts = new Set();
  let next = 0;
  for (const group of groups) {
    starts.add(next);
    next += group.heads.length;
  }
  const widths = columns.map((head, i) => widthOf(head, starts.has(i) && i > 0));
  /** @param {number} i */
  const pin = (i) => {
    if (i >= pinned) return { kind: "", style: {} };
    const before = widths.slice(0, i).reduce((sum, width) => sum + width + SPACE, SPACE);
    return { kind: "pin", style: { "--pin": `calc(var(--head) + ${before}px)` } };
  };
  const titled = groups.some(({ title }) => title);
  /** @param {number} i */
  const first = (i) => (starts.has(i) ? "first" : "");
  const table = h(
    "table",
    {
      ref: grid,
      class: `sw-matrix ${wide ? "wide" : isTall(columns) ? "tall" : ""}`,
      role: "grid",
      "aria-label": label,
      style: wide
        ? {}
        : { minWidth: `calc(var(--head) + ${widths.reduce((sum, width) => sum + width, 0)}px)` },
    },
    !wide &&
      h(
        "colgroup",
        h("col.l"),
        widths.map((width) => h("col", { style: { width: `${width}px` } })),
      ),
    h(
      "thead",
      titled &&
        h(
          "tr",
          h("td.l"),
          groups.map(({ title, heads: { length } }, i) =>
            h(
              title ? "th" : "td",
              {
                class: `${title ? "sw-group" : ""} ${i ? "" : pin(0).kind}`,
                style: i ? {} : pin(0).style,
                scope: title ? "colgroup" : null,
                colspan: length,
              },
              title,
            ),
          ),
        ),
      h(
        "tr",
        h("td.l"),
        columns.map((head, i) =>
          h(
            "th",
            { class: `sw-col ${first(i)} ${pin(i).kind}`, style: pin(i).style, scope: "col" },
            h("span", typeof head === "string" ? head : head.view),
          ),
        ),
      ),
    ),
    h(
      "tbody",
      rows.slice(0, MOST_ROWS).map((row) =>
        h(
          "tr",
          { key: row.key, role: "row", class: row.kind },
          h("th.l", { scope: "row" }, row.head),
          row.cells.map((cell, i) =>
            cellOf({ ...cell, style: { ...cell.style, ...pin(i).style } }, `${first(i)} ${pin(i).kind}`),
          ),
        ),
      ),
    ),
  );
  return [
    h("div.sw-scroll.scroll", { role: "group", tabindex: "-1", "aria-label": label }, table),
    rows.length > MOST_ROWS &&
      h("p.mute", t("and {n} more, in the CSV", { n: integer(rows.length - MOST_ROWS) })),
  ];
}

/**
 * The first of a group has its gap.
 * @param {Head} head @param {boolean} isFirst
 */
function widthOf(head, isFirst) {
  const { letters = 0, holdsSums = false } = typeof head === "string" ? {} : head;
  return Math.max(LEAST, CHARACTER * letters) + (isFirst ? GAP : 0) + (holdsSums ? MORE : 0);
}

/** Whether names are longer than a column is wide. @param {Head[]} heads */
const isTall = (heads) =>
  heads.some((head) => typeof head === "string" && head.length > Math.max(LETTERS, LINE / heads.length));

/** @param {Cell} cell @param {string} first */
const cellOf = ({ text, says, kind = "", style, here, run }, first) =>
  h(
    "td",
    {
      class: `${kind} ${first} ${run ? "opens" : ""}`,
      role: "gridcell",
      tabindex: "-1",
      "aria-label": says,
      "aria-selected": here ? "true" : null,
      title: says,
      style,
      onclick: run,
    },
    text,
  );
