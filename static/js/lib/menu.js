// A small menu beside the button that opened it: arrows move, Escape and a click elsewhere close.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * One of several choices is `checked`.
 * @typedef {{label: string, icon?: string, checked?: boolean, run: () => void}} Entry
 */

/**
 * @param {HTMLElement} button
 * @param {Entry[]} entries
 * @param {{title?: string, onClosed?: () => void}} [options] `title` says what the menu is about
 */
export function showMenu(button, entries, { title, onClosed } = {}) {
  const menu = h(
    "div.menu",
    { role: "menu", popover: "auto", "aria-label": title ?? null },
    title && h("p.menu-t.mute.t12.cut", { "aria-hidden": "true", title }, title),
  );
  const items = entries.map((entry) =>
    h(
      "button",
      entry.checked === undefined
        ? { role: "menuitem", onclick: () => choose(entry) }
        : { role: "menuitemradio", "aria-checked": String(entry.checked), onclick: () => choose(entry) },
      (entry.icon || entry.checked) && icon(entry.icon ?? "check"),
      entry.label,
    ),
  );
  menu.append(...items);

  /** @param {Entry} entry */
  const choose = (entry) => {
    menu.hidePopover();
    entry.run();
  };
  menu.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    button.setAttribute("aria-expanded", "false");
    menu.remove();
    onClosed?.();
  });
  menu.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const at = items.findIndex((item) => item === document.activeElement);
    items[(at + step + items.length) % items.length].focus();
  });

  // In the landmark that it belongs to.
  (button.closest("dialog, header, main, aside, footer") ?? document.body).append(menu);
  menu.showPopover();
  place(menu, button);
  button.setAttribute("aria-expanded", "true");
  items[0].focus();
}

/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowUp: -1 };

/** @param {HTMLElement} menu @param {HTMLElement} button */
function place(menu, button) {
  const at = button.getBoundingClientRect();
  const below = at.bottom + 4 + menu.offsetHeight <= innerHeight;
  menu.style.position = "fixed";
  menu.style.inset = "auto";
  const left = at.width
    ? Math.max(8, at.right - menu.offsetWidth)
    : Math.min(at.left, innerWidth - menu.offsetWidth - 8);
  menu.style.left = `${left}px`;
  menu.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - 4 - menu.offsetHeight)}px`;
}
