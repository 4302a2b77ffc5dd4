import assert from "node:assert/strict";
import { test } from "node:test";

import { axisName, cellName, valueName } from "../../../../static/js/pages/sweeps/core/axes.js";

/** @import { SweepAxis, SweepResult } from "../../../../static/js/types/engine.js" */

/** @param {SweepAxis["name"]} name @param {string} label @param {string[]} values @returns {SweepAxis} */
const axis = (name, label, values) => ({ name, label, length: values.length, values });

test("an axis is named by what varies along it", () => {
  assert.equal(axisName(axis("x", "weight/NodeResourcesFit", [])), "weight of NodeResourcesFit");
  assert.equal(
    axisName(axis("y", "InterPodAffinity/hardPodAffinityWeight", [])),
    "InterPodAffinity/hardPodAffinityWeight",
  );
  assert.equal(axisName(axis("loss", "topology.kubernetes.io/zone", [])), "whole zone");
  assert.equal(axisName(axis("loss", "", [])), "lost");
});

test("a percentage of 0 is the scheduler's own choice, and seeds are counted", () => {
  const percentage = axis("percentage", "", ["0", "50"]);
  assert.deepEqual(
    [0, 1].map((place) => valueName(percentage, place)),
    ["adaptive", "50 %"],
  );
  assert.equal(valueName(axis("seed", "", []), 999), "1,000");
});

test("a cell is named by its place on every axis", () => {
  const axes = [axis("x", "weight/A", ["1", "2"]), axis("y", "weight/B", ["3", "4"])];
  const result = /** @type {SweepResult} */ (/** @type {unknown} */ ({ axes }));
  assert.equal(cellName(result, 2), "weight of A 2, weight of B 3");
});
