// What comes next on the page, for whoever presents it: the others see it when it is there.

import { atom } from "./atoms.js";

/** @typedef {{about: string, text: string}} Ahead what it is, and what it says */

/** By what of the page has it. */
export const ahead = atom(/** @type {Record<string, Ahead | null>} */ ({}));

/** @param {string} who @param {Ahead | null} next null after the last */
export const comesNext = (who, next) => ahead.update((all) => ({ ...all, [who]: next }));
