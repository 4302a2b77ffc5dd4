import assert from "node:assert/strict";
import { test } from "node:test";

import { atom, computed, effect, watch } from "../../../static/js/lib/atoms.js";

/** Resolves when the effects of this task have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** What is passed to `note`, in its order. */
function notes() {
  /** @type {unknown[]} */
  const calls = [];
  return { calls, note: (/** @type {unknown} */ value) => void calls.push(value) };
}

test("an atom tells its listeners of every change, at once", () => {
  const number = atom(1);
  const { calls, note } = notes();
  number.subscribe(note);
  number.set(2);
  number.update((value) => value + 1);
  assert.deepEqual(calls, [2, 3]);
});

test("an atom is silent when its value stays", () => {
  const number = atom(1);
  const { calls, note } = notes();
  number.subscribe(note);
  number.set(1);
  assert.deepEqual(calls, []);
});

test("a listener that another one removes is no longer called", () => {
  const number = atom(1);
  const { calls, note } = notes();
  /** @type {(() => void)[]} */
  const off = [];
  number.subscribe(() => off[0]());
  off.push(number.subscribe(note));
  number.set(2);
  assert.deepEqual(calls, []);
});

test("a computed value follows what it reads", () => {
  const one = atom(1);
  const two = atom(2);
  const sum = computed(() => one.get() + two.get());
  const { calls, note } = notes();
  sum.subscribe(note);
  one.set(2);
  one.set(0);
  two.set(4);
  assert.equal(sum.get(), 4);
  assert.deepEqual(calls, [4, 2, 4]);
});

test("a computed value of computed values is never seen half changed", () => {
  const number = atom(1);
  const double = computed(() => 2 * number.get());
  const both = computed(() => `${number.get()}, ${double.get()}`);
  const { calls, note } = notes();
  both.subscribe(note);
  number.set(2);
  assert.deepEqual(calls, ["2, 4"]);
});

test("an effect runs at once, then once for all changes of a task", async () => {
  const one = atom(1);
  const two = atom(2);
  const { calls, note } = notes();
  effect(() => note([one.get(), two.get()]));
  one.set(3);
  two.set(4);
  assert.deepEqual(calls, [[1, 2]]);
  await settled();
  assert.deepEqual(calls, [
    [1, 2],
    [3, 4],
  ]);
});

test("an effect follows what its last run read, and nothing that it peeked at", async () => {
  const isOn = atom(false);
  const number = atom(1);
  const aside = atom(1);
  const { calls, note } = notes();
  effect(() => note(isOn.get() && number.get() + aside.peek()));
  number.set(2);
  await settled();
  assert.deepEqual(calls, [false]);
  isOn.set(true);
  await settled();
  number.set(3);
  await settled();
  aside.set(2);
  await settled();
  assert.deepEqual(calls, [false, 3, 4]);
});

test("effects run in the order in which they were made, whatever changed first", async () => {
  const one = atom(1);
  const two = atom(1);
  const { calls, note } = notes();
  effect(() => note(`first ${one.get()} ${two.get()}`));
  effect(() => note(`second ${two.get()}`));
  one.set(2);
  await settled();
  calls.length = 0;
  two.set(2);
  await settled();
  assert.deepEqual(calls, ["first 2 2", "second 2"]);
});

test("an effect that was stopped runs no more, though a change waits", async () => {
  const number = atom(1);
  const { calls, note } = notes();
  const stop = effect(() => note(number.get()));
  number.set(2);
  stop();
  number.set(3);
  await settled();
  assert.deepEqual(calls, [1]);
});

test("an effect may run later than the task", async () => {
  const number = atom(1);
  const { calls, note } = notes();
  /** @type {(() => void)[]} */
  const frame = [];
  effect(
    () => note(number.get()),
    (call) => frame.push(call),
  );
  number.set(2);
  number.set(3);
  await settled();
  assert.deepEqual(calls, [1]);
  frame.forEach((call) => call());
  assert.deepEqual(calls, [1, 3]);
});

test("a watch follows its sources alone", async () => {
  const number = atom(1);
  const other = atom(1);
  const { calls, note } = notes();
  watch([number], () => note(number.get() + other.get()));
  other.set(2);
  await settled();
  assert.deepEqual(calls, [2]);
  number.set(2);
  await settled();
  assert.deepEqual(calls, [2, 4]);
});
