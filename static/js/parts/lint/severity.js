// The sign of a finding: a shape and a word, never a colour alone.

import { h } from "../../lib/view.js";
import { icon } from "../../lib/icon.js";
import { SEVERITIES } from "./words.js";

/** @type {Record<string, string>} */
const ICONS = { error: "err", warning: "warn", note: "info" };

/** @param {string} severity */
export const severitySign = (severity) =>
  h(
    "span",
    { class: `lint-sign is-${severity}`, title: SEVERITIES[severity] },
    icon(ICONS[severity]),
    h("span.vh", SEVERITIES[severity]),
  );
