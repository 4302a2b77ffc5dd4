// What the page asks its reader to predict, and what the reader said: for whoever counts it in a room.

import { atom } from "./atoms.js";

/**
 * @typedef {object} Guessed
 * @property {string} about which question of the site it is: the same for all who see it
 * @property {{value: string, label: string}[]} choices
 * @property {string[]} chosen
 */

/** Null while nothing is asked. */
export const guessed = atom(/** @type {Guessed | null} */ (null));
