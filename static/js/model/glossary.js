// The words that the page explains, from the script before the modules: `webui/ground/glossary/terms.yaml`.

/**
 * @typedef {object} Term
 * @property {string} kind
 * @property {string} name
 * @property {string} text one sentence
 * @property {string} [docs]
 * @property {string} [kep]
 * @property {[first: string, path: string | null][]} [sources] paths by the first release that has them
 * @property {string} [at] the text of the line there
 * @property {Record<string, number>} [lines] its number, by tag
 */
/**
 * @typedef {object} Glossary
 * @property {Record<string, Term>} terms by id
 * @property {Record<string, string>} tags of kubernetes/kubernetes, by release
 * @property {string} release the default
 * @property {string} sources where the paths begin
 * @property {string} page
 */

/** Absent where a page has no terms. */
const glossary = () => /** @type {{glossary?: Glossary}} */ (globalThis).glossary;

/** @param {string | null | undefined} id */
export function termOf(id) {
  const terms = glossary()?.terms ?? {};
  return id && Object.hasOwn(terms, id) ? terms[id] : null;
}

/** Where all words stand, at this one. @param {string} id */
export const pageOf = (id) => `${glossary()?.page ?? ""}#${id}`;

/**
 * The tag of a version, and the address of a term's source line there: null if the version does not have it.
 * Where the number of the line is not there, the browser looks for its text.
 * @param {Term} term @param {string} [version] as in "v1.34.1" or "1.34"; the default version without one
 */
export function sourceOf({ sources = [], at = "", lines = {} }, version) {
  const words = glossary();
  if (!words) return null;
  const tag = words.tags[releaseOf(version)] ?? words.tags[words.release];
  const path = sources.filter(([first]) => minor(first) <= minor(releaseOf(tag))).at(-1)?.[1];
  const place = lines[tag] ? `L${lines[tag]}` : `:~:text=${encodeURIComponent(at)}`;
  return path ? { tag, url: `${words.sources}${tag}/${path}#${place}` } : null;
}

/** "1.34" of "v1.34.1" @param {string | undefined} version */
const releaseOf = (version) => /\d+\.\d+/.exec(version ?? "")?.[0] ?? "";

/** @param {string} release */
const minor = (release) => Number(release.split(".")[1]);

// ---- words in sentences ----

/** Words that sentences also use in their everyday sense. */
const EVERYDAY = new Set(["priority", "profile", "request", "snapshot", "used", "weight"]);
const KINDS = new Set(["field", "plugin", "term"]);
const INNER_CAPITAL = /[a-z][A-Z]/;
const LETTERS = /[a-z]/i;

/** @type {{words: Glossary, pattern: RegExp, ids: Map<string, string>} | null} */
let lexicon = null;

/** @param {Glossary} words */
function lexiconOf(words) {
  if (lexicon?.words === words) return lexicon;
  /** @type {Map<string, string>} */
  const ids = new Map();
  for (const [id, { kind, name }] of Object.entries(words.terms)) {
    if (EVERYDAY.has(id) || !(KINDS.has(kind) || INNER_CAPITAL.test(id))) continue;
    ids.set(name, id).set(name.charAt(0).toUpperCase() + name.slice(1), id);
  }
  const names = [...ids.keys()].sort((a, b) => b.length - a.length).map(patternOf);
  return (lexicon = { words, pattern: new RegExp(names.join("|"), "gu"), ids });
}

/** A word on its own, no part of another name; also in the plural. @param {string} name */
const patternOf = (name) => (LETTERS.test(name) ? `(?<![\\w./-])${name}s?(?![\\w/-]|\\.\\w)` : name);

/**
 * A sentence in pieces, some of which are words of the glossary.
 * @param {string} sentence @returns {{text: string, id: string | null}[]}
 */
export function wordsIn(sentence) {
  const words = glossary();
  if (!words) return [{ text: sentence, id: null }];
  const { pattern, ids } = lexiconOf(words);
  const pieces = [];
  let from = 0;
  for (const { 0: text, index } of sentence.matchAll(pattern)) {
    pieces.push(
      { text: sentence.slice(from, index), id: null },
      { text, id: ids.get(text) ?? ids.get(text.slice(0, -1)) ?? null },
    );
    from = index + text.length;
  }
  return [...pieces, { text: sentence.slice(from), id: null }].filter(({ text }) => text);
}
