import assert from "node:assert/strict";
import { test } from "node:test";

import { fold, isRepeated, nodesOf, podsOf } from "../../../../static/js/pages/live/folding.js";

/** @import { LiveDecision, LiveEntry, LiveWorkloadTurn } from "../../../../static/js/types/engine.js" */

/**
 * @param {number} number @param {Partial<LiveDecision> & {workloadName?: string, how?: string}} [given]
 * @returns {LiveDecision}
 */
function decision(number, { workloadName = "web", how = "best", ...given } = {}) {
  return /** @type {LiveDecision} */ ({
    kind: "decision",
    number,
    at: new Date(Date.UTC(2026, 0, 1, 12, 0, number)).toISOString(),
    pod: `shop/${workloadName}-${number}`,
    workload: { kind: "Deployment", namespace: "shop", name: workloadName, pods: [], pod_count: 1 },
    outcome: "bound",
    node: `node-${number % 2}`,
    agreement: "equal",
    cause: null,
    reason: { registry: "reasons", kind: how, operands: {}, text: "" },
    ...given,
  });
}

/** @param {LiveEntry[]} entries */
const numbers = (entries) =>
  fold(entries).map(({ decisions, entry }) => decisions?.map(({ number }) => number) ?? entry?.kind);

/** @type {LiveEntry} */
const gap = {
  kind: "gap",
  number: 3,
  at: "2026-01-01T12:00:03Z",
  until: "2026-01-01T12:00:04Z",
  why: { registry: "gaps", kind: "silent", operands: {}, text: "" },
};

test("alike decisions are a row, the newest first, also where others come between", () => {
  const web = [1, 3, 4].map((number) => decision(number));
  assert.deepEqual(numbers([web[0], decision(2, { workloadName: "cart" }), web[1], web[2]]), [
    [4, 3, 1],
    [2],
  ]);
  assert.deepEqual(nodesOf(web), ["node-1", "node-0"]);
  assert.equal(podsOf(web).length, 3);
});

test("how a node was chosen among several does not part them", () => {
  assert.deepEqual(numbers([decision(1), decision(2, { how: "tied" })]), [[2, 1]]);
  assert.deepEqual(numbers([decision(1), decision(2, { how: "nominated" })]), [[2], [1]]);
});

test("what fails again and again is one row, however long it takes", () => {
  const failed = { outcome: /** @type {const} */ ("failed"), node: null, pod: "shop/web-1", cause: "cpu" };
  const [first, again] = [
    decision(1, { ...failed, waited_for: null }),
    decision(900, { ...failed, waited_for: "cpu" }),
  ];
  assert.deepEqual(numbers([first, again]), [[900, 1]]);
  assert.deepEqual([first, again].map(isRepeated), [false, true]);
  assert.equal(isRepeated({ ...again, waited_for: "memory" }), false);
  assert.equal(isRepeated({ ...again, agreement: "different" }), false);
  assert.equal(isRepeated(gap), false);
});

test("what does not agree stands alone, as does what came a minute later or beyond a gap", () => {
  const differs = { agreement: /** @type {const} */ ("different") };
  assert.deepEqual(numbers([decision(1, differs), decision(2, differs)]), [[2], [1]]);
  assert.deepEqual(numbers([decision(1), decision(62)]), [[62], [1]]);
  assert.deepEqual(numbers([decision(1), gap, decision(4)]), [[4], "gap", [1]]);
});

test("a row keeps its key while it grows", () => {
  const [row] = fold([decision(1)]);
  assert.equal(fold([decision(1), decision(2)])[0].key, row.key);
});

test("what Kueue decided is a row where it is alike, beside the decisions of the scheduler", () => {
  /** @param {number} number @param {Partial<LiveWorkloadTurn>} given */
  const turn = (number, given) =>
    /** @type {LiveEntry} */ ({
      kind: "workload",
      number,
      at: new Date(Date.UTC(2026, 0, 1, 12, 0, number)).toISOString(),
      workload: `a/${number}`,
      queue: "ml",
      outcome: "pending",
      cause: { kind: "quota", operands: {}, text: "" },
      reason: null,
      agreement: null,
      ...given,
    });
  const differs = {
    outcome: /** @type {const} */ ("admitted"),
    agreement: /** @type {const} */ ("different"),
  };
  const rows = fold([
    turn(1, {}),
    decision(2),
    turn(3, {}),
    turn(4, { queue: "b" }),
    turn(5, differs),
    turn(6, differs),
  ]);
  assert.deepEqual(
    rows.map(({ turns, decisions }) => (turns ?? decisions)?.map(({ number }) => number)),
    [[6], [5], [4], [3, 1], [2]],
  );
  assert.deepEqual(
    rows.map(({ key }) => key),
    ["workload 6", "workload 5", "workload 4", "workload 1", "decision 2"],
  );
});
