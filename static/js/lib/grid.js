// Keys inside an ARIA grid: one tab stop, arrows, Home and End, Ctrl+Home and Ctrl+End; Enter picks.

/** @param {HTMLElement} grid with role="grid"; its cells are [role=gridcell] in [role=row] */
export function gridKeys(grid) {
  grid.addEventListener(
    "focusin",
    (event) => event.target.matches?.('[role="gridcell"]') && settle(grid, event.target),
  );
  // a click leaves the focus where it was, so that the arrows go on stepping
  grid.addEventListener(
    "mousedown",
    (event) => event.target.closest('[role="gridcell"]') && event.preventDefault(),
  );
  grid.addEventListener("keydown", (event) => {
    const cell = event.target.closest?.('[role="gridcell"]');
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
  const first = grid.querySelector('[role="gridcell"]');
  if (first) first.tabIndex = 0;
}

function settle(grid, cell) {
  const before = grid.querySelector('[role="gridcell"][tabindex="0"]');
  if (before && before !== cell) before.tabIndex = -1;
  cell.tabIndex = 0;
}

function target(grid, cell, { key, ctrlKey }) {
  const rows = [...grid.querySelectorAll('[role="row"]')].filter((row) =>
    row.querySelector('[role="gridcell"]'),
  );
  const row = cell.closest('[role="row"]');
  const cells = cellsOf(row);
  const x = cells.indexOf(cell);
  const y = rows.indexOf(row);
  const at = (i, j) => (rows[j] ? cellsOf(rows[j])[i] : undefined);
  const last = cells.length - 1;
  if (key === "Home") return ctrlKey ? at(0, 0) : at(0, y);
  if (key === "End") return ctrlKey ? at(last, rows.length - 1) : at(last, y);
  const [dx, dy] = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
    PageUp: [0, -10],
    PageDown: [0, 10],
  }[key] ?? [0, 0];
  if (!dx && !dy) return null;
  return at(Math.max(0, Math.min(last, x + dx)), Math.max(0, Math.min(rows.length - 1, y + dy)));
}

const cellsOf = (row) => [...row.querySelectorAll('[role="gridcell"]')];
