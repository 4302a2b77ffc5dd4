// The ways in: each has a button above and its own part of the door.

import { $, $$ } from "../../lib/dom.js";
import { copyText } from "../../lib/clipboard.js";
import { t } from "../../lib/i18n.js";

/** @param {HTMLElement} box */
export function setUpWays(box) {
  for (const button of $$("[data-way]", box))
    button.addEventListener("click", () => showWay(box, button.dataset.way ?? ""));
}

/** @param {HTMLElement} box @param {string} way */
export function showWay(box, way) {
  for (const button of $$("[data-way]", box))
    button.setAttribute("aria-pressed", String(button.dataset.way === way));
  for (const part of $$(".way", box)) part.hidden = part.id !== `way-${way}`;
}

/** The command, with the objects of devices and of Kueue or without. @param {HTMLElement} part */
export function setUpCommand(part) {
  for (const toggle of $$("[data-toggles]", part))
    toggle.addEventListener("click", () => {
      const on = toggle.getAttribute("aria-checked") !== "true";
      toggle.setAttribute("aria-checked", String(on));
      $(`[data-with="${toggle.dataset.toggles}"]`, part).hidden = !on;
    });
  $("#copy-command", part).addEventListener("click", () =>
    copyText($("code", part).innerText, t("The command")),
  );
}
