// The colours and fonts of the page, for drawing: its design tokens, read once a theme.

import { currentTheme, theme, token } from "../../../lib/theme.js";

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
  repels: "--div-n3",
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
};

/** @type {Ink | null} */
let cached = null;
theme.subscribe(() => (cached = null));

export const inks = () =>
  (cached ??= /** @type {Ink} */ ({
    ...Object.fromEntries(Object.entries(TOKENS).map(([key, name]) => [key, token(name)])),
    dark: currentTheme() === "dark",
  }));

const SEQUENTIAL = /** @type {const} */ (["seq0", "seq1", "seq2", "seq3", "seq4", "seq5"]);

/** The colour of a level from 0 to 1. @param {Ink} ink @param {number} level */
export const levelInk = (ink, level) => ink[SEQUENTIAL[Math.round(level * 5)]];
