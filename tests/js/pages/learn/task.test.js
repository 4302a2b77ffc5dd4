import assert from "node:assert/strict";
import { test } from "node:test";

import { all, textOf } from "../../document.js";

const { outcome, task } = await import("../../../../static/js/pages/learn/task.js");

/** @import { LessonPage, TaskTryOut } from "../../../../static/js/types/api.js" */

const LESSON = /** @type {LessonPage} */ (
  /** @type {unknown} */ ({
    task: {
      text: "Make the pod land in zone b.",
      par: 1,
      target: { zones: [], nodes: [] },
      changes: [
        { value: "selector", label: "nodeSelector", because: "" },
        { value: "two", label: "maxSkew: 2", because: "**Zone c** takes it too: {node}." },
      ],
    },
  })
);

/** @param {string[]} chosen @param {Partial<TaskTryOut>} [more] */
const tried = (chosen, more) => ({
  chosen,
  answer: /** @type {TaskTryOut} */ (
    /** @type {unknown} */ ({
      solved: false,
      error: "",
      diff: [],
      scene: { figures: { node: "c1" } },
      ...more,
    })
  ),
});

/** @param {ReturnType<typeof tried>} trying */
const said = (trying) => {
  const drawn = task(LESSON, { chosen: trying.chosen, tried: trying, toggle: () => {} });
  return all(drawn, "because").map(textOf);
};

test("a change that does not solve the task says why, with figures of its run", () => {
  assert.deepEqual(said(tried(["two"])), ["Zone c takes it too: c1."]);
  assert.equal(outcome(LESSON, tried(["two"])), "Zone c takes it too: c1.");
});

test("changes that do not solve it together are to be tried one at a time", () => {
  assert.match(said(tried(["selector", "two"]))[0], /^Together they do not do it/);
});

test("nothing is said of no change, and of what solves it only that", () => {
  assert.deepEqual(said(tried([])), []);
  assert.equal(outcome(LESSON, tried([])), "");
  assert.deepEqual(said(tried(["selector"], { solved: true })), []);
  assert.equal(outcome(LESSON, tried(["selector"], { solved: true })), "solved");
});
