// Tiny observable values: one source of truth per fact, every view a function of it.

/**
 * @template T
 * @typedef {object} Atom
 * @property {() => T} get
 * @property {(value: T) => void} set tells subscribers only when the value changed (Object.is)
 * @property {(change: (value: T) => T) => void} update
 * @property {(listener: (value: T, before: T) => void) => () => void} subscribe returns the unsubscribe function
 */

/**
 * @template T
 * @param {T} value
 * @returns {Atom<T>}
 */
export function atom(value) {
  const listeners = new Set();
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
 * @param {Atom<any>[]} sources
 * @param {(...values: any[]) => T} derive
 * @returns {Pick<Atom<T>, "get" | "subscribe">}
 */
export function computed(sources, derive) {
  const result = atom(derive(...sources.map((source) => source.get())));
  for (const source of sources) {
    source.subscribe(() => result.set(derive(...sources.map((each) => each.get()))));
  }
  return { get: result.get, subscribe: result.subscribe };
}

/**
 * Calls `run` now and again after every change of a source; several changes in one task are one call.
 * @param {Pick<Atom<any>, "get" | "subscribe">[]} sources
 * @param {(...values: any[]) => void} run
 * @param {(call: () => void) => void} [when] with `afterPaint` of frame.js it may follow a frame later
 * @returns {() => void} stops it
 */
export function effect(sources, run, when = queueMicrotask) {
  let queued = false;
  let stopped = false;
  const call = () => {
    queued = false;
    if (!stopped) run(...sources.map((source) => source.get()));
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
