// Short names of pods: the owner and the last part, "payments-api zk0". The hash of a template tells nothing
// that a reader knows, and the namespace nothing where all pods are in one.

import { shortOf } from "./names.js";

/** @import { Pieces } from "./names.js" */

const PLAIN = 14; // characters; names up to this length are shown whole

// The owner, a hash in the letters that Kubernetes takes for them, and what tells the owner's pods apart.
const GENERATED = /^(.*[a-z0-9])(-[bcdfghjklmnpqrstvwxz2456789]{4,10}-)([a-z0-9]{1,8})$/;
const WORD = /^-[a-z]*\d?[a-z]*-$/; // "grpc", "http2": few words have no vowel,
const LONGEST_WORD = 9; // none of them is longer, with its hyphens
const DATE = /^-\d+-$/;

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
      const [namespace, name] = parted(key);
      first ??= namespace;
      this.several ||= namespace !== first;
      const same = this.namespaces.get(name);
      this.namespaces.set(name, same === undefined || same === namespace ? namespace : "");
      const short = shortOf(piecesOf(name));
      if (short !== name)
        this.wholes.set(short, [name, undefined].includes(this.wholes.get(short)) ? name : "");
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
    const before = namespace ? [{ text: `${namespace}/`, shown: this.several }] : [];
    const pieces = piecesOf(name);
    return [...before, ...(this.wholes.get(shortOf(pieces)) ? pieces : [{ text: name, shown: true }])];
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
    return [{ text: `${namespace}/`, shown: this.namespaces.get(name) === "" }, ...this.pieces(name)];
  }
}

/** @param {string} pod @returns {[namespace: string, name: string]} */
function parted(pod) {
  const at = pod.indexOf("/");
  return [pod.slice(0, Math.max(at, 0)), pod.slice(at + 1)];
}

/** The name without its hash. @param {string} name @returns {Pieces} */
function piecesOf(name) {
  const [, owner, hash, last] = (name.length > PLAIN && GENERATED.exec(name)) || [];
  const isWord = hash?.length <= LONGEST_WORD && WORD.test(hash);
  if (!owner || isWord || DATE.test(hash)) return [{ text: name, shown: true }];
  return [
    { text: owner, shown: true },
    { text: hash, shown: false, gap: " " },
    { text: last, shown: true },
  ];
}
