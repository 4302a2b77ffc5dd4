// Expectations: how many hold, next to the pods in the header; behind it their list (list.js).

import { atom, effect } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { later } from "../../../lib/later.js";
import { ask } from "../core/data.js";
import { boot, log, run } from "../core/state.js";

/** @import { ExpectationsOut } from "../../../types/api.js" */
/** @import { ExpectationResult } from "../../../types/engine.js" */
/** @import { RunLog } from "../../../model/log.js" */
/** @import { Run } from "../core/state.js" */
/** @import { Editing } from "./list.js" */

const drawList = later(async () => (await import("./list.js")).drawList);

/** Expects what the page shows. */
export const expectThis = later(async () => (await import("./list.js")).expectThis);

/** The results of the run's expectations; empty before it is finished. */
export const expectations = atom(/** @type {ExpectationResult[]} */ ([]));

/** @param {HTMLElement} before the chip stands behind this element @param {Editing} editor */
export function mountExpectations(before, editor) {
  const chip = h("button.chip.expect-chip", {
    id: "expectations",
    "aria-haspopup": "dialog",
    "aria-expanded": "false",
    hidden: true,
  });
  const panel = h("div.menu.expect-panel", {
    popover: "auto",
    role: "dialog",
    "aria-label": t("Expectations"),
  });
  before.after(chip);
  document.body.append(panel);
  chip.addEventListener("click", () => panel.togglePopover());
  panel.addEventListener("toggle", async (event) => {
    const open = event.newState === "open";
    chip.setAttribute("aria-expanded", String(open));
    if (!open) return;
    await drawList(panel, expectations.get(), editor);
    place(panel, chip);
    panel.querySelector("button")?.focus();
  });
  effect(() => load(run.get(), log.get()));
  effect(() => {
    const list = expectations.get();
    const { finished } = log.get();
    chip.hidden = !list.length && !(boot.kind === "draft" && finished);
    const failing = list.filter((expectation) => expectation.holds === false).length;
    chip.classList.toggle("ok", list.length > 0 && !failing);
    chip.classList.toggle("error", failing > 0);
    replace(chip, icon(failing ? "x" : "check", "ic ic-12"), h("span", summaryOf(list)));
  });
}

/** @param {ExpectationResult[]} list */
function summaryOf(list) {
  if (!list.length) return summaryWords(list);
  return [
    h("span.w-5", summaryWords(list)),
    h(
      "span.w-0",
      `${list.filter((expectation) => expectation.holds).length}/${list.length}`,
      h("span.vh", ": ", summaryWords(list)),
    ),
  ];
}

/** @param {ExpectationResult[]} list */
function summaryWords(list) {
  if (!list.length) return t("Expect");
  const held = list.filter((expectation) => expectation.holds).length;
  return tn("{held} of {n} expectation holds", "{held} of {n} expectations hold", list.length, { held });
}

/** @param {Run | null} finishedRun @param {RunLog} log */
async function load(finishedRun, { finished }) {
  if (!finishedRun || !finished) return expectations.set([]);
  /** @type {ExpectationsOut} */
  const answer = await ask(`/runs/${finishedRun.id}/expectations`).catch(() => ({ expectations: [] }));
  if (run.get()?.id === finishedRun.id) expectations.set(answer.expectations);
}

/** @param {HTMLElement} panel @param {HTMLElement} chip */
function place(panel, chip) {
  const at = chip.getBoundingClientRect();
  panel.style.position = "fixed";
  panel.style.inset = "auto";
  panel.style.top = `${at.bottom + 6}px`;
  panel.style.left = `${Math.max(8, Math.min(at.left, innerWidth - panel.offsetWidth - 8))}px`;
}
