// A list of thousands of rows of one height, of which only those in sight exist. One tab stop: arrows move, Enter chooses.

import { h, replace } from "./dom.js";

const MARGIN = 12; // rows drawn above and below what is seen

/** Pixels; the same as in workbench-run.css. */
const HEIGHT = { phone: 44, pane: 28 };

/**
 * @param {{label: string, id: string, phone: () => boolean, row: (index: number) => any[], says: (index: number) => string, choose: (index: number) => void, current: () => number}} options
 *   `row` gives the cells of a row, `says` the same in words; on a `phone` the page scrolls, elsewhere the pane
 * @returns {{element: HTMLElement, show: (count: number) => void}}
 */
export function rowList({ label, id, phone, row, says, choose, current }) {
  const rowHeight = () => (phone() ? HEIGHT.phone : HEIGHT.pane);
  const element = h("div", { class: "vlist", role: "listbox", tabindex: "0", "aria-label": label });
  let count = 0;
  let cursor = -1;
  let following = false;

  const draw = () => {
    const [from, to] = inSight();
    const here = current();
    const drawn = [];
    for (let i = from; i < to; i++) drawn.push(item(i, i === here));
    replace(element, drawn);
    if (cursor >= 0) element.setAttribute("aria-activedescendant", `${id}-${cursor}`);
  };
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

  const scroller = () => (phone() ? null : element.closest(".pane-b"));

  function inSight() {
    const pane = scroller();
    const top = (pane ? pane.getBoundingClientRect().top : 0) - element.getBoundingClientRect().top;
    const height = pane ? pane.clientHeight : innerHeight;
    return [
      Math.max(0, Math.floor(top / rowHeight()) - MARGIN),
      Math.min(count, Math.ceil((top + height) / rowHeight()) + MARGIN),
    ];
  }

  function followScrolling() {
    let queued = false;
    const scrolled = () => {
      if (!element.isConnected) return removeEventListener("scroll", scrolled, { capture: true });
      if (!queued) requestAnimationFrame(() => ((queued = false), draw()));
      queued = true;
    };
    addEventListener("scroll", scrolled, { capture: true, passive: true });
  }

  function moveTo(index) {
    if (!count) return;
    cursor = Math.max(0, Math.min(count - 1, index));
    draw();
    document.getElementById(`${id}-${cursor}`)?.scrollIntoView({ block: "nearest" });
    if (!document.getElementById(`${id}-${cursor}`)) jumpTo(cursor);
  }

  // Far away: the row does not exist yet.
  function jumpTo(index) {
    const pane = scroller();
    const by =
      element.getBoundingClientRect().top +
      index * rowHeight() -
      (pane ? pane.getBoundingClientRect().top : 0) -
      rowHeight();
    (pane ?? document.scrollingElement).scrollTop += by;
    draw();
  }

  element.addEventListener("click", (event) => {
    const found = event.target instanceof Element ? event.target.closest("[data-row]") : null;
    if (found) choose(Number(found.dataset.row));
  });
  element.addEventListener(
    "focus",
    () => element.matches(":focus-visible") && cursor < 0 && moveTo(Math.max(0, current())),
  );
  element.addEventListener("keydown", (event) => {
    const page = Math.max(1, Math.floor((scroller()?.clientHeight ?? innerHeight) / rowHeight()) - 1);
    const to = {
      ArrowDown: cursor + 1,
      ArrowUp: cursor - 1,
      PageDown: cursor + page,
      PageUp: cursor - page,
      Home: 0,
      End: count - 1,
    }[event.key];
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
      if (!following) requestAnimationFrame(() => element.isConnected && (followScrolling(), draw()));
      following = true;
      draw();
    },
  };
}
