// Questions about a matrix. No DOM.

/** @import { Shift, Stay, UpgradeMatrix, UpgradePod, UpgradeStep } from "../../types/engine.js" */

/**
 * @typedef {{pod: UpgradePod, stay: Stay, shift: Shift, before: Stay}} PodShift
 * @typedef {{name: string, members: UpgradePod[], moving: UpgradePod[]}} PodGroup a workload's pods, and
 *   those of them that do not stay where they are under every version
 */

export const KINDS = /** @type {const} */ (["moved", "pending", "placed", "evicted", "spared"]);

/**
 * The kinds of shifts of a step, with their numbers; those that do not occur are left out.
 * @param {UpgradeStep} step
 */
export const kindsAt = (step) =>
  KINDS.map((kind) => ({ kind, count: step[kind] })).filter(({ count }) => count);

/** The stay that begins with a version. @param {UpgradePod} pod @param {number} version */
export const stayAt = (pod, version) => pod.stays.find((stay) => stay.first === version) ?? null;

/** The step that leads to a version. @param {UpgradeMatrix} table @param {number} version */
export const stepTo = (table, version) => table.steps.find((step) => step.after === version) ?? null;

/** @param {UpgradePod} pod @param {number} version @returns {PodShift | null} */
export function shiftOf(pod, version) {
  const stay = stayAt(pod, version);
  const before = pod.stays[pod.stays.findIndex((candidate) => candidate === stay) - 1];
  return stay?.shift && before ? { pod, stay, shift: stay.shift, before } : null;
}

/**
 * The pods that shift at a version: those that decide first, since the others follow from them.
 * @param {UpgradeMatrix} table @param {number} version
 */
export function shiftsAt(table, version) {
  const shifts = table.pods.flatMap((pod) => shiftOf(pod, version) ?? []);
  return [...shifts.filter(decides), ...shifts.filter((shift) => !decides(shift))];
}

/** @param {PodShift} each */
const decides = ({ shift }) => shift.origin !== "follows";

/** Every shift of the matrix: pod by pod, version by version. @param {UpgradeMatrix} table */
export const allShifts = (table) =>
  table.pods.flatMap((pod) => pod.stays.flatMap((stay) => shiftOf(pod, stay.first) ?? []));

/** The rows by workload, in the order of the pods. @param {UpgradePod[]} pods @returns {PodGroup[]} */
export function grouped(pods) {
  /** @type {Map<string, UpgradePod[]>} */
  const groups = new Map();
  for (const pod of pods) groups.set(pod.group, [...(groups.get(pod.group) ?? []), pod]);
  return [...groups].map(([name, members]) => ({
    name,
    members,
    moving: members.filter((pod) => pod.stays.length > 1),
  }));
}

/** The end of a name, without its namespace. @param {string} key */
export const shortName = (key) => key.slice(key.indexOf("/") + 1);
