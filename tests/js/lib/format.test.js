import assert from "node:assert/strict";
import { test } from "node:test";

import { ago, bytes, decimal, inARow, listOf, quantity, signed } from "../../../static/js/lib/format.js";

test("numbers have as many digits as they need, and a minus that is one", () => {
  assert.equal(decimal(4), "4");
  assert.equal(decimal(4.8283, 3), "4.828");
  assert.equal(decimal(-4.5), "−4.5");
  assert.equal(decimal(12345), "12,345");
});

test("words in a row have commas between them", () => {
  assert.equal(inARow("4 pods"), "4 pods");
  assert.equal(inARow("4 nodes", "2 pods", "1 workload"), "4 nodes, 2 pods, 1 workload");
});

test("in a list Latin words stand apart from Chinese ones", () => {
  assert.equal(listOf(["cpu和memory"]), "cpu 和 memory");
  assert.equal(listOf(["cpu", "memory"]), "cpu and memory");
});

test("differences always have their sign", () => {
  assert.deepEqual([3, -2, 0].map(signed), ["+3", "−2", "0"]);
});

test("amounts come in the unit that the engine names", () => {
  assert.equal(quantity(500, "milli"), "0.5");
  assert.equal(quantity(1500, "milli"), "1.5");
  assert.equal(quantity(0, "milli"), "0");
  assert.equal(quantity(2 * 1024 ** 3, "bytes"), "2 GiB");
  assert.equal(quantity(110), "110");
});

test("bytes stay below 1024 of their unit, up to the largest", () => {
  assert.equal(bytes(1023), "1,023 B");
  assert.equal(bytes(1536), "1.5 KiB");
  assert.equal(bytes(-1024), "−1 KiB");
  assert.equal(bytes(1024 ** 6), "1,024 PiB");
});

test("times are as coarse as they are long ago", () => {
  const seconds = [0.9, 59, 60, 3600, 86400];
  assert.deepEqual(
    seconds.map((second) => ago(second * 1000)),
    ["now", "59 s ago", "1 min ago", "1 h ago", "1 d ago"],
  );
});
