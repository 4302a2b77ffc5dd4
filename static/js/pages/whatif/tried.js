// The repair that is tried in a copy: what came of it, the comparison, and Undo.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { undoTrial } from "./data.js";
import { boot, trial } from "./state.js";
import { outcomeOf } from "./trials.js";

/** @import { Trial } from "./state.js" */

/** @param {HTMLElement} element */
export function mountTried(element) {
  effect([trial], (now) => {
    element.hidden = !now;
    replace(element, now && parts(now));
    if (now?.run) element.querySelector("a")?.focus({ preventScroll: false });
  });
}

/** @param {Trial} tried */
function parts({ changes, copy, run }) {
  return [
    icon("play"),
    h(
      "p.grow",
      h("b", t("Tried in a copy: {changes}.", { changes: changes.join(" + ") })),
      " ",
      run ? outcomeOf(run, boot.run) : t("It runs…"),
    ),
    run && h("a.btn.primary", { href: copy.compare }, icon("diff"), t("Open the difference")),
    h("a.btn", { href: `/w/${copy.scenario}/` }, icon("pencil"), t("Open the copy")),
    h("button.btn", { onclick: undoTrial }, icon("undo"), t("Undo")),
  ];
}
