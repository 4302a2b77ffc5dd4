// The run log as the browser keeps it: events folded into cycles. Everything the page shows of a run starts
// here.

import { phrase, t } from "../lib/i18n.js";

/**
 * @import {
 *   CycleFinished, CycleStarted, Event, FilterFinished, MovedPod, NormalizeScoreFinished,
 *   PluginRejections, KueueWalk, PostFilterFinished, PrePointFinished, QueueMoved, RunFinished,
 *   RunStarted, ScoreFinished, StayedPod, WaitingPod, BindingPointFinished, Phrase,
 * } from "../types/engine.js"
 */

/**
 * What is folded: the events of the engine, and how else a run ends.
 * @typedef {Event | {kind: "run.failed", message?: string, said?: Phrase} | {kind: "run.cancelled"}} RunEvent
 */

/**
 * @typedef {object} Points what the extension points of a cycle did; those that took place
 * @property {PrePointFinished} [PreFilter]
 * @property {FilterFinished} [Filter]
 * @property {PostFilterFinished} [PostFilter]
 * @property {PrePointFinished} [PreScore]
 * @property {ScoreFinished} [Score]
 * @property {NormalizeScoreFinished} [NormalizeScore]
 * @property {BindingPointFinished} [Reserve]
 * @property {BindingPointFinished} [Permit]
 * @property {BindingPointFinished} [PreBind]
 * @property {BindingPointFinished} [Bind]
 */

/**
 * The first event of a cycle: its start, or its end alone.
 * @typedef {Pick<CycleStarted, "cycle" | "pod" | "attempt"> & Partial<Omit<CycleStarted, "kind">>} Start
 */

/**
 * @typedef {object} KueueSteps what Kueue did with the pod's workload
 * @property {KueueWalk} walk
 * @property {string} said in two words
 * @property {Record<string, {title: string, heading: string, text: string[]}>} steps by their ids
 */

/**
 * @typedef {object} Cycle one scheduling attempt of one pod
 * @property {number} index
 * @property {string} pod "namespace/name"
 * @property {number} attempt
 * @property {Start} started
 * @property {Points} points
 * @property {CycleFinished | null} finished null while it runs
 * @property {KueueSteps | null} [kueue] null for a pod without a workload; absent until that is known
 */

/**
 * A cluster event, and what it did to the waiting pods; `after` is the cycle that caused it.
 * @typedef {QueueMoved & {after: number}} Move
 */

/**
 * @typedef {object} RunLog
 * @property {RunStarted | null} started
 * @property {Cycle[]} cycles
 * @property {Move[]} moves
 * @property {RunFinished | null} finished
 * @property {string | null} failed
 * @property {boolean} isTooLarge it failed at a limit
 * @property {boolean} cancelled
 * @property {number} done cycles that are finished
 */

/** @returns {RunLog} */
export const emptyLog = () => ({
  started: null,
  cycles: [],
  moves: [],
  finished: null,
  failed: null,
  isTooLarge: false,
  cancelled: false,
  done: 0,
});

/**
 * Takes events in their order; the result is a new object, so that an atom sees the change.
 * @param {RunLog} log
 * @param {RunEvent[]} events
 * @returns {RunLog}
 */
export function extend(log, events) {
  const next = { ...log };
  for (const event of events) /** @type {Folding<RunEvent>} */ (FOLD[event.kind])?.(next, event);
  return next;
}

/** @template {RunEvent} E @typedef {(log: RunLog, event: E) => void} Folding */

/** @type {{[K in RunEvent["kind"]]: Folding<Extract<RunEvent, {kind: K}>>}} */
const FOLD = {
  "run.started": (log, event) => (log.started = event),
  "cycle.started": (log, event) => (log.cycles[event.cycle] = openCycle(event)),
  "point.finished": (log, event) => Object.assign(log.cycles[event.cycle].points, { [event.point]: event }),
  "cycle.finished": (log, event) => {
    log.cycles[event.cycle] ??= openCycle(event);
    log.cycles[event.cycle].finished = event;
    log.done += 1;
  },
  "queue.moved": (log, event) => log.moves.push({ ...event, after: log.cycles.length - 1 }),
  "run.finished": (log, event) => (log.finished = event),
  "run.failed": (log, { message = "", said }) => {
    log.failed = (said ? phrase(said) : message) || t("The run failed.");
    log.isTooLarge = /limit/i.test(message);
  },
  "run.cancelled": (log) => {
    log.cancelled = true;
    log.cycles = log.cycles.filter((cycle) => cycle.finished); // the unfinished one does not count
  },
};

/** @param {Start} event @returns {Cycle} */
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
export const placeOf = (cycle, log) =>
  t("{place} of {total}", {
    place: cycle.index + 1,
    total: Math.max(log.started?.pods.length ?? 0, log.cycles.length),
  });

/** How many nodes the Filter plugins of this cycle rejected. @param {Cycle} cycle */
export const rejectedIn = (cycle) =>
  (cycle.points.Filter?.plugins ?? []).reduce((sum, plugin) => sum + rejections(plugin), 0);

/** The Filter plugin that rejected most nodes; on a tie the first in execution order. @param {Cycle} cycle */
export function mostRejecting(cycle) {
  /** @type {PluginRejections | null} */
  let most = null;
  for (const plugin of cycle.points.Filter?.plugins ?? [])
    if (rejections(plugin) > (most ? rejections(most) : 0)) most = plugin;
  return most?.plugin ?? null;
}

/** @param {PluginRejections} counts */
const rejections = ({ rejected = 0, unresolvable = 0 }) => rejected + unresolvable;

/** The attempt before this one of the same pod. @param {Cycle} cycle @param {RunLog} log */
const attemptBefore = (cycle, log) =>
  log.cycles.findLast((other) => other.pod === cycle.pod && other.index < cycle.index);

/** The attempt after this one of the same pod. @param {Cycle} cycle @param {RunLog} log */
export const attemptAfter = (cycle, log) =>
  log.cycles.find((other) => other.pod === cycle.pod && other.index > cycle.index);

/** @typedef {{move: Move, answer: MovedPod | StayedPod}} Look at a pod that waits, and what came of it */
/** @typedef {{move: Move, answer: MovedPod}} Return of a pod that waited */

/** @param {Look} look @returns {look is Return} */
const isReturn = (look) => "to" in look.answer;

/**
 * What ended the wait before this attempt.
 * @param {Cycle} cycle @param {RunLog} log @returns {Return | null}
 */
export function broughtBack(cycle, log) {
  const before = attemptBefore(cycle, log);
  return before ? (queueEventsAfter(before, log).find(isReturn) ?? null) : null;
}

/**
 * The cluster events after this attempt, up to the next, for which the pod's queueing hints were called.
 * @param {Cycle} cycle @param {RunLog} log @returns {Look[]}
 */
export function queueEventsAfter(cycle, log) {
  const until = attemptAfter(cycle, log)?.index ?? Infinity;
  return log.moves
    .filter((move) => move.after >= cycle.index && move.after < until)
    .flatMap((move) => {
      const answer = [...move.moved, ...move.stayed].find((member) => member.pod === cycle.pod);
      return answer ? [{ move, answer }] : [];
    });
}

/**
 * How the run leaves a pod that waits.
 * @param {Cycle} cycle @param {RunLog} log @returns {WaitingPod | null}
 */
export const leftWaiting = (cycle, log) =>
  attemptAfter(cycle, log) ? null : (log.finished?.waiting?.find((pod) => pod.pod === cycle.pod) ?? null);

/**
 * What became of the pods, by their last attempt: how many found a node, how many still wait, how many were
 * preempted.
 * @param {RunLog} log
 */
export function talliesOf(log) {
  /** @type {Map<string, CycleFinished>} by pod */
  const last = new Map();
  for (const cycle of log.cycles) if (cycle?.finished) last.set(cycle.pod, cycle.finished);
  const victims = log.cycles.flatMap((cycle) => cycle?.finished?.victims ?? []);
  for (const victim of victims) last.delete(victim);
  const placed = [...last.values()].filter(({ node }) => node).length;
  return {
    placed: log.finished?.placed ?? placed,
    waiting: log.finished?.pending ?? last.size - placed,
    victims: victims.length,
  };
}

/** Whether nothing follows any more. @param {RunLog} log */
export const isOver = ({ finished, failed, cancelled }) => Boolean(finished || failed || cancelled);
