// Short names of pods: the owner and the last part, "payments-api zk0". The hash of a template tells nothing
// that a reader knows, and the namespace nothing where all pods are in one.

import { shortOf } from "./names.js";

/** @import { Pieces } from "./names.js" */

const PLAIN = 14; // characters; names up to this length are shown whole

const HASH = /^[bcdfghjklmnpqrstvwxz2456789]{4,10}$/; // the letters that Kubernetes takes for hashes
const LAST = /^[a-z0-9]{1,8}$/;
const WORD = /^[a-z]*\d?[a-z]*$/; // "grpc", "http2": few words have no vowel,
const LONGEST_WORD = 7; // and none of them is longer
const DATE = /^\d+$/;

export class PodNames {
  /** @param {Iterable<string>} keys "namespace/name" of all pods */
  constructor(keys) {
    /** @type {Map<string, string>} by the name without its namespace: that namespace, "" of several */
    this.namespaces = new Map();
    /** @type {Map<string, string>} by the short name: the whole one, "" of several */
    this.wholes = new Map();
    this.several = false;
    let first = null;
    for (const key of keys) {
      const at = key.indexOf("/");
      const namespace = key.slice(0, at);
      const name = key.slice(at + 1);
      first ??= namespace;
      this.several ||= namespace !== first;
      const same = this.namespaces.get(name);
      this.namespaces.set(name, same === undefined || same === namespace ? namespace : "");
      const hash = hashOf(name);
      if (!hash) continue;
      const short = `${name.slice(0, hash.from)} ${name.slice(hash.to)}`;
      const whole = this.wholes.get(short);
      this.wholes.set(short, whole === undefined || whole === name ? name : "");
    }
  }

  /** Whether it is one of those that are told apart. @param {string} pod "name" or "namespace/name" */
  has(pod) {
    const [namespace, name] = parted(pod);
    const own = this.namespaces.get(name);
    return own !== undefined && (!namespace || !own || own === namespace);
  }

  /**
   * With the namespace, if it was given and not all pods are in it.
   * @param {string} pod "name" or "namespace/name" @returns {Pieces}
   */
  pieces(pod) {
    const [namespace, name] = parted(pod);
    const before = namespace ? [{ text: `${namespace}/`, visible: this.several }] : [];
    const pieces = piecesOf(name);
    return [...before, ...(this.wholes.get(shortOf(pieces)) ? pieces : [{ text: name, visible: true }])];
  }

  /** @param {string} pod "name" or "namespace/name" */
  short(pod) {
    return shortOf(this.pieces(pod));
  }

  /**
   * Where there is little room: the namespace stands only with a name that several have.
   * @param {string} key "namespace/name" @returns {Pieces}
   */
  brief(key) {
    const [namespace, name] = parted(key);
    return [{ text: `${namespace}/`, visible: this.namespaces.get(name) === "" }, ...this.pieces(name)];
  }
}

/** @param {string} pod @returns {[namespace: string, name: string]} */
function parted(pod) {
  const at = pod.indexOf("/");
  return [pod.slice(0, Math.max(at, 0)), pod.slice(at + 1)];
}

/** The name without its hash. @param {string} name @returns {Pieces} */
function piecesOf(name) {
  const hash = hashOf(name);
  if (!hash) return [{ text: name, visible: true }];
  return [
    { text: name.slice(0, hash.from), visible: true },
    { text: name.slice(hash.from, hash.to), visible: false, gap: " " },
    { text: name.slice(hash.to), visible: true },
  ];
}

/**
 * Where the hash of a template is in a generated name, with the hyphens around it; null without one.
 * @param {string} name
 */
function hashOf(name) {
  if (name.length <= PLAIN) return null;
  const after = name.lastIndexOf("-");
  const before = name.lastIndexOf("-", after - 1);
  if (before <= 0 || !LAST.test(name.slice(after + 1))) return null;
  const hash = name.slice(before + 1, after);
  const isWord = hash.length <= LONGEST_WORD && WORD.test(hash);
  return HASH.test(hash) && !isWord && !DATE.test(hash) ? { from: before, to: after + 1 } : null;
}
