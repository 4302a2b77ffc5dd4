// What tells the names of one family apart: `00` to `0j` of a scale set, `27-105` of addresses, the last
// characters of what was drawn at random.

import { sharedDomain, withoutDomain } from "./domains.js";
import { lastTokens } from "./names.js";

const PLAIN = 14; // characters; names up to this length are shown whole
const MOST_WORDS = 3;
const LONGEST = 8; // of words at the end of a name
const LONGEST_CUT = 6; // of what is left of words that begin alike
const LEAST = 2; // characters of a word that is cut

/** @typedef {[from: number, to: number]} Range of characters */

/**
 * Where in each name the part is that tells it apart: few words at its end, or the end of its last word.
 * @param {string[]} names of one family @returns {Map<string, Range>}
 */
export function tellingParts(names) {
  if (names.every(({ length }) => length <= PLAIN))
    return new Map(names.map((name) => [name, [0, name.length]]));
  const domain = sharedDomain(names);
  const hosts = names.map((name) => withoutDomain(name, domain));
  const parts = lastWords(hosts) ?? afterSharedStart(hosts) ?? tails(hosts);
  return new Map(names.map((name, i) => [name, [hosts[i].length - parts[i].length, hosts[i].length]]));
}

/** @param {string[]} texts */
const differ = (texts) => new Set(texts).size === texts.length;

/** The fewest words at the ends that differ, null where they are long. @param {string[]} hosts */
function lastWords(hosts) {
  for (let count = 1; count <= MOST_WORDS; count += 1) {
    const ends = hosts.map((host) => lastTokens(host, count));
    if (ends.some(({ length }) => length > LONGEST)) return null;
    if (differ(ends)) return withoutZeros(ends);
  }
  return null;
}

/** Numbers that are written with zeros before them lose those that all have. @param {string[]} words */
function withoutZeros(words) {
  const [{ length }] = words;
  if (words.some((word) => word.length !== length || !/^\d+$/.test(word))) return words;
  let zeros = 0;
  while (zeros < length - LEAST && words.every((word) => word[zeros] === "0")) zeros += 1;
  return words.map((word) => word.slice(zeros));
}

/** What is left after the characters that all begin with, null where it is long. @param {string[]} hosts */
function afterSharedStart(hosts) {
  if (hosts.length < 2) return null;
  const [first] = hosts;
  const shortest = Math.min(...hosts.map(({ length }) => length));
  let start = 0;
  while (start < shortest - LEAST && hosts.every((host) => host[start] === first[start])) start += 1;
  // a number is not cut, but for the zeros before it
  while (start && /[1-9]/.test(first[start - 1]) && hosts.some((host) => /\d/.test(host[start]))) start -= 1;
  const rests = hosts.map((host) => host.slice(start));
  return rests.every(({ length }) => length <= LONGEST_CUT) ? rests : null;
}

/** The fewest characters at the ends that differ. @param {string[]} hosts */
function tails(hosts) {
  const longest = Math.max(...hosts.map(({ length }) => length));
  let count = LEAST;
  while (count < longest && !differ(hosts.map((host) => host.slice(-count)))) count += 1;
  return hosts.map((host) => host.slice(-count));
}
