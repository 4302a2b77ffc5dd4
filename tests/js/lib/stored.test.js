// What the browser remembers, and that nothing fails where it remembers nothing.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { store, storeJson, stored, storedJson } from "../../../static/js/lib/stored.js";

const usual = Object.getOwnPropertyDescriptor(globalThis, "localStorage");

/** @param {() => Partial<Storage>} get */
const browserWith = (get) => Object.defineProperty(globalThis, "localStorage", { get, configurable: true });

afterEach(() =>
  usual
    ? Object.defineProperty(globalThis, "localStorage", usual)
    : Reflect.deleteProperty(globalThis, "localStorage"),
);

test("texts and JSON are there again until they are forgotten", () => {
  /** @type {Map<string, string>} */
  const texts = new Map();
  browserWith(() => ({
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  }));
  store("a", "on");
  storeJson("b", { width: 3 });
  assert.deepEqual([stored("a"), storedJson("b"), storedJson("c")], ["on", { width: 3 }, null]);
  store("a", null);
  assert.equal(stored("a"), null);
  assert.equal(storedJson("b").width, 3);
  store("b", "{");
  assert.equal(storedJson("b"), null);
});

test("a browser that blocks storage remembers nothing", () => {
  browserWith(() => {
    throw new DOMException("blocked", "SecurityError");
  });
  store("a", "on");
  assert.deepEqual([stored("a"), storedJson("a")], [null, null]);
});
