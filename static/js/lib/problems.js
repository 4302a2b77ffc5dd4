// The server's errors as a list: path, what is expected and how to fix it, and a way to the line.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";

/** @typedef {{path: string, message: string, line?: number | null, object?: string}} Problem */

const MAX_LISTED = 20;

/**
 * @param {Problem[]} errors
 * @param {{goToLine?: (line: number) => void}} [options]
 * @returns {HTMLUListElement}
 */
export function problemList(errors, { goToLine } = {}) {
  const list = h(
    "ul.problems",
    errors.slice(0, MAX_LISTED).map((error) => item(error, goToLine)),
  );
  if (errors.length > MAX_LISTED)
    list.append(h("li.more", t("and {n} more", { n: errors.length - MAX_LISTED })));
  return list;
}

/** @param {Problem} error @param {((line: number) => void) | undefined} goToLine */
function item(error, goToLine) {
  const { line } = error;
  return h(
    "li",
    icon("warn"),
    h(
      "span.grow",
      error.object && h("span.mute", `${error.object} `),
      error.path && h("code", error.path),
      error.message,
    ),
    line && goToLine && h("button.btn", { onclick: () => goToLine(line) }, t("Line {line}", { line })),
  );
}
