// Rows of one height in any number: only those in sight exist, and some around them. The caller draws the
// rows and the space of the others.

const AROUND = 24; // rows made above and below what is in sight

/**
 * @typedef {object} VirtualRows
 * @property {(from: number, to: number) => void} make these rows, `to` not included, as far as there are so
 *   many
 * @property {() => void} refresh makes those in sight anew
 * @property {() => void} follow makes those in sight now and whenever somebody scrolls, until the element
 *   leaves the page
 * @property {(index: number, covered?: number) => void} reveal brings a row into sight, which begins so many
 *   pixels down
 */

/**
 * @param {object} options
 * @param {HTMLElement} options.element begins where row 0 does
 * @param {() => Element | null} options.scroller what the rows scroll in; null: the page
 * @param {() => number} options.count
 * @param {() => number} options.height of a row, in pixels
 * @param {(from: number, to: number) => void} options.draw puts these rows into the page in place of all
 *   others
 * @returns {VirtualRows}
 */
export function virtualRows({ element, scroller, count, height, draw }) {
  let [from, to] = [0, 0];

  /** @type {VirtualRows["make"]} */
  function make(first, last) {
    from = Math.max(0, first);
    to = Math.min(count(), last);
    draw(from, to);
  }

  // Where row 0 begins in the scroller's window, and how high that is.
  function sight() {
    const pane = scroller();
    const top = element.getBoundingClientRect().top - (pane ? pane.getBoundingClientRect().top : 0);
    return { top, tall: pane ? pane.clientHeight : innerHeight };
  }

  function inSight() {
    const { top, tall } = sight();
    return [Math.max(0, Math.floor(-top / height())), Math.min(count(), Math.ceil((tall - top) / height()))];
  }

  function refresh() {
    const [first, last] = inSight();
    make(first - AROUND, last + AROUND);
  }

  function complete() {
    const [first, last] = inSight();
    if (first < from || last > to) make(first - AROUND, last + AROUND);
  }

  /** @param {Event} event */
  function scrolled({ target }) {
    if (!element.isConnected) removeEventListener("scroll", scrolled, { capture: true });
    else if (target === (scroller() ?? document)) complete();
  }

  function follow() {
    addEventListener("scroll", scrolled, { capture: true, passive: true });
    complete();
  }

  /** @type {VirtualRows["reveal"]} */
  function reveal(index, covered = 0) {
    const { top, tall } = sight();
    const [above, below] = [top + index * height() - covered, top + (index + 1) * height() - tall];
    const by = above < 0 ? above : Math.max(0, below);
    const moved = scroller() ?? document.scrollingElement;
    if (by && moved) moved.scrollTop += by;
    complete();
    if (index < from || index >= to) make(index - AROUND, index + AROUND);
  }

  return { make, refresh, follow, reveal };
}
