import assert from "node:assert/strict";
import { test } from "node:test";

import { atom, computed, effect } from "../../../static/js/lib/atoms.js";

/** Resolves when the effects of this task have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("an atom tells its listeners the new and the former value", () => {
  const number = atom(1);
  /** @type {unknown[]} */
  const calls = [];
  number.subscribe((value, before) => calls.push([value, before]));
  number.set(2);
  number.update((value) => value + 1);
  assert.deepEqual(calls, [
    [2, 1],
    [3, 2],
  ]);
});

test("an atom is silent when its value stays", () => {
  const number = atom(NaN);
  /** @type {unknown[]} */
  const calls = [];
  number.subscribe((value) => calls.push(value));
  number.set(NaN);
  assert.deepEqual(calls, []);
});

test("a listener that another one removes is no longer called", () => {
  const number = atom(1);
  /** @type {unknown[]} */
  const calls = [];
  /** @type {(() => void)[]} */
  const off = [];
  number.subscribe(() => off[0]());
  off.push(number.subscribe((value) => calls.push(value)));
  number.set(2);
  assert.deepEqual(calls, []);
});

test("a computed atom follows its sources", () => {
  const one = atom(1);
  const two = atom(2);
  const sum = computed([one, two], (a, b) => a + b);
  /** @type {unknown[]} */
  const calls = [];
  sum.subscribe((value) => calls.push(value));
  one.set(2);
  one.set(0);
  two.set(4);
  assert.equal(sum.get(), 4);
  assert.deepEqual(calls, [4, 2, 4]);
});

test("an effect runs at once, then once for all changes of a task", async () => {
  const one = atom(1);
  const two = atom(2);
  /** @type {unknown[]} */
  const calls = [];
  effect([one, two], (...values) => calls.push(values));
  one.set(3);
  two.set(4);
  assert.deepEqual(calls, [[1, 2]]);
  await settled();
  assert.deepEqual(calls, [
    [1, 2],
    [3, 4],
  ]);
});

test("an effect that was stopped runs no more, though a change waits", async () => {
  const number = atom(1);
  /** @type {unknown[]} */
  const calls = [];
  const stop = effect([number], (value) => calls.push(value));
  number.set(2);
  stop();
  number.set(3);
  await settled();
  assert.deepEqual(calls, [1]);
});
