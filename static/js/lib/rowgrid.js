// An ARIA grid with any number of rows: only those in sight are in the page, and the one that has the focus.
// One tab stop; arrows, Page keys, Home and End, with Ctrl to the first and last row; the head can be reached
// from the first row.

import { arrange, around, h } from "./dom.js";
import { whenIdle } from "./frame.js";
import { gridKeys } from "./gridkeys.js";
import { virtualRows } from "./virtualrows.js";

const FEW = 60; // up to this many rows, all stay in the page
const LOW = 26; // pixels of the lowest rows
const USUAL = 28; // pixels of a row, before one was measured
const SCROLLER = ".pane-b";

// The scroller's height when last measured: these rows are made at once, those around them when idle.
let sight = innerHeight;

/**
 * @template T
 * @param {object} options
 * @param {Record<string, unknown>} options.attrs of the table
 * @param {import("./dom.js").Child} [options.columns] its colgroup
 * @param {HTMLTableRowElement[]} options.head rows of the head
 * @param {T[]} options.items
 * @param {(item: T, index: number) => HTMLTableRowElement} options.row its cells are .children; the first is
 *   the row's head
 * @returns {{table: HTMLTableElement, show: (index: number) => void}} `show` brings a row into sight
 */
export function rowGrid({ attrs, columns, head, items, row }) {
  const body = h("tbody", { role: "rowgroup" });
  const thead = h("thead", { role: "rowgroup" }, head);
  const table = h(
    "table",
    { role: "grid", "aria-rowcount": items.length + head.length, ...attrs },
    columns,
    thead,
    body,
  );
  /** @type {Map<number, HTMLTableRowElement>} those that are in the page, by index */
  const lines = new Map();
  /** @type {Element | null} */
  let scroller = null;
  let height = USUAL;
  let at = { row: 0, column: 1 }; // the tab stop
  const rows = virtualRows({
    element: body,
    scroller: () => scroller,
    count: () => items.length,
    height: () => height,
    draw,
  });

  /** @param {number} index */
  function rowAt(index) {
    const line = lines.get(index) ?? row(items[index], index);
    line.setAttribute("aria-rowindex", String(index + head.length + 1));
    line.dataset.index = String(index);
    lines.set(index, line);
    return line;
  }

  /** These rows, and the one that has the focus. @param {number} from @param {number} to */
  function draw(from, to) {
    const indices = new Set();
    for (let i = from; i < to; i += 1) indices.add(i);
    if (body.contains(document.activeElement)) indices.add(at.row);
    for (const index of [...lines.keys()]) if (!indices.has(index)) lines.delete(index);
    const parts = [];
    let next = 0;
    for (const index of [...indices].sort((a, b) => a - b)) {
      if (index > next) parts.push(gap(index - next));
      parts.push(rowAt(index));
      next = index + 1;
    }
    if (next < items.length) parts.push(gap(items.length - next));
    arrange(body, parts);
    settle(from);
  }

  /** @param {number} count */
  const gap = (count) =>
    h("tr.gap", { "aria-hidden": "true" }, h("td", { style: { height: `${count * height}px` } }));

  /** One tab stop: where it was, else in the first of the rows. @param {number} first */
  function settle(first) {
    for (const cell of table.querySelectorAll('[tabindex="0"]'))
      if (cell.closest("tr")) cell.setAttribute("tabindex", "-1");
    const line = lines.get(at.row) ?? lines.get(first);
    const target = line ? focusable(line, at.column) : null;
    if (target) target.tabIndex = 0;
  }

  function place() {
    scroller = table.closest(SCROLLER);
    if (!scroller) return;
    sight = scroller.clientHeight || sight; // none while the editor covers it
    if (items.length <= FEW) return rows.make(0, items.length);
    height = pitch() || height;
    rows.refresh();
    rows.follow();
  }

  // From one row to the next, what is between them included.
  function pitch() {
    const [first, second] = body.querySelectorAll("tr:not(.gap)");
    return second ? second.getBoundingClientRect().top - first.getBoundingClientRect().top : 0;
  }

  /** @param {number} index */
  function show(index) {
    if (!scroller) place();
    if (scroller && index >= 0) rows.reveal(index, thead.getBoundingClientRect().height);
  }

  /** @param {number} index below 0 in the head @param {number} column */
  function move(index, column) {
    if (index >= 0) show(index);
    const line = index < 0 ? head[head.length + index] : lines.get(index);
    const target = line && focusable(line, Math.min(line.children.length - 1, column));
    if (!target) return;
    at = { row: Math.max(0, index), column };
    settle(at.row);
    target.tabIndex = 0;
    target.focus({ preventScroll: index >= 0 });
  }

  table.addEventListener("focusin", (event) => {
    const cell = around(event, "td, th");
    const line = cell?.closest("tr");
    if (cell && line?.dataset.index) at = { row: Number(line.dataset.index), column: columnOf(line, cell) };
  });
  gridKeys(
    table,
    (target) => {
      const line = target.closest("tr");
      if (!line) return null;
      const inHead = head.indexOf(line);
      return {
        row: inHead < 0 ? Number(line.dataset.index) : inHead - head.length,
        column: columnOf(line, target),
        top: -head.length,
        bottom: items.length - 1,
        right: line.children.length - 1,
        home: 1,
      };
    },
    move,
  );

  rows.make(0, Math.ceil(sight / LOW));
  whenIdle(() => scroller || place());
  return { table, show };
}

/** @param {HTMLTableRowElement} line @param {Element} element */
const columnOf = (line, element) => [...line.children].findIndex((cell) => cell.contains(element));

/**
 * What takes the focus in a cell: its button, or the cell.
 * @param {HTMLTableRowElement} line @param {number} column
 */
function focusable(line, column) {
  const cell = line.children[column];
  if (!(cell instanceof HTMLElement)) return null;
  const target = cell.querySelector("button") ?? cell;
  if (target.tabIndex !== 0) target.tabIndex = -1;
  return target;
}
