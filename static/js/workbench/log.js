// The run log as the browser keeps it: events folded into cycles. Whatever the page shows of a run starts here.

/**
 * @typedef {object} Cycle one scheduling attempt of one pod
 * @property {number} index
 * @property {string} pod "namespace/name"
 * @property {number} attempt
 * @property {any} started
 * @property {Record<string, any>} points point.finished events by extension point
 * @property {any} finished cycle.finished, or null while it runs
 */

/**
 * @typedef {object} RunLog
 * @property {any} started
 * @property {Cycle[]} cycles
 * @property {any} finished
 * @property {string | null} failed
 */

/** @returns {RunLog} */
export const emptyLog = () => ({ started: null, cycles: [], finished: null, failed: null });

/**
 * Takes events in their order; the result is a new object, so that an atom sees the change.
 * @param {RunLog} log
 * @param {any[]} events
 * @returns {RunLog}
 */
export function extend(log, events) {
  const next = { ...log };
  for (const event of events) FOLD[event.kind]?.(next, event);
  return next;
}

const FOLD = {
  "run.started": (log, event) => (log.started = event),
  "cycle.started": (log, event) => (log.cycles[event.cycle] = openCycle(event)),
  "point.finished": (log, event) => (log.cycles[event.cycle].points[event.point] = event),
  "cycle.finished": (log, event) => {
    log.cycles[event.cycle] ??= openCycle(event);
    log.cycles[event.cycle].finished = event;
  },
  "run.finished": (log, event) => (log.finished = event),
  "run.failed": (log, event) => (log.failed = event.message ?? "The run failed."),
};

const openCycle = (event) => ({
  index: event.cycle,
  pod: event.pod,
  attempt: event.attempt ?? 1,
  started: event,
  points: {},
  finished: null,
});

/** @param {Cycle} cycle */
export const isPending = (cycle) => Boolean(cycle.finished && !cycle.finished.node);

/** The place of a cycle in the run: "3 of 7". @param {Cycle} cycle @param {RunLog} log */
export const placeOf = (cycle, log) => `${cycle.index + 1} of ${Math.max(log.started?.pods.length ?? 0, log.cycles.length)}`;

/** How many nodes the Filter plugins of this cycle rejected. */
export const rejectedIn = (cycle) =>
  (cycle.points.Filter?.plugins ?? []).reduce((sum, each) => sum + rejections(each), 0);

/** The Filter plugin that rejected most nodes; of several the first in execution order. */
export function mostRejecting(cycle) {
  let most = null;
  for (const each of cycle.points.Filter?.plugins ?? []) if (rejections(each) > (most ? rejections(most) : 0)) most = each;
  return most?.plugin ?? null;
}

const rejections = ({ rejected = 0, unresolvable = 0 }) => rejected + unresolvable;
