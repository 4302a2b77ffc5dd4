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
export const sec = (...children) => h("section", { class: "sec" }, ...children);
/** @param {Child} text @param {...Child} more */
export const title = (text, ...more) => h("h3", null, text, ...more);
/** @param {Child} text */
export const muted = (text) => h("span", { class: "mute" }, text);
/** @param {Child} text */
export const mono = (text) => h("span", { class: "mono" }, text);
/** @param {boolean} ok */
export const mark = (ok) => glyph(ok ? "pass" : "rejected");

/** A line that begins with its verdict. @param {boolean} ok @param {...Child} content */
export const line = (ok, ...content) => h("p", { class: "row top-row" }, mark(ok), ...content);

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
      null,
      h("td", { class: "w-mark" }, h("i", { class: "pod on", "aria-hidden": "true" })),
      h(
        "td",
        { class: "cut" },
        factLink(pod, named("pod", pod), { class: "mono", title: t("The pod as the scheduler reads it") }),
      ),
      h(
        "td",
        { class: "mono soft" },
        node ? h("button", { type: "button", class: "link", dataset: { selects: node } }, node) : "–",
      ),
      h("td", { class: "mute" }, word),
    );
  });
  return h(
    "table",
    { class: "plist", id },
    h(
      "tbody",
      null,
      rows,
      pods.length > LISTED
        ? h(
            "tr",
            null,
            h("td", { colspan: 4, class: "mute" }, t("and {n} more", { n: pods.length - LISTED })),
          )
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
    "table",
    { class: "plist" },
    h(
      "tbody",
      null,
      list.map((each) =>
        h(
          "tr",
          null,
          h("td", { class: "w-mark" }, mark(each.ok)),
          h("td", { class: "mono wrap" }, expressionText(each)),
          h("td", { class: "soft mono" }, each.actual ?? t("no such label")),
        ),
      ),
    ),
  );
}
