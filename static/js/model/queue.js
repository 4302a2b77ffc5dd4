// The scheduling queue when a pod is taken from it, from the log: who waits in which part, and why there.

import { mostRejecting } from "./log.js";

/** @import { Cycle, Move, RunLog } from "./log.js" */
/** @import { QueuePart } from "../types/engine.js" */

/** @typedef {QueuePart | "gated"} Lane */

/**
 * Why a pod is where it is: it is new; the event that moved it; its backoff ended; a plugin rejected it, the
 * one that rejected most nodes; it has gates.
 * @typedef {{kind: "new"} | {kind: "moved", move: Move, until: number} | {kind: "ended", at: number} |
 *   {kind: "rejected", plugin: string | null, attempt: number} | {kind: "gates"}} Cause
 *
 * @typedef {{pod: string, lane: Lane, cause: Cause, priority: number | null}} Waiting
 */

/** @type {Lane[]} */
export const LANES = ["active", "backoff", "unschedulable", "gated"];

/**
 * The pods that wait while this one is taken, by part of the queue; those of activeQ in the order in which
 * they are taken.
 * @param {RunLog} log @param {Cycle} cycle @returns {Record<Lane, Waiting[]>}
 */
export function lanesAt(log, cycle) {
  const places = placesAt(log, cycle);
  const turns = turnsAfter(log, cycle);
  /** @type {Record<Lane, Waiting[]>} */
  const lanes = { active: [], backoff: [], unschedulable: [], gated: [] };
  for (const [pod, { lane, cause }] of places) {
    const next = turns.get(pod);
    lanes[lane].push({ pod, lane, cause, priority: next?.started.queue?.priority ?? null });
  }
  /** @param {Waiting} waiting */
  const turn = ({ pod }) => turns.get(pod)?.index ?? Infinity;
  lanes.active.sort((a, b) => turn(a) - turn(b) || 0);
  return lanes;
}

/** @typedef {{lane: Lane, cause: Cause}} Place */

/** @param {RunLog} log @param {Cycle} cycle @returns {Map<string, Place>} by pod */
function placesAt(log, cycle) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const pod of log.started?.pods ?? []) places.set(pod, { lane: "active", cause: { kind: "new" } });
  for (const { pod, finished } of log.cycles)
    if (finished?.skipped === "Gated") places.set(pod, { lane: "gated", cause: { kind: "gates" } });
  let moves = 0;
  for (const earlier of log.cycles.slice(0, cycle.index)) {
    leave(places, earlier);
    for (; log.moves[moves]?.after === earlier.index; moves += 1) take(places, log.moves[moves]);
  }
  endBackoffs(places, cycle.started.at ?? 0);
  if (cycle.finished?.skipped !== "Gated") places.delete(cycle.pod);
  return places;
}

/** What an attempt does to its pod. @param {Map<string, Place>} places @param {Cycle} cycle */
function leave(places, cycle) {
  const { pod, attempt, finished } = cycle;
  if (finished?.skipped === "Gated") return;
  if (!finished || finished.node || finished.skipped) places.delete(pod);
  else
    places.set(pod, {
      lane: "unschedulable",
      cause: { kind: "rejected", plugin: rejector(cycle), attempt },
    });
}

/** @param {Cycle} cycle */
const rejector = (cycle) =>
  mostRejecting(cycle) ??
  cycle.points.PreFilter?.plugins.find(({ code }) => code !== "Success" && code !== "Skip")?.plugin ??
  null;

/** @param {Map<string, Place>} places @param {Move} move */
function take(places, move) {
  for (const { pod, to, ready_at: until } of move.moved)
    places.set(pod, { lane: to, cause: { kind: "moved", move, until } });
}

/** @param {Map<string, Place>} places @param {number} now */
function endBackoffs(places, now) {
  for (const [pod, { lane, cause }] of places)
    if (lane === "backoff" && cause.kind === "moved" && cause.until <= now)
      places.set(pod, { lane: "active", cause: { kind: "ended", at: cause.until } });
}

/** The next attempt of each pod from this cycle on. @param {RunLog} log @param {Cycle} cycle */
function turnsAfter(log, cycle) {
  /** @type {Map<string, Cycle>} */
  const turns = new Map();
  for (const upcoming of log.cycles.slice(cycle.index))
    if (!turns.has(upcoming.pod)) turns.set(upcoming.pod, upcoming);
  return turns;
}
