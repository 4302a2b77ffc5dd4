// "group by": any label keys, in the order in which they are chosen. The choice is part of the link.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { icon } from "../../lib/icons.js";
import { groupBy } from "../actions.js";
import { cluster, grouping } from "../state.js";

/** The last part of a label key, which is what people call it. */
export const shortKey = (key) => key.slice(key.indexOf("/") + 1);

/** @returns {HTMLElement} */
export function groupingButton() {
  const text = h("span", { class: "cut" });
  const menu = h("div", { class: "menu group-menu", popover: "auto", id: "group-menu", role: "group", "aria-label": "Label keys to group by" });
  const button = h("button", { type: "button", class: "sel small", popovertarget: "group-menu", "aria-label": "Group nodes by" }, text, icon("down"));
  effect([grouping, cluster], (keys, known) => {
    button.hidden = !known;
    text.textContent = keys.length ? keys.map(shortKey).join(" › ") : "nothing";
    button.title = keys.join(" › ");
    replace(menu, known ? labelKeys(known).map((key) => choice(key, keys)) : null);
  });
  menu.addEventListener("toggle", (event) => event.newState === "open" && place(menu, button));
  return h("span", { class: "row cut" }, h("span", { class: "mute t12" }, "group by"), button, menu);
}

function choice(key, keys) {
  const on = keys.includes(key);
  const change = () => groupBy(on ? keys.filter((each) => each !== key) : [...keys, key]);
  const nth = keys.length > 1 && on ? h("span", { class: "mute" }, keys.indexOf(key) + 1) : null;
  return h("label", { class: "check" }, h("input", { type: "checkbox", checked: on, onchange: change }), h("code", { class: "grow cut" }, key), nth);
}

function labelKeys(known) {
  const all = new Set(known.topology_keys);
  for (const node of known.nodes) for (const key of Object.keys(node.labels)) all.add(key);
  return [...all];
}

function place(menu, button) {
  const at = button.getBoundingClientRect();
  Object.assign(menu.style, { position: "fixed", inset: "auto", top: `${at.bottom + 4}px`, left: `${Math.max(8, Math.min(at.left, innerWidth - menu.offsetWidth - 8))}px` });
}
