// The timeline of a play, folded: which pods, nodes and counts there are at a moment, in lanes by a label.

/** @import { PlayMoment, PlayNode, PlayStay, Timeline } from "../types/engine.js" */

/**
 * @typedef {"pending" | "unready" | "ready" | "leaving"} PodState
 * @typedef {object} Beat what happened at once to one pod or node: a column of the timeline at most
 * @property {number} first the numbers of its moments
 * @property {number} last
 * @property {PlayMoment} main the one that it is shown as
 * @typedef {object} Lane the nodes of one value of a label
 * @property {string} name "" without the label
 * @property {PlayStay[]} stays on its nodes
 * @property {number} nodes present
 * @property {number} lost of these
 * @property {number} cordoned of these
 */

/** Whether something is so at a moment. @param {number[]} toggles @param {number} moment */
export const isOn = (toggles, moment) => toggles.filter((toggle) => toggle <= moment).length % 2 === 1;

/**
 * The newest of the points that are not after a moment.
 * @template {{moment: number}} P @param {P[]} points @param {number} moment @returns {P | null}
 */
export function pointAt(points, moment) {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle].moment <= moment) low = middle + 1;
    else high = middle;
  }
  return points[low - 1] ?? null;
}

/** Whether a pod exists. @param {PlayStay} stay @param {number} moment */
export const exists = (stay, moment) => stay.created <= moment && (stay.gone === null || moment < stay.gone);

/** @param {PlayStay} stay one that exists @param {number} moment @returns {PodState} */
export function podState(stay, moment) {
  if (stay.deleting !== null && stay.deleting <= moment) return "leaving";
  if (stay.placed === null || stay.placed > moment) return "pending";
  return isOn(stay.available, moment) ? "ready" : "unready";
}

/**
 * The pods of a workload at a moment, pending ones too. Without a workload all.
 * @param {Timeline} timeline @param {string | null} workload @param {number} moment
 */
export const podsAt = (timeline, workload, moment) =>
  timeline.stays.filter((stay) => (!workload || stay.workload === workload) && exists(stay, moment));

/**
 * The pods without a node; those that get one at the same time do not wait.
 * @param {Timeline} timeline @param {string | null} workload @param {number} moment
 */
export function waitingAt(timeline, workload, moment) {
  const { at } = timeline.moments[moment];
  return podsAt(timeline, workload, moment).filter(
    (stay) =>
      podState(stay, moment) === "pending" && (stay.placed === null || timeline.moments[stay.placed].at > at),
  );
}

export const HOSTNAME = "kubernetes.io/hostname";

/**
 * The value of a node's label; "" without it.
 * @param {PlayNode} node @param {string} key @param {number} moment
 */
export function domainOf(node, key, moment) {
  const state = pointAt(node.states, moment) ?? node.states[0];
  return state?.labels[key] ?? (key === HOSTNAME ? node.name : "");
}

/**
 * Every value of a label that some node has at some moment, in the order of names.
 * @param {Timeline} timeline @param {string} key
 */
export function domainsOf(timeline, key) {
  /** @type {Map<string, string[]>} */
  const byKey = domains.get(timeline) ?? new Map();
  domains.set(timeline, byKey);
  const names = byKey.get(key) ?? sortedDomains(timeline, key);
  byKey.set(key, names);
  return names;
}

/** @type {WeakMap<Timeline, Map<string, string[]>>} sorting many names takes long */
const domains = new WeakMap();
const { compare } = new Intl.Collator("en", { numeric: true });

/** @param {Timeline} timeline @param {string} key */
function sortedDomains(timeline, key) {
  const names = new Set(
    timeline.nodes.flatMap((node) =>
      node.states.map(({ labels }) => labels[key] ?? (key === HOSTNAME ? node.name : "")),
    ),
  );
  return [...names].sort(compare);
}

/** The labels by which nodes differ, or that they share as a topology. @param {Timeline} timeline */
export function laneKeys(timeline) {
  /** @type {Map<string, Set<string>>} */
  const values = new Map();
  for (const { states } of timeline.nodes)
    for (const [key, value] of Object.entries(states[0]?.labels ?? {}))
      values.set(key, (values.get(key) ?? new Set()).add(value));
  const constrained = timeline.workloads.flatMap(({ constraints }) =>
    constraints.map((constraint) => constraint.topology_key),
  );
  const several = [...values].filter(([, value]) => value.size > 1).map(([key]) => key);
  return [...new Set([...constrained, HOSTNAME, ...several])];
}

/**
 * The lanes at a moment, with every value that the label ever has, in the order of `domainsOf`.
 * @param {Timeline} timeline @param {string | null} workload @param {string} key @param {number} moment
 * @returns {Lane[]}
 */
export function lanesAt(timeline, workload, key, moment) {
  /** @type {Map<string, Lane>} */
  const lanes = new Map(
    domainsOf(timeline, key).map((name) => [name, { name, stays: [], nodes: 0, lost: 0, cordoned: 0 }]),
  );
  /** @type {Map<string, Lane | undefined>} by the node's name */
  const laneOf = new Map();
  for (const node of timeline.nodes) {
    const lane = lanes.get(domainOf(node, key, moment));
    laneOf.set(node.name, lane);
    if (!lane || !isOn(node.present, moment)) continue;
    const state = pointAt(node.states, moment);
    lane.nodes += 1;
    lane.lost += Number(state?.lost ?? false);
    lane.cordoned += Number(state?.cordoned ?? false);
  }
  for (const stay of podsAt(timeline, workload, moment))
    if (stay.node && stay.placed !== null && stay.placed <= moment) laneOf.get(stay.node)?.stays.push(stay);
  return [...lanes.values()];
}

/**
 * The lanes as they would be if some pods were on other nodes, or on none.
 * @param {Timeline} timeline @param {string | null} workload @param {string} key @param {number} moment
 * @param {Record<string, string | null>} placements nodes by pod, null without one
 * @returns {Lane[]}
 */
export function lanesAfter(timeline, workload, key, moment, placements) {
  const lanes = lanesAt(timeline, workload, key, moment);
  const domainByNode = new Map(timeline.nodes.map((node) => [node.name, domainOf(node, key, moment)]));
  const moved = lanes.flatMap(({ stays }) => stays).filter(({ pod }) => pod in placements);
  return lanes.map((lane) => ({
    ...lane,
    stays: [
      ...lane.stays.filter(({ pod }) => !(pod in placements)),
      ...moved.filter(({ pod }) => domainByNode.get(placements[pod] ?? "") === lane.name),
    ],
  }));
}

/**
 * The pods that a constraint counts in a domain: those that are being deleted are no longer counted.
 * @param {Lane} lane @param {number} moment @param {string | null} revision the only one, or null for all
 */
export const countIn = ({ stays }, moment, revision) =>
  stays.filter(
    (stay) => podState(stay, moment) !== "leaving" && (revision === null || stay.revision === revision),
  ).length;

/**
 * The difference between the fullest and the emptiest domain.
 * @param {Lane[]} lanes those of the constraint's domains @param {number} moment
 * @param {string | null} revision the only one that counts, or null for all
 * @param {number | null} [minDomains] with fewer domains the emptiest is 0
 */
export function skewOf(lanes, moment, revision, minDomains = null) {
  const counts = lanes
    .filter(({ nodes, name }) => nodes && name)
    .map((lane) => countIn(lane, moment, revision));
  if (!counts.length) return 0;
  const least = minDomains !== null && counts.length < minDomains ? 0 : Math.min(...counts);
  return Math.max(...counts) - least;
}

/** The newest revision that has pods until a moment. @param {Timeline} timeline
 * @param {string} workload @param {number} moment */
export function newestRevision(timeline, workload, moment) {
  const used = new Set(
    timeline.stays
      .filter((stay) => stay.workload === workload && stay.created <= moment)
      .map(({ revision }) => revision),
  );
  const known = timeline.workloads.find((candidate) => candidate.workload === workload)?.revisions ?? [];
  return known.findLast((revision) => used.has(revision)) ?? [...used].at(-1) ?? "";
}

/** The counts of pods of each lane, as "3/2/0". @param {Lane[]} lanes @param {number} moment */
export const countsText = (lanes, moment) => lanes.map((lane) => countIn(lane, moment, null)).join("/");

/**
 * The moments in groups of which one is shown: a pod's creation belongs to its placement at the same time,
 * and what a controller decides to what comes of it.
 * @param {Timeline} timeline @returns {Beat[]}
 */
export function beatsOf(timeline) {
  const last = new Map(timeline.moments.map((moment) => [placeOf(moment), moment.number]));
  /** @type {Beat[]} */
  const beats = [];
  let first = 0;
  for (const moment of timeline.moments) {
    const { number, kind } = moment;
    const isQuiet = kind === "workload-scaled" || (moment.pod && last.get(placeOf(moment)) !== number);
    const isLast = number === timeline.moments.length - 1;
    if (isQuiet && !isLast) continue;
    beats.push({ first, last: number, main: moment });
    first = number + 1;
  }
  return beats;
}

/**
 * What happens to a pod at one time is one thing: its creation and its placement.
 * @param {PlayMoment} moment
 */
const placeOf = ({ pod, at, action, kind }) =>
  `${pod ?? ""} ${at} ${action} ${kind === "pod-deleting" || kind === "pod-gone" ? kind : ""}`;

/**
 * Beats put together so that there are at most so many columns; each shows how it is after its last one.
 * @param {Beat[]} beats @param {number} most @returns {Beat[][]}
 */
export function columnsOf(beats, most) {
  const columns = Math.min(beats.length, most);
  return Array.from({ length: columns }, (_, i) =>
    beats.slice(Math.floor((i * beats.length) / columns), Math.floor(((i + 1) * beats.length) / columns)),
  );
}

/** The index of the beat in which a moment is. @param {Beat[]} beats @param {number} moment */
export const beatAt = (beats, moment) =>
  Math.max(
    0,
    beats.findLastIndex((beat) => beat.first <= moment),
  );

/** Seconds on the clock, as "1:05:00", "2:30" or "13 s". @param {number} seconds */
export function clock(seconds) {
  const whole = Math.round(seconds * 10) / 10;
  if (whole < 120) return `${whole} s`;
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), Math.floor(whole % 60)];
  const units = parts[0] ? parts : parts.slice(1);
  return units.map((part, i) => (i ? String(part).padStart(2, "0") : String(part))).join(":");
}

/**
 * The moments that decide how a workload comes to be spread: after each the new revision is more unequal than
 * ever before, or the constraint's own count exceeds what it allows for the first time.
 * @param {Beat[]} beats
 * @param {(moment: number) => number} skewOfNewest
 * @param {(moment: number) => number} skewCounted
 * @param {number} maxSkew
 */
export function decisive(beats, skewOfNewest, skewCounted, maxSkew) {
  let worst = maxSkew;
  let exceeded = false;
  return beats.filter(({ main, last }) => {
    if (main.kind !== "pod-placed" && main.kind !== "pod-deleting" && main.kind !== "pod-gone") return false;
    const skew = skewOfNewest(last);
    const counted = skewCounted(last) > maxSkew;
    const decides = skew > worst || (counted && !exceeded);
    worst = Math.max(worst, skew);
    exceeded = counted;
    return decides;
  });
}
