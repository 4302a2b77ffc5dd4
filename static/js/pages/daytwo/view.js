// What the timeline shows: its columns, and per column the lanes, the skews and the counts.

import { computed } from "../../lib/atoms.js";
import {
  columnsOf,
  countIn,
  lanesAt,
  podState,
  podsAt,
  pointAt,
  skewOf,
  waitingAt,
} from "../../model/daytwo.js";
import { isNew } from "./squares.js";
import { beats, constraintOf, laneKey, newest, timeline, workload, zoomed } from "./state.js";

/** @import { PlayWorkload, Timeline } from "../../types/engine.js" */
/** @import { Beat, Lane } from "../../model/daytwo.js" */

/**
 * @typedef {object} Column
 * @property {Beat[]} beats
 * @property {number} moment the last one of them
 * @property {Lane[]} lanes
 * @property {number} pending pods without a node
 * @property {{available: number, all: number, pending: number}} counts without pods that are being deleted
 * @property {number | null} skew as the constraint counts
 * @property {number | null} skewOfNewest of the newest revision alone
 */

/** Columns that there is room for. */
const MOST = matchMedia("(max-width: 699px)").matches ? 18 : 34;

/** The beats that are shown: all, or those of one action. */
export const shownBeats = computed(() => {
  const all = beats.get();
  const action = zoomed.get();
  return action === null ? all : all.filter(({ main }) => main.action === action);
});

/** @type {import("../../lib/atoms.js").Source<Column[]>} */
export const columns = computed(() => {
  const table = timeline.get();
  const chosen = workload.get();
  const key = laneKey.get();
  const revision = newest.get();
  return table
    ? columnsOf(shownBeats.get(), MOST).map((group) => columnOf(table, group, chosen, key, revision))
    : [];
});

/**
 * @param {Timeline} table @param {Beat[]} group @param {PlayWorkload | null} chosen
 * @param {string} key @param {string} revision
 * @returns {Column}
 */
function columnOf(table, group, chosen, key, revision) {
  const moment = group[group.length - 1].last;
  const lanes = lanesAt(table, chosen?.workload ?? null, key, moment);
  const pending = waitingAt(table, chosen?.workload ?? null, moment).length;
  const counts = countsAt(table, chosen?.workload ?? null, moment);
  return { beats: group, moment, lanes, pending, counts, ...skews(table, chosen, moment, revision) };
}

/** @param {Timeline} table @param {string | null} name of the workload @param {number} moment */
function countsAt(table, name, moment) {
  const states = podsAt(table, name, moment).map((stay) => podState(stay, moment));
  /** @param {import("../../model/daytwo.js").PodState} state */
  const count = (state) => states.filter((other) => other === state).length;
  const pending = count("pending");
  return { available: count("ready"), all: count("ready") + count("unready") + pending, pending };
}

/**
 * Both skews of a workload's constraint; null without one.
 * @param {Timeline} table @param {PlayWorkload | null} chosen
 * @param {number} moment @param {string} revision the newest
 */
export function skews(table, chosen, moment, revision) {
  const constraint = constraintOf(chosen);
  if (!chosen || !constraint) return { skew: null, skewOfNewest: null };
  const lanes = lanesAt(table, chosen.workload, constraint.topology_key, moment);
  const own = constraint.by_revision ? revision : null;
  return {
    skew: skewOf(lanes, moment, own, constraint.min_domains),
    skewOfNewest:
      chosen.revisions.length > 1 ? skewOf(lanes, moment, revision, constraint.min_domains) : null,
  };
}

/**
 * Counts of old and new pods in a lane.
 * @param {Lane} lane @param {number} moment @param {string} revision
 */
export function shares(lane, moment, revision) {
  const fresh = lane.stays.filter((stay) => isNew(stay, revision)).length;
  return { old: lane.stays.length - fresh, fresh, counted: countIn(lane, moment, null) };
}

const MOST_LANES = 12;
const HIGHEST = 6; // squares above one another
const FEW = 6; // lanes
const FLAT = 4; // squares, where there are more lanes

/**
 * The lanes that are listed, by index, and whether they show numbers instead of squares.
 * @param {Column[]} visibleColumns @param {boolean} all
 */
export function laneChoice(visibleColumns, all) {
  const count = visibleColumns[0]?.lanes.length ?? 0;
  const most = Array.from({ length: count }, (_, i) =>
    Math.max(...visibleColumns.map(({ lanes }) => lanes[i].stays.length)),
  );
  const spread = most.map(
    (high, i) =>
      high - Math.min(...visibleColumns.map(({ lanes }) => lanes[i].stays.length)) + (high ? 0.5 : 0),
  );
  const order = [...most.keys()].sort((a, b) => spread[b] - spread[a] || a - b);
  const listed = (all ? order.slice(0, 200) : order.slice(0, MOST_LANES)).sort((a, b) => a - b);
  return {
    listed,
    rest: count - listed.length,
    numbers: Math.max(0, ...most) > (listed.length > FEW ? FLAT : HIGHEST),
  };
}

/** What the controller promises at a moment. @param {PlayWorkload | null} chosen @param {number} moment */
export const boundsAt = (chosen, moment) => (chosen ? pointAt(chosen.bounds, moment) : null);
