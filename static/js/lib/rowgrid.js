// An ARIA grid with any number of rows: only those in sight are in the page, and the one that has the focus. One tab stop;
// arrows, Page keys, Home and End, with Ctrl to the first and last row; the head can be reached from the first row.

import { $$, arrange, around, h } from "./dom.js";
import { whenIdle } from "./frame.js";

const AROUND = 24; // rows kept above and below what is in sight
const FEW = 60; // up to here all are kept
const LOW = 26; // pixels of the lowest rows
const SCROLLER = ".pane-b";

let sight = innerHeight; // of the scroller, when it was asked last: so many rows are made at once, those around them when there is time

/**
 * @template T
 * @param {object} options
 * @param {Record<string, unknown>} options.attrs of the table
 * @param {HTMLElement} [options.columns] its colgroup
 * @param {HTMLTableRowElement[]} options.head rows of the head
 * @param {T[]} options.items
 * @param {(item: T, index: number) => HTMLTableRowElement} options.row its cells are .children; the first is the row's head
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
  /** @type {Map<number, HTMLTableRowElement>} by index */
  const rows = new Map();
  const state = { from: 0, to: 0, height: 28, at: { row: 0, column: 1 } };
  /** @type {Element | null} */
  let scroller = null;

  /** @param {number} index */
  const rowAt = (index) => {
    const before = rows.get(index);
    if (before) return before;
    const made = row(items[index], index);
    made.setAttribute("aria-rowindex", String(index + head.length + 1));
    made.dataset.index = String(index);
    rows.set(index, made);
    return made;
  };

  /** @param {number} from @param {number} to */
  function draw(from, to) {
    state.from = Math.max(0, from);
    state.to = Math.min(items.length, to);
    /** @type {Set<number>} */
    const wanted = new Set();
    for (let i = state.from; i < state.to; i += 1) wanted.add(i);
    const focused = body.contains(document.activeElement) ? state.at.row : -1;
    if (focused >= 0) wanted.add(focused);
    for (const index of [...rows.keys()]) if (!wanted.has(index)) rows.delete(index);
    const parts = [];
    let next = 0;
    for (const index of [...wanted].sort((a, b) => a - b)) {
      if (index > next) parts.push(gap(index - next));
      parts.push(rowAt(index));
      next = index + 1;
    }
    if (next < items.length) parts.push(gap(items.length - next));
    arrange(body, parts);
    settle();
  }

  /** @param {number} count of rows that are not there */
  const gap = (count) =>
    h(
      "tr",
      { class: "gap", "aria-hidden": "true" },
      h("td", { style: { height: `${count * state.height}px` } }),
    );

  function settle() {
    for (const cell of $$('[tabindex="0"]', table)) if (cell.closest("tr")) cell.tabIndex = -1;
    const line = rows.get(state.at.row) ?? rows.get(state.from);
    const target = line && focusable(line, state.at.column);
    if (target) target.tabIndex = 0;
  }

  // What is in sight now; nothing is drawn while it is among what was drawn.
  function follow() {
    if (!table.isConnected) return scroller?.removeEventListener("scroll", follow);
    if (!scroller || items.length <= FEW) return;
    const top = scroller.getBoundingClientRect().top - body.getBoundingClientRect().top;
    const first = Math.floor(top / state.height);
    const last = Math.ceil((top + scroller.clientHeight) / state.height);
    if (first >= state.from && last <= state.to) return;
    if (first < 0 && state.from === 0 && last <= state.to) return;
    draw(first - AROUND, last + AROUND);
  }

  function place() {
    scroller = table.closest(SCROLLER);
    if (!scroller) return;
    sight = scroller.clientHeight || sight; // none while the editor covers it
    if (items.length <= FEW) return draw(0, items.length);
    state.height = pitch() || state.height;
    scroller.addEventListener("scroll", follow, { passive: true });
    draw(0, state.to + AROUND);
    follow();
  }

  // From one row to the next, what is between them included.
  function pitch() {
    const [first, second] = body.querySelectorAll("tr:not(.gap)");
    return second ? second.getBoundingClientRect().top - first.getBoundingClientRect().top : 0;
  }

  /** @param {number} index */
  function show(index) {
    if (!scroller) place();
    if (!scroller || index < 0) return;
    const covered = thead.getBoundingClientRect().height;
    const top =
      body.getBoundingClientRect().top - scroller.getBoundingClientRect().top + index * state.height;
    if (top < covered) scroller.scrollTop += top - covered;
    else if (top + state.height > scroller.clientHeight)
      scroller.scrollTop += top + state.height - scroller.clientHeight;
    follow();
  }

  /** @param {number} row_ those of the head are negative @param {number} column */
  function move(row_, column) {
    const lines = head.length;
    const index = Math.max(-lines, Math.min(items.length - 1, row_));
    if (index >= 0) show(index);
    if (index >= 0 && !rows.has(index)) draw(index - AROUND, index + AROUND);
    const line = index < 0 ? head[lines + index] : rows.get(index);
    const target = line && focusable(line, Math.max(0, Math.min(line.children.length - 1, column)));
    if (!target) return;
    state.at = { row: Math.max(0, index), column };
    settle();
    target.tabIndex = 0;
    target.focus({ preventScroll: index >= 0 });
  }

  table.addEventListener("focusin", (event) => {
    const line = lineOf(event);
    const index = Number(line?.dataset.index ?? -1);
    if (line && index >= 0) state.at = { row: index, column: columnOf(line, event) };
  });
  // a click leaves the focus where it was, so that the arrows go on stepping
  table.addEventListener(
    "mousedown",
    (event) => around(event, '[role="gridcell"]') && event.preventDefault(),
  );
  table.addEventListener("keydown", (event) => {
    const line = lineOf(event);
    if (!line || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.key === "Enter" || event.key === " ") {
      const target = around(event, "*");
      if (target instanceof HTMLButtonElement) return;
      target?.click();
    } else {
      const lines = head.indexOf(line);
      const next = step(
        event,
        lines < 0 ? Number(line.dataset.index) : lines - head.length,
        columnOf(line, event),
        line.children.length - 1,
        items.length - 1,
      );
      if (!next) return;
      move(...next);
    }
    event.preventDefault();
    event.stopPropagation();
  });

  draw(0, Math.ceil(sight / LOW));
  whenIdle(() => scroller || place());
  return { table, show };
}

/** @param {Event} event @returns {HTMLTableRowElement | null} */
const lineOf = (event) => around(event, "tr");

/** @param {HTMLTableRowElement} line @param {Event} event in it */
const columnOf = (line, { target }) =>
  [...line.children].findIndex((cell) => target instanceof Node && cell.contains(target));

/**
 * What takes the focus in a cell: its button, or the cell.
 * @param {HTMLTableRowElement} line @param {number} column
 */
function focusable(line, column) {
  const cell = line.cells[column];
  if (!cell) return null;
  const button = cell.querySelector("button");
  const target = button ?? cell;
  if (target.tabIndex !== 0) target.tabIndex = -1;
  return target;
}

/** @type {Record<string, [number, number]>} down, and to the right */
const STEPS = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

/**
 * @param {KeyboardEvent} event @param {number} row @param {number} column
 * @param {number} lastColumn @param {number} lastRow
 * @returns {[row: number, column: number] | null} where a key leads to
 */
function step({ key, ctrlKey }, row, column, lastColumn, lastRow) {
  if (key === "Home") return [ctrlKey ? 0 : row, ctrlKey ? 1 : 0];
  if (key === "End") return [ctrlKey ? lastRow : row, lastColumn];
  const found = STEPS[key];
  return found ? [row + found[0], Math.max(0, Math.min(lastColumn, column + found[1]))] : null;
}
