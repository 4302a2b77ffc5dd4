// Icons live once, as symbols in the page's sprite (templates/icons.svg).

import { svg } from "./dom.js";

/**
 * @param {string} name of the symbol, without its "i-"
 * @param {string} [className] "ic" (16 px), "ic ic-12", or a verdict glyph: "g g-pass", "g g-rej" …
 */
export function icon(name, className = "ic") {
  return svg("svg", { class: className, "aria-hidden": "true", focusable: "false" }, svg("use", { href: `#i-${name}` }));
}

/** The eight cell states of the matrix: glyph, class and word (the word goes into every accessible name). */
export const GLYPHS = {
  pass: { icon: "pass", class: "g g-pass", word: "passes" },
  rejected: { icon: "rej", class: "g g-rej", word: "rejected" },
  unresolvable: { icon: "unres", class: "g g-unres", word: "rejected, cannot be resolved by preemption" },
  skipped: { icon: "skip", class: "g g-mute", word: "plugin skipped" },
  unreached: { icon: "nr", class: "g g-mute", word: "not reached" },
  outside: { icon: "out", class: "g g-mute", word: "outside PreFilter's nodes" },
  unevaluated: { icon: "ne", class: "g g-mute", word: "not evaluated" },
  error: { icon: "err", class: "g g-err", word: "error" },
};

/** @param {keyof typeof GLYPHS} state */
export const glyph = (state) => icon(GLYPHS[state].icon, GLYPHS[state].class);
