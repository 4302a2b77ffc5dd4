// Real names where there is little room. The names of a cluster differ at their ends, so the middle goes
// first, and before it what many share: the namespace of a pod, the domain of a node.

const TAIL = 8; // characters that always stay: `3c4d-b1x1` of a node, `6f4-zk0x9` of a pod
const PLAIN = 12; // characters; names up to this length are never cut
const DOMAIN = /\.[a-z][^.]*\..*$/i; // two labels or more; of `10.0.0.12` and `db-1.east` nothing is a domain

/**
 * The parts of a name; together they are the name.
 * @typedef {{namespace: string, head: string, tail: string, domain: string}} NameParts
 */

/** @param {string} name of a node, or of a pod as "name" or "namespace/name" @returns {NameParts} */
export function partsOf(name) {
  const from = name.indexOf("/") + 1;
  const domain = from ? "" : (DOMAIN.exec(name)?.[0] ?? "");
  const to = name.length - domain.length;
  const at = to - from > PLAIN ? to - TAIL : from;
  return {
    namespace: name.slice(0, from),
    head: name.slice(from, at),
    tail: name.slice(at, to),
    domain,
  };
}

/**
 * A name in so many characters, for what is drawn; elements are cut by style sheets.
 * @param {string} name @param {number} width at least 2
 */
export function cutName(name, width) {
  if (name.length <= width) return name;
  const { head, tail } = partsOf(name);
  const host = head + tail;
  if (host.length <= width) return host;
  const end = host.slice(-Math.min(TAIL, width - 1));
  return `${host.slice(0, width - 1 - end.length)}…${end}`;
}

/** The length of a name that is cut only where there is no room. @param {string} name */
export function hostLength(name) {
  const { head, tail } = partsOf(name);
  return head.length + tail.length;
}

/**
 * A text without its middle if it is too long.
 * @param {string} text @param {number} width in characters
 */
export function withoutMiddle(text, width) {
  if (text.length <= width) return text;
  const tail = Math.floor((width - 1) / 2);
  return `${text.slice(0, width - 1 - tail)}…${text.slice(text.length - tail)}`;
}

const SEPARATOR = /[-._/:]/;

/**
 * The length of the start that all texts share, up to a separator; of each something is left.
 * @param {string[]} texts
 */
export function sharedStart(texts) {
  if (texts.length < 2) return 0;
  let length = 0;
  while (texts.every((text) => length < text.length - 1 && text[length] === texts[0][length])) length += 1;
  while (length && !SEPARATOR.test(texts[0][length - 1])) length -= 1;
  return length;
}
