// What a moment is called before it is there, for whoever presents it.

import { t } from "../../lib/i18n.js";

/** @param {string} kind @param {string} before the kind of the moment before */
export function nameOf(kind, before) {
  if (before === "guess") return t("The answer beside the guesses");
  if (kind === "handles") return t("The numbers to change");
  return kind === "keep" ? t("The sentence to keep") : t("The next caption");
}
