// Tiny observable values: one source of truth per fact, every view a function of it.

/**
 * @template T
 * @typedef {object} Atom a value that changes
 * @property {() => T} get
 * @property {(value: T) => void} set tells subscribers only when the value changed (Object.is)
 * @property {(change: (value: T) => T) => void} update
 * @property {(listener: (value: T, before: T) => void) => () => void} subscribe returns the unsubscribe
 *   function
 */

/**
 * @template T
 * @typedef {Pick<Atom<T>, "get" | "subscribe">} Source what can be read and listened to
 */

/**
 * The values of a list of sources.
 * @template {readonly Source<any>[]} S
 * @typedef {{[K in keyof S]: S[K] extends Source<infer T> ? T : never}} Values
 */

/**
 * @template T
 * @param {T} value
 * @returns {Atom<T>}
 */
export function atom(value) {
  /** @type {Set<(value: T, before: T) => void>} */
  const listeners = new Set();
  /** @type {Atom<T>} */
  const self = {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      const before = value;
      value = next;
      for (const listener of [...listeners]) {
        if (listeners.has(listener)) listener(value, before);
      }
    },
    update: (change) => self.set(change(value)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return self;
}

/**
 * A value derived from others; it changes when one of them does.
 * @template T
 * @template {readonly Source<any>[]} const S
 * @param {S} sources
 * @param {(...values: Values<S>) => T} derive
 * @returns {Source<T>}
 */
export function computed(sources, derive) {
  const result = atom(derive(...valuesOf(sources)));
  for (const source of sources) source.subscribe(() => result.set(derive(...valuesOf(sources))));
  return { get: result.get, subscribe: result.subscribe };
}

/**
 * Calls `run` now and again after every change of a source; several changes in one task are one call.
 * @template {readonly Source<any>[]} const S
 * @param {S} sources
 * @param {(...values: Values<S>) => void} run
 * @param {(call: () => void) => void} [when] with `afterPaint` of frame.js it may follow a frame later
 * @returns {() => void} stops it
 */
export function effect(sources, run, when = queueMicrotask) {
  let queued = false;
  let stopped = false;
  const call = () => {
    queued = false;
    if (!stopped) run(...valuesOf(sources));
  };
  const offs = sources.map((source) =>
    source.subscribe(() => {
      if (!queued) when(call);
      queued = true;
    }),
  );
  call();
  return () => {
    stopped = true;
    offs.forEach((off) => off());
  };
}

/** @template {readonly Source<any>[]} S @param {S} sources @returns {Values<S>} */
const valuesOf = (sources) => /** @type {any} */ (sources.map((source) => source.get()));
