import assert from "node:assert/strict";
import { test } from "node:test";

import { isRolledBack, membersOf, waitingGroups } from "../../../static/js/model/gang.js";
import { emptyLog } from "../../../static/js/model/log.js";
import { tellingStep } from "../../../static/js/model/pointer.js";
import { stateOf } from "../../../static/js/model/points.js";

/**
 * @param {number} index @param {string} pod @param {string | null} node @param {object | null} gang
 * @returns {any}
 */
const cycle = (index, pod, node, gang) => ({
  index,
  pod,
  attempt: 1,
  points: {},
  finished: { node, ...(gang ? { gang: { pod_group: "x/g", first: false, last: false, ...gang } } : {}) },
});

const LAST = { last: true, condition: { status: "False", reason: "Unschedulable" } };
const CYCLES = [
  cycle(0, "x/solo", "a", null),
  cycle(1, "x/g-0", null, { first: true }),
  cycle(2, "x/g-1", null, LAST),
  cycle(3, "x/g-1", null, { first: true }),
  cycle(4, "x/g-0", "a", LAST),
];
const log = (/** @type {any[]} */ cycles) => ({ ...emptyLog(), cycles });

test("the members of a group's cycle are those from its first to its last", () => {
  const pods = [0, 2, 3].map((i) => membersOf(log(CYCLES), CYCLES[i]).map((member) => member.index));
  assert.deepEqual(pods, [[], [1, 2], [3, 4]]);
});

test("a member that had found a node is rolled back unless it is bound", () => {
  const [first, , , , bound] = CYCLES;
  const finished = { ...first.finished, gang: { assumed: "a" } };
  assert.equal(isRolledBack({ ...bound, finished: { ...finished, node: "a" } }), false);
  assert.equal(isRolledBack({ ...bound, finished: { ...finished, node: null } }), true);
  assert.equal(isRolledBack(CYCLES[1]), false);
  assert.equal(isRolledBack(first), false);
});

test("a group waits as its last cycle left it", () => {
  const [group, ...others] = waitingGroups(log(CYCLES));
  assert.deepEqual(others, []);
  assert.equal(group.name, "x/g");
  assert.deepEqual(
    group.members.map(({ index }) => index),
    [3, 4],
  );
  const bound = CYCLES.map((before) =>
    before.index < 3 ? before : { ...before, finished: { ...before.finished, node: "a" } },
  );
  assert.deepEqual(waitingGroups(log(bound)), []);
});

test("a pending member, or one with placements, opens at its group, and other pods have no such point", () => {
  assert.equal(tellingStep(CYCLES[1]).point, "Group");
  assert.equal(tellingStep(CYCLES[4]).point, "Result");
  assert.equal(tellingStep(cycle(5, "x/g-2", "a", { placement: "rack-1" })).point, "Group");
  assert.equal(stateOf("Group", CYCLES[1]), "done");
  assert.equal(stateOf("Group", CYCLES[0]), "off");
});
