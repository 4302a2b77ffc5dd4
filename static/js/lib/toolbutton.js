// The button of a tool: an icon with its label as tooltip.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** @param {string} name of the icon @param {string} label @param {() => void} action */
export const toolButton = (name, label, action) =>
  h("button.btn.bare.icon", { "aria-label": label, title: label, onclick: action }, icon(name));
