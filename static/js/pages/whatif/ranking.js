// What repairs cost by the reader's prices, and their order by it.

/** @import { AtomicChange, Repair } from "../../types/engine.js" */

/** By kind of change. @typedef {Record<string, number>} Costs */
/**
 * @typedef {Repair & {number: number}} Ranked `cost` is by the reader's prices, `number` the server's, from 1
 */

/** The least first, as in the engine (advice/whatif/risks.py). */
export const RISKS = /** @type {const} */ (["safe", "costs money", "weakens availability", "may lose data"]);

/**
 * The repairs with what they cost now: by risk, then by how many pods the run places, then by cost, then by
 * who moves. The engine has the same rule.
 * @param {Repair[]} repairs @param {Costs} costs @param {Costs} answered those that the server counted with
 * @returns {Ranked[]}
 */
export const rankedBy = (repairs, costs, answered) =>
  inOrder(
    repairs.map((repair, i) => ({
      ...repair,
      number: i + 1,
      cost: total(partsOf(repair, costs, answered).map(({ cost }) => cost)),
    })),
    ({ risk, run, cost }) => ({ risk, cost, placed: run?.placed ?? 0, displaced: run?.displaced ?? 0 }),
  );

/**
 * @template R
 * @param {R[]} repairs
 * @param {(repair: R) => {risk?: Repair["risk"], placed: number, cost: number, displaced: number}} rankOf
 */
export const inOrder = (repairs, rankOf) =>
  repairs
    .map((repair) => ({ repair, ...rankOf(repair) }))
    .toSorted(
      (a, b) =>
        levelOf(a.risk) - levelOf(b.risk) ||
        b.placed - a.placed ||
        a.cost - b.cost ||
        a.displaced - b.displaced,
    )
    .map(({ repair }) => repair);

/**
 * The best of each risk in front, for where few are shown: three sizes of a new node are one idea.
 * @template {Repair} R @param {R[]} repairs in their order @returns {R[]}
 */
export const bestOfEachRisk = (repairs) =>
  repairs.toSorted((a, b) => Number(isFirst(b, repairs)) - Number(isFirst(a, repairs)));

/** @param {Repair} repair @param {Repair[]} repairs */
const isFirst = (repair, repairs) => repairs.find(({ risk }) => risk === repair.risk) === repair;

/** Answers of former versions have no risk. @param {Repair["risk"]} risk */
const levelOf = (risk) => (risk ? RISKS.indexOf(risk) : 0);

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
