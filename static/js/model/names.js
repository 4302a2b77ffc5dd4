// Short names: what all names of a run share is left out, and what tells them apart stays. Real nodes are
// called gke-prod-euw1-default-pool-1a2b3c4d-b1x1 and differ at the end alone.

import { sharedDomain, withoutDomain } from "./domains.js";

const PLAIN = 14; // characters; names up to this length are shown whole
const LONGEST = 18; // of a short name
const SHORTEST = 4; // of a short name: "0-0-3" rather than "3"
const SHORTEST_END = 5; // of what is left out at the end; "-0" alone stays
const SEPARATOR = /[-._/:]/;

/**
 * A name in order: what is shown, and what is left out; `gap` is shown for what is left out. Without one an
 * ellipsis stands between two pieces that are shown.
 * @typedef {{text: string, visible: boolean, gap?: string}[]} Pieces
 */

/**
 * What shortens names of one kind.
 * @typedef {{has: (name: string) => boolean, pieces: (name: string) => Pieces}} Names
 */

export class ShortNames {
  /** @param {Iterable<string>} all the names among which one must be told apart */
  constructor(all) {
    this.all = new Set(all);
    const whole = [...this.all];
    const domain = sharedDomain(whole);
    /** The domain of some, which none shows; what all end with is the suffix. */
    this.domain = whole.every((name) => name.endsWith(domain)) ? "" : domain;
    const names = whole.map((name) => this.host(name));
    const long = names.some((name) => name.length > PLAIN);
    const shared = long ? sharedStart(names) : 0;
    const end = long ? sharedEnd(names, shared) : 0;
    const start = readable(names, shared, end);
    this.prefix = names.length ? names[0].slice(0, start) : "";
    this.suffix = names.length ? names[0].slice(names[0].length - end) : "";
    const rests = whole.map((name) => this.rest(name));
    this.tokens = rests.length > 1 && rests.some((rest) => rest.length > LONGEST) ? tellingTokens(rests) : 0;
    this.width = this.tokens ? 0 : tellingWidth(rests);
  }

  /** Whether it is one of those that are told apart. @param {string} name */
  has(name) {
    return this.all.has(name);
  }

  /** @param {string} name */
  host(name) {
    return withoutDomain(name, this.domain);
  }

  /** The name without what all share. @param {string} name */
  rest(name) {
    const host = this.host(name);
    return this.shares(host) ? host.slice(this.prefix.length, host.length - this.suffix.length) : host;
  }

  /** What all names share and none shows: the start and the end, as far as there are any. */
  get leftOut() {
    return [this.prefix, this.suffix].filter(Boolean);
  }

  /** Whether it begins and ends as those do among which it is told apart. @param {string} host */
  shares(host) {
    const longer = host.length > this.prefix.length + this.suffix.length;
    return longer && host.startsWith(this.prefix) && host.endsWith(this.suffix);
  }

  /** @param {string} name @returns {Pieces} */
  pieces(name) {
    const host = this.host(name);
    const shares = this.shares(host);
    const pieces = [
      { text: shares ? this.prefix : "", visible: false },
      ...this.piecesOfRest(this.rest(name)),
      { text: shares ? this.suffix : "", visible: false },
      { text: name.slice(host.length), visible: false },
    ];
    return pieces.filter(({ text }) => text);
  }

  /** @param {string} rest @returns {Pieces} */
  piecesOfRest(rest) {
    if (this.tokens) {
      const at = rest.length - lastTokens(rest, this.tokens).length;
      return [
        { text: rest.slice(0, at), visible: false },
        { text: rest.slice(at), visible: true },
      ];
    }
    return bothEnds(rest, this.width);
  }

  /** The short name, with an ellipsis where something is left out in its middle. @param {string} name */
  short(name) {
    return shortOf(this.pieces(name));
  }
}

/** What is shown of a name, as a text. @param {Pieces} pieces */
export const shortOf = (pieces) =>
  pieces.map(({ visible, text }, i) => (visible ? text : gapAt(pieces, i))).join("");

/** What is shown for a piece that is left out, "" for nothing. @param {Pieces} pieces @param {number} i */
export function gapAt(pieces, i) {
  const { visible, gap } = pieces[i];
  if (visible) return "";
  return gap ?? (pieces[i - 1]?.visible && pieces[i + 1]?.visible ? "…" : "");
}

/** The length of the start that all names share, up to a separator; of each something is left.
 * @param {string[]} names */
export function sharedStart(names) {
  if (names.length < 2) return 0;
  let length = 0;
  while (names.every((name) => length < name.length - 1 && name[length] === names[0][length])) length += 1;
  while (length && !SEPARATOR.test(names[0][length - 1])) length -= 1;
  return length;
}

/**
 * So much of a shared start that what is left of the shortest name is not too short.
 * @param {string[]} names @param {number} start @param {number} end the length of the shared end
 */
function readable(names, start, end) {
  const shortest = Math.min(...names.map((name) => name.length)) - end;
  let length = start;
  while (length && shortest - length < SHORTEST) {
    length -= 1;
    while (length && !SEPARATOR.test(names[0][length - 1])) length -= 1;
  }
  return length;
}

/**
 * The length of the end that all names share, from a separator.
 * @param {string[]} names @param {number} start
 */
function sharedEnd(names, start) {
  if (names.length < 2) return 0;
  const [first] = names;
  /** @param {string} name @param {number} i from the end */
  const at = (name, i) => name[name.length - 1 - i];
  let length = 0;
  while (names.every((name) => length < name.length - start - 1 && at(name, length) === at(first, length)))
    length += 1;
  while (length && !SEPARATOR.test(at(first, length - 1))) length -= 1;
  return length < SHORTEST_END ? 0 : length;
}

/** The last words of a name with the separators between them. @param {string} name @param {number} count */
export function lastTokens(name, count) {
  let at = name.length;
  for (let words = 0; words < count && at > 0; words += 1) {
    at -= 1;
    while (at > 0 && !SEPARATOR.test(name[at - 1])) at -= 1;
  }
  return name.slice(at);
}

/** How many of the last words tell all names apart, 0 if few words do not. @param {string[]} rests */
function tellingTokens(rests) {
  for (let count = 1; count <= 4; count += 1) {
    const ended = rests.map((rest) => lastTokens(rest, count));
    if (ended.some((end) => end.length > LONGEST)) return 0;
    const short = ended.some((last, i) => last.length < SHORTEST && last !== rests[i]);
    if (!short && new Set(ended).size === rests.length) return count;
  }
  return 0;
}

/** The number of characters at both ends that tell all names apart. @param {string[]} rests */
function tellingWidth(rests) {
  const longest = Math.max(LONGEST, ...rests.map((rest) => rest.length));
  for (let width = LONGEST; width < longest; width += 4) {
    const cut = rests.map((rest) => withoutMiddle(rest, width));
    if (new Set(cut).size === rests.length) return width;
  }
  return longest;
}

/**
 * A text without its middle if it is too long: names differ at their ends.
 * @param {string} text @param {number} width in characters
 */
export const withoutMiddle = (text, width) => (text.length <= width ? text : ends(text, width).join("…"));

/** The same as pieces. @param {string} text @param {number} width in characters @returns {Pieces} */
export function bothEnds(text, width) {
  if (text.length <= width) return [{ text, visible: true }];
  const [head, tail] = ends(text, width);
  return [
    { text: head, visible: true },
    { text: text.slice(head.length, text.length - tail.length), visible: false },
    { text: tail, visible: true },
  ];
}

/**
 * Both ends of a name that is too long, the first a little longer.
 * @param {string} name @param {number} width of both and the ellipsis between them
 */
function ends(name, width) {
  const tail = Math.floor((width - 1) / 2);
  return [name.slice(0, width - 1 - tail), name.slice(name.length - tail)];
}
