// Expectations: how many hold, next to the pods in the header; the list behind it, each with the step that
// shows it; and on a draft the way to expect what the page shows.

import { atom, effect } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { toast } from "../../../lib/toast.js";
import { go, goRun } from "../core/actions.js";
import { ask } from "../core/data.js";
import { context } from "../core/context.js";
import { boot, log, run } from "../core/state.js";
import { isPoint } from "../../../model/points.js";
import { factOf, shortOf, withFact } from "./facts.js";

/** @import { ExpectationsOut, RunOut } from "../../../types/api.js" */
/** @import { ExpectationResult, WhereFields } from "../../../types/engine.js" */
/** @import { RunLog } from "../../../model/log.js" */
/** @import { Run } from "../core/state.js" */

/** @typedef {{change: (edit: (source: string) => string) => Promise<void>}} Editing of the draft's text */

/** The results of the run's expectations; empty before it is finished. */
export const expectations = atom(/** @type {ExpectationResult[]} */ ([]));

/**
 * @param {HTMLElement} before the chip stands behind this element
 * @param {Editing} editor
 */
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
  panel.addEventListener("toggle", (event) => {
    const open = event.newState === "open";
    chip.setAttribute("aria-expanded", String(open));
    if (!open) return;
    draw(panel, editor);
    place(panel, chip);
    panel.querySelector("button")?.focus();
  });
  effect([run, log], load);
  effect([expectations, log], (list, { finished }) => {
    chip.hidden = !list.length && !(boot.kind === "draft" && finished);
    const failing = list.filter((expectation) => expectation.holds === false).length;
    chip.classList.toggle("ok", list.length > 0 && !failing);
    chip.classList.toggle("error", failing > 0);
    replace(chip, icon(failing ? "x" : "check", "ic ic-12"), h("span", summaryOf(list)));
    chip.setAttribute("aria-label", summaryWords(list));
  });
}

/** @param {ExpectationResult[]} list */
function summaryOf(list) {
  if (!list.length) return summaryWords(list);
  return [
    h("span.w-5", summaryWords(list)),
    h("span.w-0", `${list.filter((expectation) => expectation.holds).length}/${list.length}`),
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

/** @param {HTMLElement} panel @param {Editing} editor */
function draw(panel, editor) {
  const list = expectations.get();
  const close = () => panel.hidePopover();
  replace(
    panel,
    h("h2.h3", t("Expectations")),
    list.length
      ? h(
          "ul",
          list.map((expectation) => h("li", item(expectation, close))),
        )
      : h(
          "p.soft.t12",
          t("Nothing is expected yet. What you expect is checked in every run and shared with its link."),
        ),
    boot.kind === "draft" ? adder(editor, close) : null,
  );
}

/** @type {Record<string, [kind: string, sign: string]>} */
const STATE = { true: ["ok", "check"], false: ["error", "x"], null: ["", "dot"] };

/** @param {ExpectationResult} expectation @param {() => void} close */
function item({ text, holds, actual, where }, close) {
  const [kind, sign] = STATE[String(holds)];
  const parts = [
    h(
      "span",
      { class: `mark ${kind}` },
      icon(sign, "ic ic-12"),
      h("span.vh", holds ? t("holds: ") : holds === false ? t("fails: ") : t("open: ")),
    ),
    h(
      "span.grow",
      h("span.mono.t12.block", text),
      holds ? null : h("span", { class: `t12 block ${kind}-ink` }, t("actual: {actual}", { actual })),
    ),
  ];
  const open = () => {
    close();
    show(where);
  };
  return h("button.expect-i", { title: t("Show the step"), onclick: open }, parts);
}

/** Facts about the whole cluster lead to the whole run. @param {WhereFields | null} where */
function show(where) {
  if (!where) return goRun();
  const cycle = log
    .get()
    .cycles.find((candidate) => candidate.pod === where.pod && candidate.attempt === where.attempt);
  if (cycle && isPoint(where.point))
    go({ cycle: cycle.index, point: where.point, plugin: where.plugin, node: where.node });
}

/** @param {Editing} editor @param {() => void} close */
function adder(editor, close) {
  const now = context.get();
  const fact = now ? factOf(now) : null;
  if (!fact) return null;
  const add = () => {
    close();
    expectThis(editor);
  };
  return h(
    "div.expect-add",
    h("p.t12", h("span.mute", t("What is shown: ")), h("span.mono", shortOf(fact))),
    h("button.btn", { onclick: add }, icon("plus"), t("Expect this")),
  );
}

/** Adds the current fact to the draft's expectations. @param {Editing} editor */
export async function expectThis(editor) {
  const now = context.get();
  const fact = now ? factOf(now) : null;
  if (!fact) return toast(t("This step shows nothing that can be expected"));
  await editor.change((source) => withFact(source, fact));
  toast(t("Expected: {fact}. The next run checks it.", { fact: shortOf(fact) }));
}

/** @param {HTMLElement} panel @param {HTMLElement} chip */
function place(panel, chip) {
  const at = chip.getBoundingClientRect();
  panel.style.position = "fixed";
  panel.style.inset = "auto";
  panel.style.top = `${at.bottom + 6}px`;
  panel.style.left = `${Math.max(8, Math.min(at.left, innerWidth - panel.offsetWidth - 8))}px`;
}
