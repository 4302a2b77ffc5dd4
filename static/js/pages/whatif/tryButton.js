// Try beside a change: it tries at once, says so, and takes it back.

import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { h, island } from "../../lib/view.js";
import { goToStrip, isKeyboard } from "./strip.js";
import { endOf, isTried, trial, tryOut, undo } from "./trial.js";

/** @import { Change } from "./trial.js" */

/** @param {{change: Change, kind?: string}} props `kind`: classes of the button */
export function TryButton({ change, kind = "btn" }) {
  const { key, changes } = change;
  const what = changes.join(" + ");
  const attrs = { class: kind, dataset: { try: key } };
  if (!isTried(key))
    return h(
      "button",
      {
        ...attrs,
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
      { ...attrs, "aria-label": t("Undo: {change}", { change: what }), onclick: undo },
      icon("undo"),
      t("Undo"),
    );
  return h("button", { ...attrs, "aria-disabled": "true" }, t("Trying…"));
}

/** The same within elements of lib/dom.js. @param {Change} change @param {string} [kind] */
export const tryButton = (change, kind) => island(TryButton, { change, kind });
