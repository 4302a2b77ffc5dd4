// The pools of a cluster, which labels name: those of the clouds, of Karpenter and of node groups, and roles.
// Of a host name none is guessed.

/**
 * What is known of a node besides its name; "" where it is not.
 * @typedef {object} NodeKind
 * @property {string} name
 * @property {string} pool
 * @property {string} zone
 * @property {string} shape its type, or what it has
 * @property {string} platform "arm64", "windows amd64"
 */

/** @typedef {{pool: string, nodes: NodeKind[]}} Pool its nodes in the order in which they were given */

export class Pools {
  /** @param {NodeKind[]} nodes */
  constructor(nodes) {
    this.kinds = nodes;
    /** @type {Pool[]} by name, nodes without a pool last */
    this.list = poolsOf(nodes);
    /** @type {Map<string, string>} by the name of a node */
    this.byNode = new Map(
      this.list.flatMap(({ pool, nodes: members }) => members.map(({ name }) => [name, pool])),
    );
    /** Whether nodes differ in architecture or operating system, which headings then say. */
    this.platforms = new Set(nodes.map(({ platform }) => platform)).size > 1;
  }

  /** The pool of a node, "" without one. @param {string} name */
  poolOf(name) {
    return this.byNode.get(name) ?? "";
  }
}

/**
 * The pool; some installers make one for each zone, "nodes-eu-central-1a". Results of sweeps that were kept
 * before nodes had pools have none.
 * @param {NodeKind} node
 */
const withoutZone = ({ pool, zone }) =>
  (zone && pool?.endsWith(`-${zone}`) ? pool.slice(0, -zone.length - 1) : pool) || "";

const { compare } = new Intl.Collator("en", { numeric: true });

/** @param {NodeKind[]} nodes @returns {Pool[]} */
function poolsOf(nodes) {
  /** @type {Map<string, NodeKind[]>} */
  const byPool = new Map();
  for (const node of nodes) {
    const members = byPool.get(withoutZone(node));
    if (members) members.push(node);
    else byPool.set(withoutZone(node), [node]);
  }
  return [...byPool]
    .sort(([a], [b]) => Number(!a) - Number(!b) || compare(a, b))
    .map(([pool, members]) => ({ pool, nodes: members }));
}
