// What the rules of the linter say, in the reader's language; a rule that is not here in the engine's words.

import { sentence, t } from "../../lib/i18n.js";
import { WORDING } from "../../wording/lint.js";

/** @import { LintFinding } from "../../types/engine.js" */

/** @param {LintFinding} finding */
export const titleOf = ({ rule, title }) => (rule in WORDING ? sentence(WORDING[rule].title) : title);

/** @param {Pick<LintFinding, "rule" | "message" | "operands">} finding */
export const messageOf = ({ rule, message, operands }) =>
  rule in WORDING ? sentence(WORDING[rule].message, operands) : message;

/** @param {LintFinding} finding what its fix does, "" if it has none */
export function fixOf({ rule, fix }) {
  if (!fix) return "";
  return rule in WORDING ? sentence(WORDING[rule].fix, fix.operands) : fix.text;
}

/** @type {Record<string, string>} */
export const SEVERITIES = { error: t("error"), warning: t("warning"), note: t("note") };
