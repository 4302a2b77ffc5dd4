import assert from "node:assert/strict";
import { test } from "node:test";

import {
  beatAt,
  beatsOf,
  clock,
  columnsOf,
  countsText,
  decisive,
  domainsOf,
  isOn,
  laneKeys,
  lanesAfter,
  lanesAt,
  newestRevision,
  podState,
  podsAt,
  skewOf,
  waitingAt,
} from "../../../static/js/model/daytwo.js";

/** @import { PlayMoment, PlayNode, PlayStay, Timeline } from "../../../static/js/types/engine.js" */

const WEB = "Deployment default/web";
const WHY = { code: "", operands: {} };

/** @param {string} name @param {string} zone @returns {PlayNode} */
const node = (name, zone) => ({
  name,
  present: [0],
  states: [{ moment: 0, cordoned: false, lost: false, taints: [], labels: { zone } }],
});

/** @param {Partial<PlayStay>} fields @returns {PlayStay} */
const stay = (fields) => ({
  pod: "default/p",
  workload: WEB,
  revision: "old",
  created: 0,
  node: null,
  placed: null,
  available: [],
  deleting: null,
  gone: null,
  ...fields,
});

/**
 * @param {number} number @param {number} at @param {PlayMoment["kind"]} kind @param {string} [pod]
 * @returns {PlayMoment}
 */
const moment = (number, at, kind, pod) => ({
  number,
  at,
  action: 0,
  kind,
  why: WHY,
  workload: WEB,
  ...(pod ? { pod } : {}),
});

// Two zones; one old pod in each; a new one is created and placed in a, then the old one of b goes.
const MOMENTS = [
  moment(0, 0, "action"),
  moment(1, 1, "workload-scaled"),
  moment(2, 1, "pod-created", "default/new-1"),
  moment(3, 1, "pod-created", "default/new-2"),
  moment(4, 1, "pod-placed", "default/new-1"),
  moment(5, 1, "pod-pending", "default/new-2"),
  moment(6, 2, "pod-ready", "default/new-1"),
  moment(7, 2, "pod-available", "default/new-1"),
  moment(8, 2, "pod-deleting", "default/old-b"),
  moment(9, 3, "pod-gone", "default/old-b"),
];

/** @type {Timeline} */
const TIMELINE = {
  seed: 1,
  seconds: 3,
  actions: [{ kind: "start", operands: {}, step: null, at: 0, first: 0, last: 9, settled: true }],
  moments: MOMENTS,
  stays: [
    stay({ pod: "default/old-a", node: "a1", placed: 0, available: [0] }),
    stay({ pod: "default/old-b", node: "b1", placed: 0, available: [0, 8], deleting: 8, gone: 9 }),
    stay({ pod: "default/new-1", revision: "new", created: 2, node: "a1", placed: 4, available: [7] }),
    stay({ pod: "default/new-2", revision: "new", created: 3 }),
  ],
  nodes: [node("a1", "a"), node("b1", "b"), node("b2", "b")],
  workloads: [
    {
      workload: WEB,
      kind: "Deployment",
      revisions: ["old", "new"],
      constraints: [
        {
          kind: "spread",
          topology_key: "zone",
          max_skew: 1,
          required: true,
          selector: "app=web",
          by_revision: false,
          min_domains: null,
        },
      ],
      bounds: [],
      series: [],
    },
  ],
  budgets: [],
  complete: true,
};

const lanes = (/** @type {number} */ at) => lanesAt(TIMELINE, WEB, "zone", at);

test("toggles are on between an odd and an even entry", () => {
  assert.deepEqual(
    [0, 3, 4, 5, 6, 9].map((at) => isOn([3, 5, 9], at)),
    [false, true, true, false, false, true],
  );
});

test("a pod is pending, then not ready, then ready, then leaving, then gone", () => {
  const [, oldB, new1] = TIMELINE.stays;
  assert.deepEqual(
    [2, 4, 7].map((at) => podState(new1, at)),
    ["pending", "unready", "ready"],
  );
  assert.deepEqual(
    [7, 8].map((at) => podState(oldB, at)),
    ["ready", "leaving"],
  );
  assert.deepEqual(
    podsAt(TIMELINE, WEB, 9).map(({ pod }) => pod),
    ["default/old-a", "default/new-1", "default/new-2"],
  );
  assert.equal(podsAt(TIMELINE, "Deployment default/other", 9).length, 0);
});

test("only what gets no node at the same time waits", () => {
  assert.deepEqual(
    [1, 3, 9].map((at) => waitingAt(TIMELINE, WEB, at).map(({ pod }) => pod)),
    [[], ["default/new-2"], ["default/new-2"]],
  );
});

test("lanes have every value of the label, and the pods of its nodes", () => {
  assert.deepEqual(domainsOf(TIMELINE, "zone"), ["a", "b"]);
  assert.deepEqual(laneKeys(TIMELINE), ["zone", "kubernetes.io/hostname"]);
  assert.deepEqual(
    lanes(9).map(({ name, nodes, stays }) => [name, nodes, stays.length]),
    [
      ["a", 1, 2],
      ["b", 2, 0],
    ],
  );
  assert.equal(countsText(lanes(7), 7), "2/1");
});

test("a node that is lost or not there yet is counted where it is", () => {
  const later = { ...node("c1", "c"), present: [5] };
  later.states.push({ ...later.states[0], moment: 6, lost: true });
  const table = { ...TIMELINE, nodes: [...TIMELINE.nodes, later] };
  /** @param {number} at */
  const lane = (at) => lanesAt(table, WEB, "zone", at)[2];
  assert.deepEqual(
    [4, 5, 6].map((at) => [lane(at).nodes, lane(at).lost]),
    [
      [0, 0],
      [1, 0],
      [1, 1],
    ],
  );
});

test("the skew is of all revisions, or of the newest alone; what leaves is not counted", () => {
  assert.deepEqual(
    [0, 4, 8].map((at) => skewOf(lanes(at), at, null)),
    [0, 1, 2],
  );
  assert.deepEqual(
    [0, 4, 8].map((at) => skewOf(lanes(at), at, "new")),
    [0, 1, 1],
  );
  assert.equal(skewOf(lanes(0), 0, null, 3), 1, "with fewer domains than minDomains the emptiest is 0");
  assert.equal(newestRevision(TIMELINE, WEB, 1), "old");
  assert.equal(newestRevision(TIMELINE, WEB, 9), "new");
});

test("a creation belongs to what becomes of the pod at once", () => {
  const beats = beatsOf(TIMELINE);
  assert.deepEqual(
    beats.map(({ first, last, main }) => [first, last, main.kind]),
    [
      [0, 0, "action"],
      [1, 4, "pod-placed"],
      [5, 5, "pod-pending"],
      [6, 7, "pod-available"],
      [8, 8, "pod-deleting"],
      [9, 9, "pod-gone"],
    ],
  );
  assert.deepEqual(
    [0, 1, 4, 5, 9].map((at) => beatAt(beats, at)),
    [0, 1, 1, 2, 5],
  );
  assert.deepEqual(
    columnsOf(beats, 4).map((group) => group.length),
    [1, 2, 1, 2],
  );
  assert.deepEqual(
    columnsOf(beats, 99).map((group) => group.length),
    [1, 1, 1, 1, 1, 1],
  );
});

test("what makes the skew worse than ever decides", () => {
  const beats = beatsOf(TIMELINE);
  const decided = decisive(
    beats,
    () => 0,
    (at) => skewOf(lanes(at), at, null),
    1,
  );
  assert.deepEqual(
    decided.map(({ main }) => main.kind),
    ["pod-deleting"],
  );
});

test("pods that another program moves count in the domains in which they land", () => {
  /** @type {Record<string, string | null>[]} */
  const placements = [{}, { "default/new-1": "b2" }, { "default/new-1": null }, { "default/other": "b2" }];
  assert.deepEqual(
    placements.map((moved) => countsText(lanesAfter(TIMELINE, WEB, "zone", 9, moved), 9)),
    ["2/0", "1/1", "1/0", "2/0"],
  );
  assert.equal(countsText(lanes(9), 9), "2/0");
});

test("the clock is read as people read it", () => {
  assert.deepEqual([0, 4.277, 119, 120, 387.4, 3665].map(clock), [
    "0 s",
    "4.3 s",
    "119 s",
    "2:00",
    "6:27",
    "1:01:05",
  ]);
});
