// Why a node is closed to a pod, whatever runs there, in a few words.

import { t } from "../lib/i18n.js";

/** @import { ClosingReason } from "../types/engine.js" */

/** @type {Record<string, (reason: ClosingReason) => string>} */
const WORDS = {
  NodeAffinity: () => t("labels that it does not match"),
  NodeResourcesFit: () => t("too small even when empty"),
  NodeUnschedulable: () => t("cordoned"),
  TaintToleration: ({ operand }) => t("taint {taint}", { taint: operand }),
};

/** @param {ClosingReason} reason */
const closingText = (reason) => WORDS[reason.plugin]?.(reason) ?? reason.operand;

/** The reasons of several nodes in a row. @param {ClosingReason[]} reasons */
export const closingTexts = (reasons) => reasons.map(closingText).join(", ");
