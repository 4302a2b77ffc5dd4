// The lanes of the hours: pending pods by cause, or pods that got a node by node pool, in one scale.

/** @import { LiveMinute } from "../../types/engine.js" */

export const MINUTE = 60_000;

/**
 * The hours that are shown, in milliseconds since 1970.
 * @typedef {{from: number, to: number}} Range
 */

/** @typedef {{key: string, values: (number | null)[], now: number}} Lane a value a minute, null: not known */

const SHORTEST = 15; // minutes

/**
 * The last hours, as far as the cluster was followed in them.
 * @param {LiveMinute[]} minutes @param {number} hours @param {number} now @returns {Range}
 */
export function rangeOf(minutes, hours, now) {
  const first = minutes.length ? Date.parse(minutes[0].at) : now;
  const newest = minutes.length ? Date.parse(minutes[minutes.length - 1].at) : 0;
  const to = Math.ceil(Math.max(newest + MINUTE, now) / MINUTE) * MINUTE;
  const from = Math.max(first, to - hours * 60 * MINUTE);
  return { from: Math.min(from, to - SHORTEST * MINUTE), to };
}

/** The minutes of a range in their places; undefined where nothing is known. @param {LiveMinute[]} minutes
 * @param {Range} range */
export function placed(minutes, { from, to }) {
  /** @type {(LiveMinute | undefined)[]} */
  const places = new Array(Math.round((to - from) / MINUTE)).fill(undefined);
  for (const minute of minutes) {
    const place = Math.floor((Date.parse(minute.at) - from) / MINUTE);
    if (place >= 0 && place < places.length) places[place] = minute;
  }
  return upToNow(places);
}

const UNWRITTEN = 3; // minutes: the newest one is written when it is over

/**
 * The newest minutes as the last one that is known: who waited then waits now.
 * @param {(LiveMinute | undefined)[]} places
 */
function upToNow(places) {
  const newest = places.findLastIndex(Boolean);
  const minute = places[newest];
  if (!minute || places.length - newest - 1 > UNWRITTEN) return places;
  return places.map((known, i) =>
    i > newest ? { ...minute, pools: {}, failed: 0, different: 0, gap: false } : known,
  );
}

/**
 * Whoever waits before the scheduler first; then those with most now, then those with most at any time; what
 * is left is one lane more, `others`.
 * @param {(LiveMinute | undefined)[]} places @param {"causes" | "pools"} by @param {number} most lanes
 * @returns {Lane[]}
 */
export function lanesOf(places, by, most) {
  if (by === "causes" && places.some((minute) => minute?.queued))
    return [laneOf(QUEUES, places, ({ queued = 0 }) => queued), ...lanesByCount(places, by, most - 1)];
  return lanesByCount(places, by, most);
}

/**
 * @param {(LiveMinute | undefined)[]} places @param {"causes" | "pools"} by @param {number} most lanes
 * @returns {Lane[]}
 */
function lanesByCount(places, by, most) {
  const keys = [...new Set(places.flatMap((minute) => Object.keys(minute?.[by] ?? {})))];
  const lanes = keys.map((key) => laneOf(key, places, (minute) => minute[by][key] ?? 0));
  const peak = new Map(lanes.map(({ key, values }) => [key, Math.max(...values.map(Number))]));
  lanes.sort((a, b) => b.now - a.now || (peak.get(b.key) ?? 0) - (peak.get(a.key) ?? 0));
  if (lanes.length <= most) return lanes;
  const first = lanes.slice(0, most - 1);
  const rest = lanes.slice(most - 1).map(({ key }) => key);
  return [
    ...first,
    laneOf(OTHERS, places, (minute) => rest.reduce((sum, key) => sum + (minute[by][key] ?? 0), 0)),
  ];
}

export const OTHERS = "others";
export const QUEUES = "queues";

/**
 * @param {string} key @param {(LiveMinute | undefined)[]} places
 * @param {(minute: LiveMinute) => number} value
 */
function laneOf(key, places, value) {
  const values = places.map((minute) => (minute ? value(minute) : null));
  return { key, values, now: values.findLast((known) => known !== null) ?? 0 };
}

/** The largest value of all lanes, at least 1. @param {Lane[]} lanes */
export const mostOf = (lanes) =>
  Math.max(1, ...lanes.flatMap(({ values }) => values).map((value) => value ?? 0));

/**
 * The area of a lane, as wide as it has minutes and 1 high: steps, and nothing where nothing is known.
 * @param {Lane} lane @param {number} most
 */
export function areaOf({ values }, most) {
  const parts = [];
  for (let start = 0; start < values.length;) {
    const value = values[start];
    let end = start + 1;
    while (end < values.length && values[end] === value) end += 1;
    if (value) parts.push(`M${start} 1V${round(1 - value / most)}H${end}V1Z`);
    start = end;
  }
  return parts.join("");
}

/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;

/** Runs of minutes of which nothing, or not all, is known, from and up to which place.
 * @param {(LiveMinute | undefined)[]} places @returns {[from: number, to: number][]} */
export function gapsOf(places) {
  /** @type {[number, number][]} */
  const gaps = [];
  places.forEach((minute, i) => {
    if (minute && !minute.gap) return;
    const last = gaps[gaps.length - 1];
    if (last?.[1] === i) last[1] = i + 1;
    else gaps.push([i, i + 1]);
  });
  return gaps;
}

/** Where hours, or parts of one, begin: at most eight. @param {Range} range */
export function marksOf({ from, to }) {
  const step = [5, 10, 15, 30, 60, 120, 180, 240].find((n) => (to - from) / MINUTE / n <= 8) ?? 360;
  const first = Math.ceil(from / MINUTE / step) * step * MINUTE;
  const marks = [];
  for (let at = first; at <= to; at += step * MINUTE) marks.push(at);
  return marks;
}

/** How far into the range a time is, 0 to 1. @param {number} at @param {Range} range */
export const shareOf = (at, { from, to }) => Math.max(0, Math.min(1, (at - from) / (to - from)));
