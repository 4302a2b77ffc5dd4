import assert from "node:assert/strict";
import { test } from "node:test";

import { NamedSteps } from "../../../static/js/editor/undo.js";

/** What is used of Ace: its stacks, on which every change is a group of deltas. */
function editor() {
  const stacks = {
    $undoStack: /** @type {{id: number}[][]} */ ([]),
    $redoStack: /** @type {{id: number}[][]} */ ([]),
  };
  let id = 0;
  return {
    stacks,
    type: () => stacks.$undoStack.push([{ id: (id += 1) }]),
    undo: () => stacks.$redoStack.push(stacks.$undoStack.pop() ?? []),
    session: { markUndoGroup: () => {}, getUndoManager: () => stacks },
  };
}

test("a step is undone and redone by its name", () => {
  const ace = editor();
  const steps = new NamedSteps(/** @type {any} */ (ace));
  steps.step("added taint to n2", ace.type);
  assert.equal(steps.undone(), "Undo: added taint to n2");
  assert.equal(steps.redone(), "Redo");
  ace.undo();
  assert.equal(steps.undone(), "Undo");
  assert.equal(steps.redone(), "Redo: added taint to n2");
});

test("what was typed has no name", () => {
  const ace = editor();
  const steps = new NamedSteps(/** @type {any} */ (ace));
  steps.step("cordoned n1", ace.type);
  ace.type();
  assert.equal(steps.undone(), "Undo");
  ace.undo();
  assert.equal(steps.undone(), "Undo: cordoned n1");
});

test("a change that changes nothing names nothing", () => {
  const ace = editor();
  const steps = new NamedSteps(/** @type {any} */ (ace));
  steps.step("nothing", () => {});
  assert.equal(steps.undone(), "Undo");
});
