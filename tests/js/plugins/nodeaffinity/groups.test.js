import assert from "node:assert/strict";
import { test } from "node:test";

import { groupsOf, meeting } from "../../../../static/js/plugins/nodeaffinity/groups.js";

/** @import { NodeClause } from "../../../../static/js/types/engine.js" */

/**
 * A requirement that these of the nodes meet.
 * @param {NodeClause["origin"]} origin @param {number} term @param {number[]} accepts
 */
const clause = (origin, term, accepts) =>
  /** @type {NodeClause} */ (
    /** @type {unknown} */ ({
      key: "k",
      operator: "Exists",
      values: [],
      origin,
      term,
      accepts: Int8Array.from(accepts),
    })
  );

/** @param {NodeClause[]} clauses @param {number} size */
const described = (clauses, size) =>
  groupsOf(clauses, size).map(({ nodes, fails, away, passes }) => ({ nodes, fails, away, passes }));

test("nodes that fail the same requirements are one group, those nearest to passing first", () => {
  const clauses = [clause("nodeSelector", 0, [0, 1, 0, 0]), clause("pod", 0, [0, 0, 1, 0])];
  assert.deepEqual(described(clauses, 4), [
    { nodes: [1], fails: [1], away: 1, passes: false },
    { nodes: [2], fails: [0], away: 1, passes: false },
    { nodes: [0, 3], fails: [0, 1], away: 2, passes: false },
  ]);
});

test("one term of a node affinity is enough, and the nearest one counts", () => {
  const clauses = [clause("pod", 0, [1, 0]), clause("pod", 0, [0, 0]), clause("pod", 1, [1, 0])];
  assert.deepEqual(described(clauses, 2), [
    { nodes: [0], fails: [1], away: 0, passes: true },
    { nodes: [1], fails: [0, 1, 2], away: 1, passes: false },
  ]);
});

test("the affinity of the profile is asked besides the pod's", () => {
  const [group] = groupsOf([clause("pod", 0, [1]), clause("addedAffinity", 0, [0])], 1);
  assert.deepEqual([group.away, group.passes], [1, false]);
});

test("nodes that meet a requirement alone are counted, equal columns too", () => {
  assert.equal(meeting(clause("pod", 0, [1, 0, 1]), 3), 2);
});
