// The colours and fonts of the page, for drawing: its design tokens, read once a theme.

import { currentTheme, theme, token } from "../../lib/theme.js";

/** @typedef {keyof typeof TOKENS} Colour or font */
/** @typedef {Record<Colour, string> & {dark: boolean}} Ink */

const TOKENS = {
  surface: "--surface",
  sunken: "--sunken",
  line: "--line",
  line2: "--line-2",
  line3: "--line-3",
  ink: "--ink",
  ink2: "--ink-2",
  ink3: "--ink-3",
  accent: "--accent",
  accentSoft: "--accent-soft",
  accentInk: "--accent-ink",
  accentLine: "--accent-line",
  hatch: "--hatch",
  mute: "--mute",
  hover: "--hover",
  inverse: "--ink-inv",
  pass: "--pass",
  passSoft: "--pass-soft",
  passInk: "--pass-ink",
  reject: "--reject",
  rejectSoft: "--reject-soft",
  rejectInk: "--reject-ink",
  unres: "--unres",
  unresSoft: "--unres-soft",
  unresInk: "--unres-ink",
  error: "--error",
  ui: "--font-ui",
  mono: "--font-mono",
  seq0: "--seq-0",
  seq1: "--seq-1",
  seq2: "--seq-2",
  seq3: "--seq-3",
  seq4: "--seq-4",
  seq5: "--seq-5",
  div0: "--div-0",
  divn1: "--div-n1",
  divn2: "--div-n2",
  divn3: "--div-n3",
  divp1: "--div-p1",
  divp2: "--div-p2",
  divp3: "--div-p3",
};

/** @type {Ink | null} */
let cached = null;
theme.subscribe(() => (cached = null));

/** @returns {Ink} */
export const inks = () =>
  (cached ??= /** @type {Ink} */ ({
    ...Object.fromEntries(Object.entries(TOKENS).map(([key, name]) => [key, token(name)])),
    dark: currentTheme() === "dark",
  }));

const SEQUENTIAL = /** @type {const} */ (["seq0", "seq1", "seq2", "seq3", "seq4", "seq5"]);
const DIVERGING = /** @type {const} */ (["divn3", "divn2", "divn1", "div0", "divp1", "divp2", "divp3"]);

/**
 * The colour of a level: 0..1 on the sequential scale, −1..1 on the diverging one.
 * @param {Ink} ink @param {number} level @param {boolean} diverging
 */
export function levelInk(ink, level, diverging) {
  if (!diverging) return ink[SEQUENTIAL[Math.round(level * 5)]];
  return ink[DIVERGING[Math.round(level * 3) + 3]];
}
