// A list of thousands of rows of one height, of which only those in sight exist. One tab stop: arrows move,
// Enter chooses.

import { around, h, replace } from "./dom.js";
import { virtualRows } from "./virtualrows.js";

/** Pixels; the same as in workbench-run.css. */
const HEIGHT = { phone: 44, pane: 28 };

/**
 * @typedef {import("./dom.js").Child} Child
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.id of the rows, before their number
 * @param {() => boolean} options.phone there the page scrolls, elsewhere the pane
 * @param {(index: number) => Child} options.row its cells
 * @param {(index: number) => string} options.says the same in words
 * @param {(index: number) => void} options.choose
 * @param {() => number} options.current the row that the page is about, or −1
 * @returns {{element: HTMLElement, show: (count: number) => void}}
 */
export function rowList({ label, id, phone, row, says, choose, current }) {
  const rowHeight = () => (phone() ? HEIGHT.phone : HEIGHT.pane);
  const scroller = () => (phone() ? null : element.closest(".pane-b"));
  const element = h("div.vlist", { role: "listbox", tabindex: "0", "aria-label": label });
  let count = 0;
  let cursor = -1;
  let following = false;

  /** @param {number} from @param {number} to */
  function draw(from, to) {
    const here = current();
    const drawn = [];
    for (let i = from; i < to; i++) drawn.push(item(i, i === here));
    replace(element, drawn);
    if (cursor >= 0) element.setAttribute("aria-activedescendant", `${id}-${cursor}`);
  }

  /** @param {number} i @param {boolean} here */
  const item = (i, here) =>
    h(
      "div",
      {
        class: `vrow${here ? " cur" : ""}${i === cursor ? " at" : ""}`,
        role: "option",
        id: `${id}-${i}`,
        "aria-selected": String(here),
        "aria-setsize": count,
        "aria-posinset": i + 1,
        "aria-label": says(i),
        dataset: { row: i },
        style: { top: `${i * rowHeight()}px` },
      },
      row(i),
    );

  const rows = virtualRows({ element, scroller, count: () => count, height: rowHeight, draw });

  /** @param {number} index */
  function moveTo(index) {
    if (!count) return;
    cursor = Math.max(0, Math.min(count - 1, index));
    rows.reveal(cursor);
    rows.refresh();
    document.getElementById(`${id}-${cursor}`)?.scrollIntoView({ block: "nearest" });
  }

  element.addEventListener("click", (event) => {
    const chosen = around(event, "[data-row]");
    if (chosen) choose(Number(chosen.dataset.row));
  });
  element.addEventListener(
    "focus",
    () => element.matches(":focus-visible") && cursor < 0 && moveTo(Math.max(0, current())),
  );
  element.addEventListener("keydown", (event) => {
    const page = Math.max(1, Math.floor((scroller()?.clientHeight ?? innerHeight) / rowHeight()) - 1);
    const to = new Map([
      ["ArrowDown", cursor + 1],
      ["ArrowUp", cursor - 1],
      ["PageDown", cursor + page],
      ["PageUp", cursor - page],
      ["Home", 0],
      ["End", count - 1],
    ]).get(event.key);
    if (to !== undefined) moveTo(to);
    else if ((event.key === "Enter" || event.key === " ") && cursor >= 0) choose(cursor);
    else return;
    event.preventDefault();
  });
  return {
    element,
    show(now) {
      count = now;
      if (cursor >= count) cursor = -1;
      element.style.height = `${count * rowHeight()}px`;
      if (!following) requestAnimationFrame(() => element.isConnected && rows.follow());
      following = true;
      rows.refresh();
    },
  };
}
