// Families of nodes: clusters have a few pools, and within each the names differ in two or three characters.
// A node that stands in its group is called by these alone, and by its pool with them elsewhere.

import { tellingParts } from "./endings.js";
import { ShortNames, shortOf } from "./names.js";
import { familiesByShape } from "./nameshapes.js";

/** @import { Pieces } from "./names.js" */

/**
 * What is known of a node besides its name; "" where it is not.
 * @typedef {{name: string, pool: string, zone: string, shape: string}} NodeKind
 */

/**
 * Nodes of one pool.
 * @typedef {object} Family
 * @property {string} pool as people call it: the label's value, or what the names begin with; "" without
 * @property {NodeKind[]} nodes in the order in which they were given
 * @property {Map<string, [from: number, to: number]>} parts of the names: what tells them apart
 */

const LONGEST_POOL = 18; // characters; longer ones lose what all pools share

export class Families {
  /** @param {NodeKind[]} nodes all among which one must be told apart */
  constructor(nodes) {
    this.kinds = nodes;
    /** @type {Family[]} in the order of the names of the pools, those without a pool last */
    this.list = familiesOf(nodes);
    /** @type {Map<string, Family>} by the name of a node */
    this.byNode = new Map(this.list.flatMap((family) => family.nodes.map(({ name }) => [name, family])));
    const names = nodes.map(({ name }) => name);
    /** What tells names apart where they are not said to be of a pool. */
    this.plain = new ShortNames(names);
    const pools = this.list.map(({ pool }) => pool).filter(Boolean);
    const short = new ShortNames(pools);
    /** @type {Map<string, string>} */
    this.poolTexts = new Map(
      pools.map((pool) => [pool, pool.length > LONGEST_POOL ? short.short(pool) : pool]),
    );
    this.several = this.list.length > 1 && this.telling();
    /** Names within their groups, which have a heading. */
    this.inner = {
      has: (/** @type {string} */ name) => this.has(name),
      pieces: (/** @type {string} */ name) => this.innerPieces(name),
      short: (/** @type {string} */ name) => shortOf(this.innerPieces(name)),
    };
  }

  /** Names of which nothing else is known. @param {Iterable<string>} names */
  static ofNames(names) {
    return new Families([...new Set(names)].map((name) => ({ name, pool: "", zone: "", shape: "" })));
  }

  /** Whether pools with the ends of names are one for each node. */
  telling() {
    const shortNames = [...this.byNode.keys()].map((name) => shortOf(this.poolPieces(name)));
    return new Set(shortNames).size === shortNames.length;
  }

  /** Whether it is one of those that are told apart. @param {string} name */
  has(name) {
    return this.byNode.has(name);
  }

  /** What all names share and none shows. */
  get leftOut() {
    return this.several ? [] : this.plain.leftOut;
  }

  /** The pool of a node in few words, "" without one. @param {string} name */
  poolOf(name) {
    return this.poolText(this.byNode.get(name)?.pool ?? "");
  }

  /** A pool in few words. @param {string} pool */
  poolText(pool) {
    return this.poolTexts.get(pool) ?? pool;
  }

  /** A node that is named alone: its pool and what tells it apart. @param {string} name @returns {Pieces} */
  pieces(name) {
    return this.several && this.has(name) ? this.poolPieces(name) : this.plain.pieces(name);
  }

  /** @param {string} name */
  short(name) {
    return shortOf(this.pieces(name));
  }

  /** @param {string} name @returns {Pieces} */
  poolPieces(name) {
    const family = /** @type {Family} */ (this.byNode.get(name));
    const [from, to] = family.parts.get(name) ?? [0, name.length];
    const after = { text: name.slice(to), visible: false };
    const part = { text: name.slice(from, to), visible: true };
    const pool = this.poolOf(name);
    if (!from || !pool) return filled([{ text: name.slice(0, from), visible: false }, part, after]);
    const at = wordAt(name.slice(0, from), pool);
    if (at < 0) return filled([{ text: name.slice(0, from), visible: false, gap: `${pool} …` }, part, after]);
    const between = name.slice(at + pool.length, from);
    return filled([
      { text: name.slice(0, at), visible: false },
      { text: pool, visible: true },
      between.length > 1 ? { text: between, visible: false, gap: " …" } : { text: between, visible: true },
      part,
      after,
    ]);
  }

  /** @param {string} name @returns {Pieces} */
  innerPieces(name) {
    const range = this.byNode.get(name)?.parts.get(name);
    if (!range) return this.pieces(name);
    const [from, to] = range;
    return filled([
      { text: name.slice(0, from), visible: false },
      { text: name.slice(from, to), visible: true },
      { text: name.slice(to), visible: false },
    ]);
  }
}

/** @param {Pieces} pieces @returns {Pieces} */
const filled = (pieces) => pieces.filter(({ text }) => text);

/**
 * The pool; some installers make one for each zone, "nodes-eu-central-1a". Results of sweeps that were kept
 * before nodes had pools have none.
 * @param {NodeKind} node
 */
const withoutZone = ({ pool, zone }) =>
  zone && pool?.endsWith(`-${zone}`) ? pool.slice(0, -zone.length - 1) : pool;

/** Where a word stands in a name, -1 where it does not. @param {string} name @param {string} word */
function wordAt(name, word) {
  const at = name.lastIndexOf(word);
  const isLetter = (/** @type {string | undefined} */ letter) => Boolean(letter && /[a-z0-9]/.test(letter));
  return at < 0 || isLetter(name[at - 1]) || isLetter(name[at + word.length]) ? -1 : at;
}

const { compare } = new Intl.Collator("en", { numeric: true });

/** @param {NodeKind[]} nodes @returns {Family[]} */
function familiesOf(nodes) {
  /** @type {Map<string, NodeKind[]>} */
  const byPool = new Map();
  const unlabelled = familiesByShape(nodes.filter(({ pool }) => !pool).map(({ name }) => name));
  for (const node of nodes) {
    const pool = withoutZone(node) || (unlabelled.get(node.name) ?? "");
    const members = byPool.get(pool);
    if (members) members.push(node);
    else byPool.set(pool, [node]);
  }
  return [...byPool]
    .sort(([a], [b]) => Number(!a) - Number(!b) || compare(a, b))
    .map(([pool, members]) => ({
      pool,
      nodes: members,
      parts: tellingParts(members.map(({ name }) => name)),
    }));
}
