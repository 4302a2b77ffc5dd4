// Lines of YAML beside a picture.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** @import { TaskTryOut } from "../../types/api.js" */

/** A line that keeps its indentation where it wraps. @param {string} text @param {string | null} className */
export const codeLine = (text, className) =>
  h("span", { class: className, style: { "--in": text.search(/[^ ]|$/) } }, text.trimStart());

/** What a try changes in the input, if it changes any of it. @param {TaskTryOut["diff"]} diff */
export const diffLines = (diff) =>
  diff.length > 0 &&
  h(
    "pre.code",
    { tabindex: 0, "aria-label": t("What changes") },
    diff.map(({ sign, text }) => codeLine(text, { "+": "add", "-": "del" }[sign] ?? null)),
  );
