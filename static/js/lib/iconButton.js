// A button with an icon, and its label as tooltip.

import { icon } from "./icon.js";
import { h } from "./view.js";

/** @param {string} name of the icon @param {string} label @param {() => void} action */
export const iconButton = (name, label, action, kind = "btn bare icon") =>
  h("button", { class: kind, "aria-label": label, title: label, onclick: action }, icon(name));
