// Try beside a change in words: a copy of the scenario with it, run; what came of it, the difference, and
// Undo.

import { h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { toast } from "../../lib/toast.js";
import { messageOf, post } from "../../net/api.js";
import { deleteCopy, outcomeOf, runOver } from "./trials.js";

/** @import { RepairTrialOut, RunOut } from "../../types/api.js" */
/** @import { RemedyChange } from "../../types/engine.js" */

/** @typedef {{run: {id: string, placed?: number | null}, pod: string, change: RemedyChange}} Question */

/** @param {Question} question @param {string} words what the change says, for the button's name */
export function tryHere(question, words) {
  const element = h("span.try-here", { "aria-live": "polite" });
  offer(element, question, words);
  return element;
}

/** @param {HTMLElement} element @param {Question} question @param {string} words */
function offer(element, question, words) {
  replace(
    element,
    h(
      "button.btn.small",
      {
        "aria-label": t("Try: {change}", { change: words }),
        title: t("Make this change in a copy, and run the copy"),
        onclick: () => start(element, question, words),
      },
      t("Try"),
    ),
  );
}

/** @param {HTMLElement} element @param {Question} question @param {string} words */
async function start(element, question, words) {
  replace(element, h("span.mute", t("It runs…")));
  try {
    const { run, pod, change } = question;
    const copy = await post(`/runs/${run.id}/changes/try`, { pod, change });
    const [made, former] = await Promise.all([runOver(copy.run), runOver(run.id)]);
    replace(
      element,
      outcome(copy, made, former, () => undo(element, question, words, copy)),
    );
    element.querySelector("a")?.focus();
  } catch (error) {
    offer(element, question, words);
    toast(t("Not tried. {error}", { error: messageOf(error) }));
  }
}

/** @param {RepairTrialOut} copy @param {RunOut} made @param {RunOut} former @param {() => void} onUndo */
const outcome = (copy, made, former, onUndo) => [
  h("span.block", outcomeOf(made, former)),
  h("a.btn.small.primary", { href: copy.compare }, icon("diff"), t("Open the difference")),
  h("button.btn.small", { onclick: onUndo }, icon("undo"), t("Undo")),
];

/**
 * @param {HTMLElement} element @param {Question} question @param {string} words @param {RepairTrialOut} copy
 */
async function undo(element, question, words, copy) {
  offer(element, question, words);
  element.querySelector("button")?.focus();
  await deleteCopy(copy);
}
