import assert from "node:assert/strict";
import { test } from "node:test";

import { lines } from "../../../../static/js/pages/compare/arithmetic.js";

/** @import { Explanation } from "../../../../static/js/types/engine.js" */

/** @param {object[]} steps @param {object} [more] */
const explanation = (steps, more) =>
  /** @type {Explanation} */ (
    /** @type {unknown} */ ({ point: "Filter", plugin: "NoSuchPlugin", steps, ...more })
  );

/** @param {object[] | null} a @param {object[] | null} b */
const values = (a, b) =>
  lines(a && explanation(a), b && explanation(b)).map(({ label, a: one, b: other }) => [label, one, other]);

test("steps of one subject stand beside each other, whatever their order", () => {
  const cpu = { kind: "amount", resource: "cpu", wanted: 1 };
  const memory = { kind: "amount", resource: "memory", wanted: 2 };
  assert.deepEqual(
    values([cpu, memory], [{ ...memory, wanted: 3 }, cpu]).filter(([label]) => label === "wanted"),
    [
      ["wanted", "1", "1"],
      ["wanted", "2", "3"],
    ],
  );
});

test("what one side alone has leaves the other empty", () => {
  assert.deepEqual(values([{ kind: "amount", resource: "cpu", wanted: 1 }], []), [
    ["resource", "cpu", undefined],
    ["wanted", "1", undefined],
  ]);
  assert.deepEqual(values(null, [{ kind: "amount", wanted: 1 }]), [["wanted", undefined, "1"]]);
});

test("two steps of the same subject are told apart by their place", () => {
  const step = (/** @type {number} */ wanted) => ({ kind: "amount", resource: "cpu", wanted });
  assert.deepEqual(
    values([step(1), step(2)], [step(3)]).filter(([label]) => label === "wanted"),
    [
      ["wanted", "1", "3"],
      ["wanted", "2", undefined],
    ],
  );
});

test("a step with a verdict ends with it, and lists of pods are left out", () => {
  const [first, ...more] = lines(
    explanation([{ kind: "amount", ok: false, least_wanted: 1.23456, pods: ["a"] }]),
    null,
  );
  assert.deepEqual([first.label, first.a], ["least wanted", "1.2346"]);
  assert.deepEqual(
    more.map(({ a, verdict }) => [a, verdict]),
    [[false, true]],
  );
});

test("scores end with how they come into the total", () => {
  const score = { point: "Score", raw: 7, normalized: null, weight: 2, weighted: 200 };
  const drawn = lines(explanation([], score), explanation([], { ...score, raw: 8, normalized: 100 }));
  assert.deepEqual(
    drawn.slice(1).map(({ op, a, b }) => [op, a, b]),
    [
      ["", "7", "8"],
      ["→", undefined, "100"],
      ["×", "2", "2"],
      ["=", "200", "200"],
    ],
  );
  assert.deepEqual(lines(explanation([]), explanation([])), []);
});
