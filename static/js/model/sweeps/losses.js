// What a loss comes to, workload by workload, and several losses as one column.

/** @import { SweepCell, SweepLoss, SweepResult } from "../../types/engine.js" */

/**
 * @typedef {{placed: number, pending: number}} Outcome of the pods that a loss displaces
 * @typedef {{cell: number, loss: SweepLoss}} LossAt a loss with the number of its cell
 */

/** The losses of one value each, by topology key. @param {SweepResult} result */
export function singleLosses({ losses = [] }) {
  /** @type {Map<string, LossAt[]>} */
  const keys = new Map();
  losses.forEach((loss, cell) => {
    if (loss.values.length !== 1) return;
    const all = keys.get(loss.topology_key);
    if (all) all.push({ cell, loss });
    else keys.set(loss.topology_key, [{ cell, loss }]);
  });
  return keys;
}

/** The losses of two values, by topology key and value. @param {SweepResult} result */
export const pairLosses = ({ losses = [] }) =>
  losses.flatMap((loss, cell) => (loss.values.length === 2 ? [{ cell, loss }] : []));

/** What becomes of a workload's pods in a cell. @param {SweepCell} cell @param {number} workload */
export function outcomeOf(cell, workload) {
  const counts = cell.workloads?.find((candidate) => candidate.workload === workload);
  return { placed: counts?.placed ?? 0, pending: counts?.pending ?? 0 };
}

/** All displaced pods of a cell. @param {SweepCell} cell @returns {Outcome} */
export const outcomeOfAll = ({ placed, pending }) => ({ placed, pending });

/** That which leaves the most pods pending. @param {Outcome[]} outcomes @returns {Outcome} */
export const worstOutcome = (outcomes) =>
  outcomes.reduce((most, outcome) => (outcome.pending > most.pending ? outcome : most));

/**
 * The cell that leaves the most pods pending, or null where none does.
 * @param {(SweepCell | null)[]} cells
 */
export function worst(cells) {
  const pending = cells.map((cell) => cell?.pending ?? 0);
  const most = Math.max(0, ...pending);
  return most ? pending.indexOf(most) : null;
}
