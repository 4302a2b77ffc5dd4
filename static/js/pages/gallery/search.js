// What a reader may look for among the cases: words, a message of the scheduler, a thread.

const MESSAGE = /nodes are available|node\(s\)|insufficient |preemption/;
const THREAD = /(?:https?:\/\/github\.com\/)?([\w.-]+\/[\w.-]+)?(?:#|\/issues\/|\/pull\/)(\d+)\S*/g;

/** @typedef {(text: string) => boolean} Condition */

/** Return a text as it is compared. @param {string} text */
export function comparable(text) {
  return text.toLowerCase().replaceAll("’", "'").replaceAll("taint(s)", "taint").replaceAll(/\s+/g, " ");
}

/**
 * Return which of the texts, each `comparable`, have what is looked for; all if that is nothing.
 *
 * If none has all reasons of a message, those with most of them.
 * @param {string[]} texts @param {string} query
 */
export function hitsOf(texts, query) {
  const wanted = comparable(query).trim();
  const conditions = isMessage(wanted) ? reasons(wanted) : words(wanted);
  const numbers = texts.map((text) => conditions.filter((holds) => holds(text)).length);
  const most = Math.max(...numbers, 0);
  const enough = isMessage(wanted) ? Math.max(most, 1) : conditions.length;
  return numbers.map((number) => number >= Math.min(enough, conditions.length));
}

/** @param {string} query */
const isMessage = (query) => MESSAGE.test(query);

/**
 * Return the reasons of a message. How many nodes have them differs between clusters, and what is said of
 * preemption matters only if there is nothing else.
 * @param {string} message @returns {Condition[]}
 */
function reasons(message) {
  const [, afterCount = message] = message.split(/\d+\/\d+ nodes are available:?/);
  const ofNodes = afterCount.split(/no new claims to deallocate|preemption: /)[0] ?? "";
  const said = phrases(ofNodes);
  return (said.length ? said : phrases(message)).map((phrase) => (text) => text.includes(phrase));
}

/** @param {string} text */
function phrases(text) {
  return text
    .replaceAll(/\{[^}]*\}/g, "")
    .split(/…|\.\.\.|[,:.](?=\s|$)/)
    .map((phrase) => phrase.trim().replace(/^\d+ /, ""))
    .filter((phrase) => phrase && !/^[\d/]+$/.test(phrase));
}

/** @param {string} query @returns {Condition[]} */
function words(query) {
  /** @type {Condition[]} */
  const threads = [];
  const rest = query.replaceAll(THREAD, (_, repository, number) => {
    const name = repository === "k/k" ? "kubernetes/kubernetes" : (repository ?? "");
    const thread = new RegExp(`${name.replaceAll(".", "\\.")} (?:issue|pull request|number) ${number}\\b`);
    threads.push((text) => thread.test(text));
    return " ";
  });
  const plain = rest.split(" ").filter(Boolean).flatMap(pieces);
  return [...threads, ...plain.map((word) => (/** @type {string} */ text) => text.includes(word))];
}

/**
 * Return the words of a word: Chinese is written without spaces, and what one character says there (as 的,
 * 为, 后) narrows nothing.
 * @param {string} word
 */
function pieces(word) {
  return (word.match(/\p{Script=Han}+|\P{Script=Han}+/gu) ?? []).flatMap((run) => {
    if (!/^\p{Script=Han}/u.test(run)) return [run];
    const segments = [...new Intl.Segmenter("zh", { granularity: "word" }).segment(run)].map(
      ({ segment }) => segment,
    );
    const telling = segments.filter((segment) => segment.length > 1);
    return telling.length || run !== word ? telling : segments;
  });
}
