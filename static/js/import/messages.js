// What a text says of pods without a node: each message with its pod, and nothing else of the text. Only this
// is sent to be explained, and scheduler_core/explain/messages finds in it what it finds in the whole text.

/** @import { Manifest } from "./filter.js" */
/** @import { Read } from "./read.js" */

const HEAD =
  /(?<!\d|preemption:\s*)\d{1,9}\/\d{1,9}\s+nodes\s+are\s+available:?|no\s+nodes\s+available\s+to\s+schedule\s+pods/g;
const SENTENCE = /.*?\.(?=[\s"']|$)/y;
const PREEMPTION =
  / (?:(?:no new claims to deallocate|still not schedulable|de(?:allocation|letion) of ResourceClaim completed), )?preemption: /y;
const NO_NODE_TO_CLEAR = / not found(?=[\s"']|$)/y;
const DOUBLED = /(?<=[\w\][ =(,])''(?=[\w\][ .,:;)])/g;
const UNCOUNTED =
  /pod has unbound (?:immediate )?PersistentVolumeClaims|persistentvolumeclaim "[^"]+" not found/;

const NAMESPACE = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const POD = new RegExp(
  String.raw`(?:\bpod/|\bPod (?=\S*[-/0-9])|\bName: |pod="?)` +
    String.raw`((?:${NAMESPACE}/)?[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)(?![a-z0-9])`,
);
const ITS_NAMESPACE = new RegExp(String.raw`\bNamespace: (${NAMESPACE})(?!\S)`);

// A line with which the message of the line before does not go on: a field, a row of a table, a log's line.
const ON_ITS_OWN =
  /^$|^(?!preemption: )(?:- )?["']?[\w./-]+["']?\s*[:=](?=["'\s]|$)|\S(?: {2,}|\t)\S|^[IWEF\d]\d{3}|^[{[#]/;

const MOST = 21; // messages that count nodes, and as many of other programs: a page lists 20 beside the first
const MOST_LINES = 5_000; // that are searched for words of other programs
const LONGEST = 2_048; // characters of such a line
const LONGEST_MESSAGE = 20; // lines

/**
 * @param {Pick<Read, "manifests" | "others">} read
 * @param {string[]} wordings of other programs than the scheduler, with placeholders in braces
 * @returns {string} a message on each line
 */
export function messagesOf({ manifests, others }, wordings) {
  /** @type {Map<string, string>} what is sent, by the words of the message */
  const counting = new Map();
  /** @type {Map<string, string>} */
  const spoken = new Map();
  const speech = speechOf(wordings);
  let lines = MOST_LINES;
  /** @param {string} text @param {string} pod that it is about, if that is known */
  const search = (text, pod = "") => {
    for (const { words, before, line } of counts(text)) {
      note(counting, words, pod || podIn(line) || podIn(before));
      if (counting.size === MOST) break;
    }
    let read = 0;
    for (const line of text.split("\n")) {
      if (spoken.size === MOST || (lines -= 1) < 0) return;
      const { words, before } = speech(line) ?? {};
      if (words)
        note(spoken, words, pod || podIn(before ?? "") || podIn(text.slice(0, read)) || podIn(words));
      read += line.length + 1;
    }
  };
  for (const manifest of manifests)
    for (const { text, pod } of told(manifest)) if (text) search(flat(text), pod);
  for (const { text } of others) search(text);
  return [...counting.values(), ...spoken.values()].join("\n");
}

/** @param {Map<string, string>} messages @param {string} words @param {string} pod */
function note(messages, words, pod) {
  if (messages.size === MOST || messages.has(words)) return;
  messages.set(words, pod ? `${pod.includes("/") ? "Pod " : "pod/"}${pod}: ${words}` : words);
}

/**
 * What programs say in an object: in an event, or in the status of anything else.
 * @param {Manifest} manifest @returns {{text: string, pod: string}[]}
 */
function told({ kind, metadata, status, reason, message, note: words, involvedObject, regarding }) {
  if (kind === "Event") {
    const about = involvedObject ?? regarding;
    return [{ text: joined(reason, message ?? words), pod: about?.kind === "Pod" ? nameOf(about) : "" }];
  }
  const { conditions, containerStatuses } = status ?? {};
  const waiting = listed(containerStatuses).map((container) => container?.state?.waiting);
  const pod = kind === "Pod" ? nameOf(metadata) : "";
  return [status, ...listed(conditions), ...waiting].map((part) => ({
    text: joined(part?.reason, part?.message),
    pod,
  }));
}

/** @param {Manifest} value @returns {Manifest[]} */
const listed = (value) => (Array.isArray(value) ? value : []);
/** @param {...unknown} words */
const joined = (...words) => words.filter((word) => typeof word === "string" && word).join(": ");
/** @param {Manifest} about */
const nameOf = (about) => joined(about?.name) && [about.namespace, about.name].filter(Boolean).join("/");

/**
 * The messages in a text that count nodes, each with what stands before it: in its line, and since the last.
 * @param {string} text @returns {Generator<{words: string, line: string, before: string}>}
 */
function* counts(text) {
  let from = 0;
  for (const { index, 0: head } of text.matchAll(HEAD)) {
    const start = text.lastIndexOf("\n", index) + 1;
    const said = flat(innermost(text.slice(start, endOfMessage(text, index + head.length)), index - start));
    const line = text.slice(Math.max(from, start), index);
    yield { words: counted(said, flat(head).length), line, before: text.slice(from, index) };
    from = index + head.length;
  }
}

/**
 * Where the lines end with which a message may go on.
 * @param {string} text @param {number} at @returns {number}
 */
function endOfMessage(text, at) {
  const start = at;
  for (let line = 0; line < LONGEST_MESSAGE; line += 1) {
    const end = text.indexOf("\n", at);
    if (end < 0) return text.length;
    const next = text.indexOf("\n", end + 1);
    const following = text.slice(end + 1, next < 0 ? text.length : next).trim();
    const said = text.slice(start, end);
    const isOpen = said.lastIndexOf("{") > said.lastIndexOf("}"); // within a taint, which looks like a field
    if (!isOpen && ON_ITS_OWN.test(following)) return end;
    at = end + 1;
  }
  return at - 1;
}

/**
 * A message up to the end of its sentence, or of what it says of preemption.
 * @param {string} said @param {number} at
 */
function counted(said, at) {
  const end = endOfSentence(said, at);
  const preemption = endOf(PREEMPTION, said, end);
  if (preemption !== null) return said.slice(0, endOfSentence(said, preemption));
  return said.slice(0, endOf(NO_NODE_TO_CLEAR, said, end) ?? end);
}

/** @param {string} said @param {number} at */
const endOfSentence = (said, at) => endOf(SENTENCE, said, at) ?? said.length;

/** @param {RegExp} pattern a sticky one @param {string} text @param {number} at */
function endOf(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/**
 * A search in a line for what other programs than the scheduler's filters say.
 * @param {string[]} wordings @returns {(line: string) => {words: string, before: string} | null}
 */
function speechOf(wordings) {
  const patterns = [UNCOUNTED, ...wordings.map((words) => new RegExp(patternOf(words), "i"))];
  const hint = new RegExp(["PersistentVolumeClaim", ...wordings.map(beginningOf)].join("|"), "i");
  return (line) => {
    if (!hint.test(line.replaceAll("\\", "")) || line.search(HEAD) >= 0) return null;
    for (const text of [...strings(line), line.trim()]) {
      const found = patterns.map((pattern) => pattern.exec(text.slice(0, LONGEST))).filter(isFound);
      // It begins where the first words stand; a bare reason counts where nothing else is said.
      const said = found.filter(([words]) => words.includes(" ")).map(({ index }) => index);
      const at = said.length ? Math.min(...said) : found[0]?.index;
      if (at !== undefined) return { words: flat(innermost(text, at)), before: text.slice(0, at) };
    }
    return null;
  };
}

/** @param {RegExpExecArray | null} match @returns {match is RegExpExecArray} */
const isFound = (match) => match !== null;

/** @param {string} words */
const escaped = (words) => words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** @param {string} wording */
const patternOf = (wording) =>
  wording
    .split(/\{\w+\}/)
    .map(escaped)
    .join(".{1,300}?");
/** @param {string} wording */
const beginningOf = (wording) => escaped(wording.split("{")[0]);

// ---- strings of JSON and of logs, in which the words may stand, and whose other strings stay here ----

/**
 * The rest of the string in which a place of a line is, of the line if that is in none.
 * @param {string} line @param {number} at @returns {string}
 */
function innermost(line, at) {
  const open = quotes(line.slice(0, at));
  if (open.length % 2 === 0) return line.slice(at);
  const inside = unescaped(line.slice(open[open.length - 1] + 1, at));
  const [length = line.length - at] = quotes(line.slice(at));
  return innermost(inside + unescaped(line.slice(at, at + length)), inside.length);
}

/** The strings in which others are quoted, those within first. @param {string} line @returns {string[]} */
function strings(line) {
  if (!line.includes('\\"')) return [];
  const ends = quotes(line);
  const whole = ends.flatMap((start, i) => (i % 2 ? [] : [unescaped(line.slice(start + 1, ends[i + 1]))]));
  return whole.flatMap((text) => [...strings(text), text]);
}

/** The places of the quotes in a text, without those that are escaped. @param {string} text */
const quotes = (text) =>
  [...text.matchAll(/\\.|"/gs)].filter(([found]) => found === '"').map(({ index }) => index);

/** @param {string} text */
const unescaped = (text) => text.replace(/\\(["\\])/g, "$1");

/** On one line, with the quotes of YAML as they were. @param {string} text */
const flat = (text) => text.trim().replace(/\s+/g, " ").replaceAll('\\"', '"').replace(DOUBLED, "'");

/** The pod that a text names, as `kubectl describe` and logs do. @param {string} text */
function podIn(text) {
  const line = flat(text);
  const pod = POD.exec(line)?.[1] ?? "";
  const namespace = pod.includes("/") ? undefined : ITS_NAMESPACE.exec(line)?.[1];
  return pod && namespace ? `${namespace}/${pod}` : pod;
}
