// Try beside a change: it tries at once, says so, and takes it back.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { goToStrip, isKeyboard } from "./strip.js";
import { endOf, isTried, trial, tryOut, undo } from "./trial.js";

/** @import { Change } from "./trial.js" */

/** @param {Change} change @param {string} [kind] classes of the button */
export function tryButton(change, kind = "btn") {
  const { key, changes } = change;
  const what = changes.join(" + ");
  if (!isTried(key))
    return h(
      "button",
      {
        class: kind,
        dataset: { try: key },
        "aria-label": t("Try: {change}", { change: what }),
        onclick: ({ detail }) => {
          tryOut(change);
          if (isKeyboard(detail)) goToStrip();
        },
      },
      t("Try"),
    );
  if (endOf(trial.get()))
    return h(
      "button",
      {
        class: kind,
        dataset: { try: key },
        "aria-label": t("Undo: {change}", { change: what }),
        onclick: undo,
      },
      icon("undo"),
      t("Undo"),
    );
  return h("button", { class: kind, dataset: { try: key }, "aria-disabled": "true" }, t("Trying…"));
}
