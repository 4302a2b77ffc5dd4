// Keys inside an ARIA grid: one tab stop, arrows, Home and End, Ctrl+Home and Ctrl+End; Enter picks.

import { $$, around } from "./dom.js";

const CELL = '[role="gridcell"]';

/** @param {HTMLElement} grid with role="grid"; its cells are [role=gridcell] in [role=row] */
export function gridKeys(grid) {
  grid.addEventListener("focusin", (event) => {
    const cell = around(event, CELL);
    if (cell && cell === event.target) settle(grid, cell);
  });
  // a click leaves the focus where it was, so that the arrows go on stepping
  grid.addEventListener("mousedown", (event) => around(event, CELL) && event.preventDefault());
  grid.addEventListener("keydown", (event) => {
    const cell = around(event, CELL);
    if (!cell || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.key === "Enter" || event.key === " ") cell.click();
    else {
      const next = target(grid, cell, event);
      if (!next) return;
      settle(grid, next);
      next.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  });
  const [first] = cellsOf(grid);
  if (first) first.tabIndex = 0;
}

/** @param {HTMLElement} grid @param {HTMLElement} cell */
function settle(grid, cell) {
  const [before] = $$(`${CELL}[tabindex="0"]`, grid);
  if (before && before !== cell) before.tabIndex = -1;
  cell.tabIndex = 0;
}

/** @type {Record<string, [number, number]>} to the right, and down */
const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  PageUp: [0, -10],
  PageDown: [0, 10],
};

/** @param {HTMLElement} grid @param {HTMLElement} cell @param {KeyboardEvent} event @returns {HTMLElement | undefined} */
function target(grid, cell, { key, ctrlKey }) {
  const rows = $$('[role="row"]', grid).filter((row) => row.querySelector(CELL));
  const y = rows.findIndex((row) => row.contains(cell));
  const cells = cellsOf(rows[y]);
  const x = cells.indexOf(cell);
  /** @param {number} i @param {number} j */
  const at = (i, j) => (rows[j] ? cellsOf(rows[j])[i] : undefined);
  const last = cells.length - 1;
  if (key === "Home") return ctrlKey ? at(0, 0) : at(0, y);
  if (key === "End") return ctrlKey ? at(last, rows.length - 1) : at(last, y);
  const [dx, dy] = STEPS[key] ?? [0, 0];
  if (!dx && !dy) return undefined;
  return at(Math.max(0, Math.min(last, x + dx)), Math.max(0, Math.min(rows.length - 1, y + dy)));
}

/** @param {HTMLElement} row @returns {HTMLElement[]} */
const cellsOf = (row) => $$(CELL, row);
