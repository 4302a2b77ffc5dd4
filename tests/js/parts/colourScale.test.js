import assert from "node:assert/strict";
import { test } from "node:test";

const { diverging, sequential } = await import("../../../static/js/parts/colourScale.js");

test("a colour lies between the two steps of the scale that a value lies between", () => {
  assert.equal(sequential(0.5).backgroundColor, "color-mix(in srgb, var(--seq-3) 50%, var(--seq-2))");
  assert.equal(sequential(1).backgroundColor, "color-mix(in srgb, var(--seq-5) 100%, var(--seq-4))");
  assert.deepEqual(sequential(7), sequential(1));
  assert.deepEqual(sequential(-7), sequential(0));
});

test("a sign has a colour of its own, and exactly 0 none", () => {
  assert.equal(diverging(0).backgroundColor, "var(--div-0)");
  assert.equal(diverging(0.01).backgroundColor, "color-mix(in srgb, var(--div-p2) 2%, var(--div-0))");
  assert.equal(diverging(-1).backgroundColor, "color-mix(in srgb, var(--div-n3) 100%, var(--div-n2))");
});

test("text on strong colours is that of the scale", () => {
  const inks = [0.5, 0.6, 0.8].map((value) => sequential(value).color);
  assert.deepEqual(inks, ["var(--low-on)", "var(--mid-on)", "var(--scale-on)"]);
  assert.deepEqual([diverging(0.5).color, diverging(-0.6).color], ["var(--mid-on)", "var(--scale-on)"]);
});
