// Keys inside an ARIA grid. One tab stop; arrows and Page keys move, Home and End within the row, with Ctrl
// to the corners; Enter and Space press.

import { around } from "./dom.js";

/**
 * Where the focus is, and how far it may go.
 * @typedef {object} Place
 * @property {number} row
 * @property {number} column
 * @property {number} top the first row; below 0 in a grid whose head takes the focus
 * @property {number} bottom
 * @property {number} right the last column; the first is 0
 * @property {number} home the column of Ctrl+Home: the first that is no head of its row
 */

const CELL = '[role="gridcell"]';
const ROW = '[role="row"]';

const STEPS = new Map([
  ["ArrowLeft", [0, -1]],
  ["ArrowRight", [0, 1]],
  ["ArrowUp", [-1, 0]],
  ["ArrowDown", [1, 0]],
  ["PageUp", [-10, 0]],
  ["PageDown", [10, 0]],
]);

/**
 * @param {Place} place
 * @param {{key: string, ctrlKey: boolean}} event
 * @returns {[number, number] | null} the row and column that a key leads to; null: it leads nowhere
 */
export function leadsTo({ row, column, top, bottom, right, home }, { key, ctrlKey }) {
  if (key === "Home") return ctrlKey ? [0, home] : [row, 0];
  if (key === "End") return [ctrlKey ? bottom : row, right];
  const [down, across] = STEPS.get(key) ?? [0, 0];
  return down || across ? [within(top, row + down, bottom), within(0, column + across, right)] : null;
}

/** @param {number} least @param {number} value @param {number} most */
const within = (least, value, most) => Math.max(least, Math.min(most, value));

/**
 * @param {HTMLElement} grid with role="grid"
 * @param {(target: HTMLElement) => Place | null} placeOf
 * @param {(row: number, column: number) => void} focus
 */
export function gridKeys(grid, placeOf, focus) {
  // a click leaves the focus where it was, so that the arrows go on stepping
  grid.addEventListener("mousedown", (event) => {
    if (around(event, CELL)) event.preventDefault();
  });
  grid.addEventListener("keydown", (event) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || event.altKey || event.metaKey || event.shiftKey) return;
    const place = placeOf(target);
    if (!place) return;
    if (event.key === "Enter" || event.key === " ") {
      if (target.matches("button")) return; // which presses itself
      target.click();
    } else {
      const next = leadsTo(place, event);
      if (!next) return;
      focus(...next);
    }
    event.preventDefault();
    event.stopPropagation();
  });
}

/**
 * The same for a grid whose rows are all there; its cells are [role=gridcell] in [role=row].
 * @param {HTMLElement} grid
 */
export function cellKeys(grid) {
  /** @param {Element} row @returns {HTMLElement[]} */
  const cellsOf = (row) => [...row.querySelectorAll(CELL)].filter((cell) => cell instanceof HTMLElement);
  const rows = () => [...grid.querySelectorAll(ROW)].map(cellsOf).filter((cells) => cells.length);
  /** @param {HTMLElement} cell */
  const settle = (cell) => {
    for (const other of grid.querySelectorAll(`${CELL}[tabindex="0"]`)) other.setAttribute("tabindex", "-1");
    cell.tabIndex = 0;
  };
  gridKeys(
    grid,
    (target) => {
      const all = rows();
      const row = all.findIndex((cells) => cells.includes(target));
      if (row < 0) return null;
      const cells = all[row];
      return {
        row,
        column: cells.indexOf(target),
        top: 0,
        bottom: all.length - 1,
        right: cells.length - 1,
        home: 0,
      };
    },
    (row, column) => {
      const cell = rows()[row][column];
      settle(cell);
      cell.focus();
    },
  );
  grid.addEventListener(
    "focusin",
    ({ target }) => target instanceof HTMLElement && target.matches(CELL) && settle(target),
  );
  keepTabStop(grid);
}

/** Gives a grid a tab stop where it has none: its first cell. @param {HTMLElement} grid */
export function keepTabStop(grid) {
  if (!grid.querySelector(`${CELL}[tabindex="0"]`)) grid.querySelector(CELL)?.setAttribute("tabindex", "0");
}
