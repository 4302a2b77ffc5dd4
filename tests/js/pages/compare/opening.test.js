import assert from "node:assert/strict";
import { test } from "node:test";

import {
  endWords,
  openingAttempt,
  openingPlace,
  openingPod,
} from "../../../../static/js/pages/compare/opening.js";

/** @import { ComparisonOut, CycleOut, PlacementOut } from "../../../../static/js/types/api.js" */

/** @param {PlacementOut["kind"]} kind @param {string} pod @returns {PlacementOut} */
const ended = (kind, pod) => ({
  pod,
  kind,
  a: kind === "moved" || kind === "removed" ? "n1" : null,
  b: kind === "moved" || kind === "added" || kind === "placed" ? "n2" : null,
});

/** @param {object} more */
const comparison = (more) =>
  /** @type {ComparisonOut} */ (
    /** @type {unknown} */ ({ placements: [], differing: [], first: null, ...more })
  );

/** @param {string} pod @param {number} attempt @param {number | null} a @param {number | null} b */
const made = (pod, attempt, a, b) => ({ pod, attempt, a, b });

test("a pod that a side does not have is not there, and not pending", () => {
  const [added, removed] = [ended("added", "p"), ended("removed", "p")];
  assert.deepEqual([endWords(added, "a"), endWords(added, "b")], ["not there", "n2"]);
  assert.deepEqual([endWords(removed, "a"), endWords(removed, "b")], ["n1", "not there"]);
  assert.deepEqual(
    [endWords(ended("placed", "p"), "a"), endWords(ended("preempted", "p"), "b")],
    ["pending", "evicted"],
  );
});

test("a comparison opens at the first pod of both that ends elsewhere", () => {
  const placements = [ended("added", "new"), ended("placed", "stuck")];
  const differing = [made("same", 1, 0, 0), made("stuck", 1, 1, 1), made("new", 1, null, 2)];
  const first = { ...differing[0], differences: [{}] };
  assert.equal(openingPod(comparison({ placements }))?.pod, "stuck");
  assert.deepEqual(openingAttempt(comparison({ placements, differing, first })), {
    pod: "stuck",
    attempt: 1,
  });
});

test("with pods of one side alone it opens where the runs diverge, if anything is to be seen there", () => {
  const placements = [ended("added", "new")];
  const differing = [made("same", 1, 0, 0), made("new", 1, null, 2)];
  const opens = (/** @type {object[]} */ differences) =>
    openingAttempt(comparison({ placements, differing, first: { ...differing[0], differences } }))?.pod;
  assert.equal(opens([{}]), "same");
  assert.equal(opens([]), "new");
  assert.equal(openingAttempt(comparison({})), null);
});

test("it opens on the node whose verdict flips, the one that the pod lands on before others", () => {
  const reasons = { point: "Filter", plugin: "NodeResourcesFit", subject: "reasons", count: 1 };
  const less = { ...reasons, a: "Insufficient cpu, memory", b: "Insufficient cpu", nodes: ["n1"] };
  const flip = { ...reasons, a: "Insufficient cpu", b: "feasible", nodes: ["n2", "n3"] };
  const unseen = { ...reasons, a: "not examined", b: "feasible", nodes: ["n4"] };
  const absent = { ...reasons, a: "no such node", b: "feasible", nodes: ["n5"] };
  const at = (/** @type {object[]} */ differences) =>
    openingPlace(
      /** @type {CycleOut} */ (
        /** @type {unknown} */ ({
          differences,
          events: { a: [], b: [{ kind: "cycle.finished", node: "n3" }] },
        })
      ),
    );
  const place = { point: "Filter", plugin: "NodeResourcesFit" };
  assert.deepEqual(at([less, unseen, absent, flip]), { ...place, node: "n3" });
  assert.deepEqual(at([less]), { ...place, node: "n1" });
  assert.deepEqual(at([]), { point: "Result", plugin: null, node: null });
});
