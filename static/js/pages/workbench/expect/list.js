// The list of expectations, each with the step that shows it; and on a draft the way to expect what the page
// shows.

import { h, replace } from "../../../lib/dom.js";
import { phrase, t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { toast } from "../../../lib/toast.js";
import { go, goRun } from "../core/actions.js";
import { context } from "../core/context.js";
import { boot, log } from "../core/state.js";
import { isPoint } from "../../../model/points.js";
import { factOf, shortOf, withFact } from "./facts.js";

/** @import { ExpectationResult, WhereFields } from "../../../types/engine.js" */

/** @typedef {{change: (edit: (source: string) => string) => Promise<void>}} Editing of the draft's text */

/** @param {HTMLElement} panel @param {ExpectationResult[]} list @param {Editing} editor */
export function drawList(panel, list, editor) {
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
          t("No expectations yet. Expectations are checked in every run and shared with its link."),
        ),
    boot.kind === "draft" ? adder(editor, close) : null,
  );
}

/** @type {Record<string, [kind: string, sign: string]>} */
const STATE = { true: ["ok", "check"], false: ["error", "x"], null: ["", "dot"] };

/** @param {ExpectationResult} expectation @param {() => void} close */
function item({ said, holds, found, where }, close) {
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
      h("span.mono.t12.block", phrase(said)),
      holds
        ? null
        : h("span", { class: `t12 block ${kind}-ink` }, t("actual: {actual}", { actual: phrase(found) })),
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
    h("p.t12", h("span.mute", t("This step: ")), h("span.mono", shortOf(fact))),
    h("button.btn", { onclick: add }, icon("plus"), t("Expect this")),
  );
}

/** Adds the current fact to the draft's expectations. @param {Editing} editor */
export async function expectThis(editor) {
  const now = context.get();
  const fact = now ? factOf(now) : null;
  if (!fact) return toast(t("This step has nothing that can be expected"));
  await editor.change((source) => withFact(source, fact));
  toast(t("Expected: {fact}. The next run checks it.", { fact: shortOf(fact) }));
}
