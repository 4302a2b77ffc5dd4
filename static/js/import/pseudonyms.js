// Other names for what people named, so that every comparison has the same answer: equal stays equal, what
// begins or ends with another name still does, what comes first in the alphabet still comes first.
//
// A name is split at its punctuation, and every word gets one pseudonym wherever it stands:
// "web-7d4cf-x2" and the label "7d4cf" still share a word. Numbers at the end stay, for a StatefulSet counts
// by them.

import { replaceTexts, treeOf } from "./filter.js";
import { withGroups } from "./nodeGroups.js";

/** @import { Fields, Manifest } from "./filter.js" */

const CONSONANTS = "bdfghklmnprstvz";
const VOWELS = "aeiou";
const SYLLABLES = [...CONSONANTS].flatMap((consonant) => [...VOWELS].map((vowel) => consonant + vowel));

// Kubernetes' own names, and values with a meaning.
const FIXED = new Set([
  "",
  "default",
  "kube-system",
  "kube-public",
  "kube-node-lease",
  "system-cluster-critical",
  "system-node-critical",
  "true",
  "false",
  "linux",
  "windows",
  "amd64",
  "arm64",
  "node", // what trains in a runtime of Kubeflow's Trainer, and its step
  "trainer",
]);
const FIXED_WORDS = new Set(["latest", "aws", "vol", "docker", "io", "library"]);

const WORD = /[\p{L}\p{N}]+/gu;
const LAST_NUMBER = /-\d{1,3}$/;
/** @param {string} text */
const isFixed = (text) => FIXED.has(text) || /^-?\d+$/.test(text);

/**
 * @param {Manifest[]} manifests filtered ones
 * @param {Record<string, Record<string, Fields>>} kinds the table of fields
 * @returns {{manifests: Manifest[], names: Map<string, string>}} `names` says what each name became
 */
export function pseudonymise(manifests, kinds) {
  /** @type {Set<string>} */
  const words = new Set();
  /** @type {Map<string, string>} */
  const uids = new Map();
  /** @param {string} text @param {string} role @returns {string} */
  const collect = (text, role) => {
    if (role === "groups") return withGroups(text, (group) => collect(group, "name"));
    if (role === "uid") uids.set(text, uids.get(text) ?? `uid-${uids.size + 1}`);
    else if (!isFixed(text))
      for (const word of text.replace(LAST_NUMBER, "").match(WORD) ?? [])
        if (!FIXED_WORDS.has(word)) words.add(word);
    return text;
  };
  withTexts(manifests, kinds, collect);
  const pseudonyms = inOrder(words);
  /** @type {Map<string, string>} */
  const names = new Map();
  /** @param {string} text @param {string} role @returns {string} */
  const rename = (text, role) => {
    if (role === "groups") return withGroups(text, (group) => rename(group, "name"));
    if (role === "uid") return uids.get(text) ?? text;
    const name = names.get(text) ?? (isFixed(text) ? text : renamed(text, pseudonyms));
    names.set(text, name);
    return name;
  };
  return { manifests: withTexts(manifests, kinds, rename), names };
}

/**
 * @param {Manifest[]} manifests @param {Record<string, Record<string, Fields>>} kinds
 * @param {(text: string, role: string) => string} visit
 */
const withTexts = (manifests, kinds, visit) =>
  manifests.map((manifest) => replaceTexts(manifest, treeOf(manifest, manifest.kind, kinds) ?? {}, visit));

/** @param {string} text @param {Map<string, string>} pseudonyms */
function renamed(text, pseudonyms) {
  const [number] = text.match(LAST_NUMBER) ?? [""];
  return (
    text.slice(0, text.length - number.length).replace(WORD, (word) => pseudonyms.get(word) ?? word) + number
  );
}

/**
 * As many syllables as are needed, the same for all, so that the alphabet's order is that of the words.
 * @param {Set<string>} words
 */
function inOrder(words) {
  const sorted = [...words].sort((a, b) => (a < b ? -1 : 1));
  let length = 2;
  while (SYLLABLES.length ** length < sorted.length) length += 1;
  const stride = Math.floor(SYLLABLES.length ** length / Math.max(1, sorted.length));
  return new Map(sorted.map((word, index) => [word, spelled(index * stride, length)]));
}

/** @param {number} number @param {number} length */
function spelled(number, length) {
  let text = "";
  for (let at = 0; at < length; at += 1) {
    text = SYLLABLES[number % SYLLABLES.length] + text;
    number = Math.floor(number / SYLLABLES.length);
  }
  return text;
}
