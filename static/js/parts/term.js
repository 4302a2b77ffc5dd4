// A word that explains itself: on hover, on focus and on a tap. One listener shows the card, wherever the
// word stands (pages/glossary/card.js). Controls that do something else when pressed get `data-term` alone.

import { h } from "../lib/dom.js";
import { termOf, wordsIn } from "../model/glossary.js";

/** @import { Child } from "../lib/dom.js" */

/**
 * `term("globalMinimum")`, `term("maxSkew", "maxSkew 1")`: a word in running text, a heading or a cell that
 * is no button itself. A word that the glossary lacks stays plain.
 * @param {string} id of webui/ground/glossary/terms.yaml; plugins, points and fields have their name
 * @param {Child} [content] what is read; the name of the term without it
 * @returns {HTMLElement}
 */
export function term(id, content) {
  const known = termOf(id);
  if (!known) return h("span", content ?? id);
  return h("button.term", { "aria-expanded": "false", dataset: { term: id } }, content ?? known.name);
}

/**
 * The same inside a button or a link, which explains its word on hover and on focus:
 * `h("button", {dataset: {term: "Filter"}}, termWord("Filter"))`.
 * @param {string} id @param {Child} [content]
 */
export const termWord = (id, content) =>
  h("span", { class: termOf(id) ? "term-word" : null }, content ?? termOf(id)?.name ?? id);

/**
 * A sentence whose words explain themselves, each where it occurs first.
 * @param {string} sentence @param {Set<string>} [before] the words that the panel has explained already
 * @returns {Child[]}
 */
export const explained = (sentence, before = new Set()) =>
  wordsIn(sentence).map(({ text, id }) => {
    if (!id || before.has(id)) return text;
    before.add(id);
    return term(id, text);
  });
