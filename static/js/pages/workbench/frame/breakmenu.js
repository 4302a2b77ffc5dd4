// The button and the small menu of breakpoints: what is here, the two conditions, and what is set elsewhere.

import { effect, watch } from "../../../lib/atoms.js";
import { $$, h, replace } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { breakpoints, isSet, nameOf, toggleBreakpoint } from "../core/breakpoints.js";
import { keyName, tooltip } from "../core/commands.js";
import { pointer } from "../core/state.js";

/** @import { Breakpoint } from "../core/breakpoints.js" */
/** @import { Command } from "../core/commands.js" */

/** @type {Partial<Record<Breakpoint["kind"], string>>} */
const KINDS = { plugin: t("plugin"), node: t("node") };

/** @param {Record<string, Command>} byId @returns {{element: HTMLElement, open: () => void}} */
export function breakMenu(byId) {
  const count = h("span.n", { "aria-hidden": "true" });
  const boxes = h("div");
  const menu = h(
    "div.menu.break-menu",
    { popover: "auto", role: "group", id: "break-menu", "aria-label": t("Breakpoints") },
    boxes,
    h("hr"),
    jump(byId["continue-back"]),
    jump(byId.continue),
  );
  const button = h(
    "button.btn",
    { title: tooltip(byId.break), popovertarget: "break-menu" },
    icon("dot"),
    t("Breakpoints"),
    count,
  );
  effect(() => {
    const list = breakpoints.get();
    count.textContent = list.length ? String(list.length) : "";
    button.hidden = !list.length; // a key and the menu open the first
    button.setAttribute(
      "aria-label",
      list.length ? tn("Breakpoints: {n} is set", "Breakpoints: {n} are set", list.length) : t("Breakpoints"),
    );
  });
  const draw = () => replace(boxes, entries());
  watch([breakpoints, pointer], () => menu.matches(":popover-open") && redraw(boxes, draw));
  menu.addEventListener("toggle", (event) => {
    if (event.newState !== "open") return;
    draw();
    place(menu, button);
    menu.querySelector("input")?.focus();
  });
  document.body.append(menu); // the button has no place on a phone, the menu has
  return { element: h("span.breaks.dk", button), open: () => menu.togglePopover() };
}

/**
 * The boxes are made anew; the focus stays on the one that was pressed.
 * @param {HTMLElement} boxes @param {() => void} draw
 */
function redraw(boxes, draw) {
  const focused = $$("input", boxes).findIndex((input) => input === document.activeElement);
  draw();
  if (focused >= 0) $$("input", boxes)[focused]?.focus();
}

function entries() {
  const { plugin, node } = pointer.get() ?? {};
  /** @type {Breakpoint[]} */
  const here = [];
  if (plugin) here.push({ kind: "plugin", name: plugin });
  if (node) here.push({ kind: "node", name: node });
  const elsewhere = breakpoints
    .get()
    .filter(
      (breakpoint) =>
        breakpoint.name &&
        !here.some(({ kind, name }) => kind === breakpoint.kind && name === breakpoint.name),
    );
  /** @type {Breakpoint[]} */
  const conditions = [{ kind: "rejection" }, { kind: "tie" }];
  return [...here, ...elsewhere, ...conditions].map(box);
}

/** @param {Breakpoint} one */
const box = (one) =>
  h(
    "label.check",
    h("input", { type: "checkbox", checked: isSet(one), onchange: () => toggleBreakpoint(one) }),
    h("span.grow.cut", nameOf(one)),
    h("span.mute.t12", KINDS[one.kind] ?? ""),
  );

/** @param {Command} command */
const jump = (command) =>
  h(
    "button",
    { onclick: command.run },
    h("span.grow", command.label),
    command.keys.map((key) => h("kbd.kbd", keyName(key))),
  );

/** @param {HTMLElement} menu @param {HTMLElement} button */
function place(menu, button) {
  const at = button.getBoundingClientRect();
  const visible = at.width > 0;
  Object.assign(menu.style, {
    position: "fixed",
    inset: "auto",
    left: `${Math.max(8, (visible ? at.right : innerWidth - 8) - menu.offsetWidth)}px`,
    top: `${Math.max(8, (visible ? at.top : innerHeight - 64) - 4 - menu.offsetHeight)}px`,
  });
}
