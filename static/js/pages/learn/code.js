// Lines of YAML beside a picture.

import { h } from "../../lib/dom.js";

/** A line that keeps its indentation where it wraps. @param {string} text @param {string | null} className */
export const codeLine = (text, className) =>
  h("span", { class: className, style: { "--in": text.search(/[^ ]|$/) } }, text.trimStart());
