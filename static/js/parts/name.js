// A name as short as it may be: what is left out takes no room, but is there for screen readers, for copying,
// and on focus and hover.

import { h } from "../lib/dom.js";
import { isGap } from "../model/names.js";

/**
 * @param {string} name @param {import("../model/names.js").ShortNames} names
 * @param {{focusable?: boolean}} [options] not within a link or a button, which has the focus itself
 */
export function nameElement(name, names, { focusable = false } = {}) {
  return h(
    "span",
    { class: "name mono", title: name, tabindex: focusable ? "0" : null },
    names
      .pieces(name)
      .map(({ text, shown }, i, all) =>
        shown ? text : h("span", { class: isGap(all, i) ? "name-out name-gap" : "name-out" }, text),
      ),
  );
}
