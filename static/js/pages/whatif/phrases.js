// What changes and facts say, in the reader's language; Kubernetes' names and the scheduler's messages stay.

import { sentence } from "../../lib/i18n.js";
import { WORDING } from "../../wording/whatif.js";

/** @import { PhraseForm } from "../../types/engine.js" */

/**
 * The sentence in the reader's language; the text where a former version of the engine gave another
 * phrase, or none.
 * @param {{text: string, phrase?: PhraseForm}} said
 */
export const sentenceOf = ({ text, phrase }) => (phrase ? (spelled(phrase) ?? text) : text);

/** @param {PhraseForm} phrase @returns {string | undefined} */
function spelled({ kind, operands }) {
  const template = WORDING[kind];
  if (!template || (Array.isArray(template) && !operands.n)) return undefined;
  const texts = Object.entries(operands).map(([name, value]) => [
    name,
    typeof value === "string" ? value : value.map((part) => spelled(part) ?? "").join(", "),
  ]);
  return sentence(template, Object.fromEntries(texts));
}
