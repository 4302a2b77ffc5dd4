// What explanations are made of: headings, marks, the pods and label clauses behind a number. No state: the
// panels listen.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { glyph } from "../lib/icons.js";
import { factLink, named } from "./factLink.js";

/** @import { Child } from "../lib/dom.js" */
/** @import { Fold } from "../model/fold.js" */
/** @import { LabelRequirement } from "../types/engine.js" */

/** @param {...Child} children */
export const sec = (...children) => h("section.sec", ...children);
/** @param {Child} text @param {...Child} more */
export const title = (text, ...more) => h("h3", text, ...more);
/** @param {Child} text */
export const muted = (text) => h("span.mute", text);
/** @param {Child} text */
export const mono = (text) => h("span.mono", text);
/** @param {boolean} ok */
export const mark = (ok) => glyph(ok ? "pass" : "rejected");

/** A line that begins with its verdict. @param {boolean} ok @param {...Child} content */
export const line = (ok, ...content) => h("p.row.top-row", mark(ok), ...content);

/** @param {boolean} ok @param {Child} text */
export const verdict = (ok, text) => h("span", { class: `chip ${ok ? "pass" : "reject"}` }, mark(ok), text);

const LISTED = 12;

/**
 * The pods that an operand was counted from, each with its node, which the pane selects.
 * @param {string[] | undefined} pods @param {Fold | null} fold
 * @param {{word?: string, id?: string}} [options]
 */
export function podTable(pods, fold, { word = t("counted"), id } = {}) {
  if (!pods?.length) return null;
  const rows = pods.slice(0, LISTED).map((pod) => {
    const node = fold?.nodeOf.get(pod);
    return h(
      "tr",
      h("td.w-mark", h("i.pod.on", { "aria-hidden": "true" })),
      h(
        "td.cut",
        factLink(pod, named("pod", pod), { class: "mono", title: t("The pod as the scheduler sees it") }),
      ),
      h("td.mono.soft", node ? h("button.link", { dataset: { selects: node } }, node) : "–"),
      h("td.mute", word),
    );
  });
  return h(
    "table.plist",
    { id },
    h(
      "tbody",
      rows,
      pods.length > LISTED
        ? h("tr", h("td.mute", { colspan: 4 }, t("and {n} more", { n: pods.length - LISTED })))
        : null,
    ),
  );
}

/** `key operator [values]` of a label expression. @param {LabelRequirement} expression */
export const expressionText = ({ key, operator, values }) =>
  [key, operator, values?.length ? `[${values.join(", ")}]` : ""].filter(Boolean).join(" ");

/**
 * Clauses of a selector, compared with a node's labels.
 * @param {(LabelRequirement & {actual: string | null, ok: boolean})[]} list
 */
export function expressions(list) {
  return h(
    "table.plist",
    h(
      "tbody",
      list.map((reason) =>
        h(
          "tr",
          h("td.w-mark", mark(reason.ok)),
          h("td.mono.wrap", expressionText(reason)),
          h("td.soft.mono", reason.actual ?? t("no such label")),
        ),
      ),
    ),
  );
}
