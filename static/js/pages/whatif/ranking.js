// What repairs cost by the reader's prices, and their order by it.

/** @import { AtomicChange, Repair } from "../../types/engine.js" */

/** By kind of change. @typedef {Record<string, number>} Costs */
/**
 * @typedef {Repair & {number: number}} Ranked `cost` is by the reader's prices, `number` the server's, from 1
 */

/**
 * The repairs with what they cost now: the best of each sort first, then the others, cheapest first. The best
 * of a sort moves nobody, if there is such a one, and costs no more than an eviction; what takes the place of
 * another pod comes behind what does not. The engine has the same rule
 * (advice/whatif/sorts.py).
 * @param {Repair[]} repairs @param {Costs} costs @param {Costs} answered those that the server counted with
 * @returns {Ranked[]}
 */
export function rankedBy(repairs, costs, answered) {
  const priced = repairs.map((repair, i) => ({
    ...repair,
    number: i + 1,
    cost: total(partsOf(repair, costs, answered).map(({ cost }) => cost)),
  }));
  return bestOfEachFirst(
    priced,
    (repair) => ({ sort: repair.sort ?? "", cost: repair.cost, harm: harmOf(repair) }),
    costs.eviction,
  );
}

/**
 * What it does to pods that have a node without it: nothing, gives some another, or leaves some without any.
 * @param {Repair} repair
 */
const harmOf = ({ run }) => (!run?.displaced ? NONE : run.stranded ? STRANDS : MOVES);

const [NONE, MOVES, STRANDS] = [0, 1, 2];

/**
 * @template R
 * @param {R[]} repairs
 * @param {(repair: R) => {sort: string, cost: number, harm: number}} rankOf
 * @param {number} most that one may cost which is put in front as the best of its sort
 */
export function bestOfEachFirst(repairs, rankOf, most) {
  const ranked = repairs.map((repair) => ({ repair, ...rankOf(repair) }));
  const best = ranked
    .filter(({ cost }) => cost <= most)
    .toSorted((a, b) => a.harm - b.harm || a.cost - b.cost);
  const heads = new Set(best.filter(({ sort }, i) => best.findIndex((other) => other.sort === sort) === i));
  return ranked
    .toSorted(
      (a, b) =>
        Number(a.harm === STRANDS) - Number(b.harm === STRANDS) ||
        Number(heads.has(b)) - Number(heads.has(a)) ||
        a.cost - b.cost ||
        a.harm - b.harm,
    )
    .map(({ repair }) => repair);
}

/**
 * What the changes of each kind cost together, in the order in which the kinds have their prices.
 * @param {Repair} repair @param {Costs} costs @param {Costs} answered
 */
export const partsOf = ({ atoms }, costs, answered) =>
  Object.keys(costs)
    .map((kind) => ({
      kind,
      cost: total(
        atoms.filter((atom) => atom.kind === kind).map((atom) => timesOf(atom, answered) * costs[kind]),
      ),
      changes: atoms.filter((atom) => atom.kind === kind).length,
    }))
    .filter(({ changes }) => changes);

/**
 * How many times a change costs its kind: two pods that move are one change.
 * @param {AtomicChange} atom @param {Costs} answered
 */
const timesOf = ({ kind, cost }, answered) => (answered[kind] ? cost / answered[kind] : 1);

/** @param {number[]} numbers */
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/**
 * As the address has them: the prices that differ, "node:3,label:0".
 * @param {Costs} costs @param {Costs} usual
 */
export const costsText = (costs, usual) =>
  Object.keys(usual)
    .filter((kind) => costs[kind] !== usual[kind])
    .map((kind) => `${kind}:${costs[kind]}`)
    .join(",");

/** @param {string} text of an address @param {Costs} usual @returns {Costs} */
export function costsFrom(text, usual) {
  const pairs = text.split(",").map((pair) => pair.split(":"));
  const given = pairs.filter(([kind, cost]) => kind in usual && /^\d+(\.\d+)?$/.test(cost ?? ""));
  return { ...usual, ...Object.fromEntries(given.map(([kind, cost]) => [kind, Number(cost)])) };
}
