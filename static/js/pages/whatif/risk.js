// The risk of a repair: one word, which opens to its reason.

import { t } from "../../lib/i18n.js";
import { h } from "../../lib/view.js";
import { sentenceOf } from "./phrases.js";
import { RISKS } from "./ranking.js";

/** @import { Repair } from "../../types/engine.js" */

/** In the order of `RISKS`. */
const WORDS = [t("safe"), t("costs money"), t("weakens availability"), t("may lose data")];

/** Answers of former versions have none. @param {Repair} repair */
export function riskOf({ risk, risk_reason: reason }) {
  if (!risk || !reason) return null;
  const level = RISKS.indexOf(risk);
  return h(
    "details",
    { class: `risk risk-${level}`, onclick: (event) => event.stopPropagation() },
    h("summary", WORDS[level]),
    h("span.soft", sentenceOf(reason)),
  );
}
