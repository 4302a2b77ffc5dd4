// Which lessons are kept, and what the reader guessed: in this browser, for nobody else.

import { storeJson, storedJson } from "../../lib/stored.js";

const KEY = "schedscope.lessons";

/** @typedef {{kept: string[], guesses: Record<string, string[]>}} Progress */

export const progress = () => progressIn(storedJson(KEY));

/** What holds of it, whatever a browser has stored. @param {any} read @returns {Progress} */
export const progressIn = (read) => ({
  kept: Array.isArray(read?.kept) ? read.kept.filter(isText) : [],
  guesses: isRecord(read?.guesses) ? read.guesses : {},
});

/** @param {string} slug */
export const keep = (slug) =>
  write((was) => ({ ...was, kept: [...was.kept.filter((other) => other !== slug), slug] }));

/** @param {string} slug @param {string[]} guess */
export const rememberGuess = (slug, guess) =>
  write((was) => ({ ...was, guesses: { ...was.guesses, [slug]: guess } }));

/**
 * The lesson to go on with: the first of the path that is not kept; null when all are.
 * @param {string[]} path @param {string[]} finished
 */
export const nextOf = (path, finished) => path.find((slug) => !finished.includes(slug)) ?? null;

/** @param {(was: Progress) => Progress} change */
const write = (change) => storeJson(KEY, change(progress()));

/** @param {unknown} value @returns {value is string} */
const isText = (value) => typeof value === "string";

/** @param {unknown} value */
const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
