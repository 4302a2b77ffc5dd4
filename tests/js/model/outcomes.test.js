import assert from "node:assert/strict";
import { test } from "node:test";

import { byPresentName, differingCount, groupsOf } from "../../../static/js/model/outcomes.js";

/** @import { OutcomeDifferenceOut, OutcomesOut } from "../../../static/js/types/api.js" */

/**
 * @param {OutcomeDifferenceOut["kind"]} kind @param {string | null} a @param {string | null} b
 * @returns {OutcomeDifferenceOut}
 */
const difference = (kind, a, b) => ({
  kind,
  a: a === null ? null : { pod: a, node: "n1", preempted: false },
  b: b === null ? null : { pod: b, node: "n2", preempted: false },
});

/** @type {OutcomesOut} */
const outcomes = {
  finished: true,
  change: null,
  pods: [
    difference("removed", "default/old", null),
    difference("moved", "default/web-abc-1", "default/web-def-1"),
    difference("placed", "default/api", "default/api"),
  ],
  counts: { removed: 1, moved: 7, placed: 1 },
};

test("the pods are in groups of what became of them, counted also where they are not listed", () => {
  assert.deepEqual(
    groupsOf(outcomes).map(({ kind, count, pods }) => [kind, count, pods.length]),
    [
      ["placed", 1, 1],
      ["moved", 7, 1],
      ["removed", 1, 1],
    ],
  );
  assert.equal(differingCount(outcomes), 9);
});

test("a pod is marked under the name that it has now", () => {
  assert.deepEqual([...byPresentName(outcomes).keys()], ["default/web-def-1", "default/api"]);
  assert.equal(byPresentName(null).size, 0);
});
