// The signs of the states of a cell.

import { t } from "./i18n.js";

/** The eight cell states of the matrix: glyph, class and word (the word goes into every accessible name). */
export const GLYPHS = {
  pass: { icon: "pass", class: "g g-pass", word: t("passes") },
  rejected: { icon: "rej", class: "g g-rej", word: t("rejected") },
  unresolvable: { icon: "unres", class: "g g-unres", word: t("rejected, cannot be resolved by preemption") },
  skipped: { icon: "skip", class: "g g-mute", word: t("plugin skipped") },
  unreached: { icon: "nr", class: "g g-mute", word: t("not reached") },
  outside: { icon: "out", class: "g g-mute", word: t("outside PreFilter's nodes") },
  unevaluated: { icon: "ne", class: "g g-mute", word: t("not evaluated") },
  error: { icon: "err", class: "g g-err", word: t("error") },
};
