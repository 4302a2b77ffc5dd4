// Values that change, and what follows them: one source of truth per fact, every view a function of it.
// They are Preact's signals, whose effects would run in the midst of a change; these run after it.

import * as signals from "../../vendor/signals-core/signals-core.mjs";

/** @import { ReadonlySignal } from "../../vendor/signals-core/signals-core.mjs" */

/**
 * @template T
 * @typedef {object} Source what can be read and listened to
 * @property {() => T} get an effect or a computed value that calls it follows the value
 * @property {() => T} peek the value without following it
 * @property {(listener: (value: T) => void) => () => void} subscribe tells of every later change, at once;
 *   returns the unsubscribe function
 */

/**
 * @template T
 * @typedef {Source<T> & {set: (value: T) => void, update: (change: (value: T) => T) => void}} Atom a value
 *   that changes; setting it to what it is tells nobody
 */

/** @template T @param {ReadonlySignal<T>} value @returns {Source<T>} */
const source = (value) => ({
  get: () => value.value,
  peek: () => value.peek(),
  subscribe(listener) {
    let isFirst = true;
    return value.subscribe((now) => {
      if (!isFirst) listener(now);
      isFirst = false;
    });
  },
});

/** @template T @param {T} initial @returns {Atom<T>} */
export function atom(initial) {
  const value = signals.signal(initial);
  /** @param {T} next */
  const set = (next) => {
    value.value = next;
  };
  return { ...source(value), set, update: (change) => set(change(value.peek())) };
}

/** A value derived from those that `derive` reads. @template T @param {() => T} derive */
export const computed = (derive) => source(signals.computed(derive));

let count = 0;
/** The effects that run after this task, by their numbers. @type {Map<number, () => void>} */
const due = new Map();

/** Effects run in the order in which they were made; one that fails stops no other. */
function runDue() {
  const calls = [...due].sort(([a], [b]) => a - b);
  due.clear();
  for (const [, call] of calls)
    try {
      call();
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
}

/** @param {number} number @param {() => void} call */
function afterTask(number, call) {
  if (!due.size) queueMicrotask(runDue);
  due.set(number, call);
}

/**
 * Calls `run` now and again after every change of what it read; several changes in one task are one call.
 * @param {() => void} run
 * @param {(call: () => void) => void} [later] with `afterPaint` of frame.js it may follow a frame later
 * @returns {() => void} stops it
 */
export function effect(run, later) {
  const number = count++;
  const when = later ?? ((call) => afterTask(number, call));
  const turn = signals.signal(0);
  let isDue = true;
  const call = () => {
    isDue = true;
    turn.value += 1;
  };
  return signals.effect(() => {
    void turn.value; // until its turn it follows nothing else
    if (!isDue) return when(call);
    isDue = false;
    run();
  });
}

/**
 * An effect of `sources` alone, whatever `run` reads: for what reads later than it is called, or draws what
 * follows its own values.
 * @param {readonly Source<any>[]} sources @param {() => void} run @param {(call: () => void) => void} [later]
 */
export const watch = (sources, run, later) =>
  effect(() => {
    for (const { get } of sources) get();
    signals.untracked(run);
  }, later);
