// A number that opens: a button that names the fact behind it. Wherever it stands, one listener opens it in
// the Why pane.

import { h } from "../lib/dom.js";
import { decimal, labelled } from "../lib/format.js";
import { t } from "../lib/i18n.js";

/** @import { Child } from "../lib/dom.js" */

/**
 * @param {Child} content what is read: a number, a name
 * @param {string | null | undefined} fact "kind:argument:…", one of FACTS; null leaves it plain
 * @param {{class?: string, title?: string, tabindex?: string, "aria-label"?: string}} [attrs]
 * @param {string} [meaning] of a number, for those who hear it alone: "counted in zoneA"
 */
export function factLink(content, fact, attrs = {}, meaning = "") {
  if (typeof content === "number") content = decimal(content);
  if (!fact) return content;
  const link = h(
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
  if (meaning) nameNumber(link, meaning);
  return link;
}

/**
 * Names a button that shows nothing but a number: "counted in zoneA: 2".
 * @param {Element} button @param {string} meaning
 */
export function nameNumber(button, meaning) {
  const number = button.textContent ?? "";
  if (meaning && !/\p{L}/u.test(number) && !button.hasAttribute("aria-label"))
    button.setAttribute("aria-label", labelled(meaning, number));
}

/** The name of a fact. @param {...(string | number)} parts */
export const named = (...parts) => parts.join(":");
