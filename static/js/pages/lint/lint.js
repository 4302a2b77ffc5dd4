// The page Lint: what the text already says, at its lines, as a list, and as CI prints it.

import { effect, watch } from "../../lib/atoms.js";
import { $, $$, typingIn } from "../../lib/dom.js";
import { afterPaint } from "../../lib/frame.js";
import { h, mount, useFocusInside } from "../../lib/view.js";
import { t } from "../../lib/i18n.js";
import { Ci } from "./ci.js";
import { Code, step } from "./code.js";
import { Head } from "./head.js";
import { fixButton, List } from "./list.js";
import { choose, chosen, findings, lint, report } from "./state.js";

mount($("#head"), Head);
mount($("#list"), List);
mount($("#code"), Code);
mount($("#bar"), Bar);
mount($("#ci"), Ci);
let hasScrolled = false;
watch(
  [chosen, findings],
  () => {
    // the page stays where it is when it opens, and on narrow screens, where list and source stand below each
    // other
    if (hasScrolled && matchMedia("(min-width: 1180px)").matches)
      for (const pane of ["#code", "#list"]) $$(`${pane} .cur`).at(0)?.scrollIntoView({ block: "nearest" });
    hasScrolled ||= findings.get().length > 0;
  },
  afterPaint,
);
effect(() => {
  $("#ci").hidden = !report.get();
});
addEventListener("keydown", keys);
lint();

/** The bar of a phone: the one main action. */
function Bar() {
  useFocusInside($("#bar"));
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
