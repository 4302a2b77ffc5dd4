// A number that opens: a button that names the fact behind it. Wherever it stands, one listener opens it in
// the Why pane.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @import { Child } from "../lib/dom.js" */

/**
 * @param {Child} content what is read: a number, a name
 * @param {string | null | undefined} fact "kind:argument:…", one of FACTS; null leaves it plain
 * @param {{class?: string, title?: string, tabindex?: string, "aria-label"?: string}} [attrs]
 */
export function factLink(content, fact, attrs = {}) {
  if (!fact) return content;
  return h(
    "button",
    {
      type: "button",
      title: t("Where this comes from"),
      ...attrs,
      class: `opn ${attrs.class ?? ""}`,
      dataset: { why: fact },
    },
    content,
  );
}

/** The name of a fact. @param {...(string | number)} parts */
export const named = (...parts) => parts.join(":");
