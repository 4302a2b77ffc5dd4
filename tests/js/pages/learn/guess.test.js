import assert from "node:assert/strict";
import { test } from "node:test";

import { compare, drawn, isComplete, toggled } from "../../../../static/js/pages/learn/guess.js";

/** @import { LessonPage, Scene } from "../../../../static/js/types/api.js" */

const SCENE = /** @type {Scene} */ (
  /** @type {unknown} */ ({
    figures: { pods: 5, placed: 2 },
    zones: [
      { name: "a", fits: false },
      { name: "b", fits: false },
      { name: "c", fits: true },
    ],
    nodes: [
      { name: "a1", fits: true },
      { name: "b1", fits: false },
    ],
    film: [{ zones: [] }, { zones: [{ new: 3 }, { new: 2 }, { new: 0 }] }],
  })
);

/** @param {string} kind @param {object} [more] */
const lesson = (kind, more = {}) =>
  /** @type {LessonPage} */ (
    /** @type {unknown} */ ({ guess: { kind, fact: "placed", choices: [], among: [], ...more }, base: SCENE })
  );

test("zones and nodes are compared one by one", () => {
  assert.deepEqual(compare(lesson("zones"), ["b", "c"], SCENE), { right: 2, of: 3 });
  assert.deepEqual(compare(lesson("nodes"), [], SCENE), { right: 1, of: 2 });
  assert.deepEqual(compare(lesson("nodes", { among: ["a1"] }), ["a1"], SCENE), { right: 1, of: 1 });
});

test("one answer is the figure or is not", () => {
  assert.deepEqual(compare(lesson("choice"), ["2"], SCENE), { right: 1, of: 1 });
  assert.deepEqual(compare(lesson("node"), ["7"], SCENE), { right: 0, of: 1 });
});

test("bars are compared with the end of the film", () => {
  assert.deepEqual(compare(lesson("bars"), ["2", "2", "1"], SCENE), { right: 1, of: 3 });
});

test("bars hold no more pods than there are", () => {
  assert.deepEqual(drawn(null, 1, 2, 3, 5), ["0", "2", "0"]);
  assert.deepEqual(drawn(["2", "2", "0"], 2, 4, 3, 5), ["2", "2", "1"]);
  assert.deepEqual(drawn(["2", "2", "1"], 0, -1, 3, 5), ["0", "2", "1"]);
});

test("a guess is complete when it commits to something", () => {
  assert.ok(!isComplete(lesson("zones"), null));
  assert.ok(isComplete(lesson("zones"), [])); // none of them takes it
  assert.ok(!isComplete(lesson("bars"), ["2", "2", "0"]));
  assert.ok(isComplete(lesson("bars"), ["2", "2", "1"]));
  assert.ok(!isComplete(lesson("choice"), []));
  assert.ok(isComplete(lesson("choice"), ["2"]));
});

test("a word is taken back by choosing it again", () => {
  assert.deepEqual(toggled(null, "a"), ["a"]);
  assert.deepEqual(toggled(["a", "b"], "a"), ["b"]);
});
