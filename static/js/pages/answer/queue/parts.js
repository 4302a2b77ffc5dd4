// The parts of a queue's bar: on one scale for the whole cohort, each with its number.

/** @import { CohortBars, QueueAmount, QueueBar } from "../../../types/engine.js" */

/**
 * @typedef {"used" | "borrowed" | "mine" | "missing" | "unused" | "lent"} PartKind
 * @typedef {{kind: PartKind, amount: number, text: string}} BarPart
 */

/**
 * From left to right, without those that are empty. In the bar of the workload's own queue what it asks for
 * comes after what is used; what is missing may be what the queue has lent.
 * @param {QueueBar} bar @returns {BarPart[]}
 */
export function partsOf({ within, borrowed, unused, lent, free, missing }) {
  const asked = (free?.amount ?? 0) + (missing?.amount ?? 0);
  const room = Math.max(0, unused.amount - asked);
  const lentRest = Math.min(room, Math.max(0, lent.amount - (missing?.amount ?? 0)));
  /** @type {BarPart[]} */
  const parts = [
    { kind: "used", ...within },
    { kind: "borrowed", ...borrowed },
    ...(free ? [/** @type {BarPart} */ ({ kind: "mine", ...free })] : []),
    ...(missing ? [/** @type {BarPart} */ ({ kind: "missing", ...missing })] : []),
    { kind: "unused", ...restOf(room - lentRest, unused) },
    { kind: "lent", ...restOf(lentRest, lent) },
  ];
  return parts.filter(({ amount }) => amount > 0);
}

/**
 * A part of an amount, with its number in the unit of the whole.
 * @param {number} rest @param {QueueAmount} all
 */
function restOf(rest, all) {
  const number = Number.parseFloat(all.text);
  const unit = all.text.replace(/^[\d.]+/, "");
  const text = all.amount ? `${Math.round((number * rest * 100) / all.amount) / 100}${unit}` : "";
  return { amount: rest, text };
}

/** What the longest bar of the cohort, or the farthest line, takes. @param {CohortBars} bars */
export const scaleOf = ({ queues }) =>
  Math.max(
    1,
    ...queues.flatMap((bar) => [
      bar.nominal.amount,
      partsOf(bar).reduce((sum, { amount }) => sum + amount, 0),
    ]),
  );

/**
 * The message, cut where the part that decides begins and ends; that part may not be in it.
 * @param {string} message @param {string[]} deciding @returns {{text: string, decides: boolean}[]}
 */
export function cutMessage(message, deciding) {
  const reason = deciding.find((text) => text && message.includes(text));
  if (!reason) return [{ text: message, decides: false }];
  const at = message.indexOf(reason);
  return [
    { text: message.slice(0, at), decides: false },
    { text: reason, decides: true },
    { text: message.slice(at + reason.length), decides: false },
  ].filter(({ text }) => text);
}
