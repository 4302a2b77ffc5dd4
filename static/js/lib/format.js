// Numbers, counts, times and quantities as people read them.

import { language, t } from "./i18n.js";

const integers = new Intl.NumberFormat(language);
const conjunction = new Intl.ListFormat(language, { type: "conjunction" });
const BINARY = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

/** "cpu and memory" @param {string[]} words */
export const listOf = (words) => apart(conjunction.format(words));

/** "cpu 和 memory": Latin words stand apart from Chinese ones. @param {string} text */
const apart = (text) =>
  text.replace(/(\w)(\p{Script=Han})/gu, "$1 $2").replace(/(\p{Script=Han})(\w)/gu, "$1 $2");

/** "4 pods are pending, 2 causes", with the comma of the language. @param {string[]} words */
export const inARow = (...words) => words.reduce((a, b) => t("{a}, {b}", { a, b }));

/** "no decision is a tie; 2 stay pending", with the semicolon of the language. @param {string[]} clauses */
export const inClauses = (...clauses) => clauses.reduce((a, b) => t("{a}; {b}", { a, b }));

/** "Day two: it recovers", with the colon of the language. @param {string} label @param {string} text */
export const labelled = (label, text) => t("{label}: {text}", { label, text });

/** @param {number} value */
export const integer = (value) => integers.format(value);

/**
 * `decimal(4.8283, 3)` → "4.828"; whole numbers stay whole.
 * @param {number} value @param {number} [digits]
 */
export const decimal = (value, digits = 2) =>
  (Number.isInteger(value)
    ? integer(value)
    : value.toLocaleString(language, { maximumFractionDigits: digits })
  )
    .replace(/^-(?=0$)/, "")
    .replace("-", "−");

/** "+3", "−2", "0": for differences, where the sign is always printed. @param {number} value */
export const signed = (value) => (value > 0 ? `+${decimal(value)}` : value < 0 ? `−${decimal(-value)}` : "0");

/**
 * A resource amount in one notation for each unit that the engine names: "0.5", "1.5", "2 GiB", "110".
 * @param {number} value @param {string} [unit]
 */
export function quantity(value, unit) {
  if (unit === "milli") return decimal(value / 1000, 3);
  if (unit === "bytes") return bytes(value);
  return integer(value);
}

/** @param {number} value */
export function bytes(value) {
  let power = 0;
  while (Math.abs(value) >= 1024 && power < BINARY.length - 1) {
    value /= 1024;
    power += 1;
  }
  return `${decimal(value, 1)} ${BINARY[power]}`;
}

/** @param {number} milliseconds since it happened: "now", "2 s ago", "5 min ago", "3 h ago", "2 d ago" */
export function ago(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 1) return t("now");
  if (seconds < 60) return t("{seconds} s ago", { seconds });
  if (seconds < 3600) return t("{n} min ago", { n: Math.floor(seconds / 60) });
  if (seconds < 86400) return t("{n} h ago", { n: Math.floor(seconds / 3600) });
  return t("{n} d ago", { n: Math.floor(seconds / 86400) });
}

/** Seconds on a clock that starts with the run: "12.5 s". @param {number} seconds */
export const clock = (seconds) => `${decimal(seconds)} s`;
