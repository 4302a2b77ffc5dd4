// The page Lint: what the text already says, at its lines, as a list, and as CI prints it.

import { effect, watch } from "../../lib/atoms.js";
import { $, $$, h, replace, typingIn } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { mountCi } from "./ci.js";
import { code, step } from "./code.js";
import { lint } from "./data.js";
import { head } from "./head.js";
import { fixButton, list } from "./list.js";
import { choose, chosen, findings } from "./state.js";

effect(() => redraw($("#head"), head()));
effect(() => redraw($("#list"), list()));
effect(() => redraw($("#code"), code()));
effect(() => redraw($("#bar"), bar()));
let hasScrolled = false;
watch([chosen, findings], () => {
  // the page stays where it is when it opens, and on narrow screens, where list and source stand below each
  // other
  if (hasScrolled && matchMedia("(min-width: 1180px)").matches)
    for (const pane of ["#code", "#list"]) $$(`${pane} .cur`).at(0)?.scrollIntoView({ block: "nearest" });
  hasScrolled ||= findings.get().length > 0;
});
mountCi($("#ci"));
addEventListener("keydown", keys);
lint();

/**
 * Draws anew; the focus stays on the button with the same words.
 * @param {HTMLElement} element @param {import("../../lib/dom.js").Child} content
 */
function redraw(element, content) {
  const focused = document.activeElement;
  const at =
    focused && element.contains(focused)
      ? $$("button", element).indexOf(/** @type {HTMLButtonElement} */ (focused))
      : -1;
  replace(element, content);
  if (at >= 0) ($$("button", element)[at] ?? $("#main")).focus({ preventScroll: true });
}

/** The bar of a phone: the one main action. */
function bar() {
  const listed = findings.get();
  const at = chosen.get();
  if (!listed.length) return null;
  return [
    step("left", t("Previous finding (Shift+F8)"), at - 1),
    step("right", t("Next finding (F8)"), at + 1),
    h("span.grow", t("finding {n} of {of}", { n: at + 1, of: listed.length })),
    fixButton(listed[at], true),
  ];
}

/** @param {KeyboardEvent} event */
function keys(event) {
  const count = findings.get().length;
  if (event.key !== "F8" || !count || typingIn(event.target)) return;
  event.preventDefault();
  choose((chosen.get() + (event.shiftKey ? -1 : 1) + count) % count);
}
