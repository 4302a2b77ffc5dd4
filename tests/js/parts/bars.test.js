import assert from "node:assert/strict";
import { test } from "node:test";

const { all, drawn } = await import("../document.js");
const { fill } = await import("../../../static/js/parts/bars.js");

/** How far a bar is filled. @param {number} value @param {number} most */
const widthOf = async (value, most) => all(await drawn(fill(value, most)), "i")[0].style.width;

test("a bar is filled as far as its value is of the largest, and no further", async () => {
  assert.equal(await widthOf(1, 4), "25%");
  assert.equal(await widthOf(9, 4), "100%");
  assert.equal(await widthOf(-1, 4), "0%");
});

test("where all values are 0 no bar is filled", async () => {
  assert.equal(await widthOf(0, 0), "0%");
});
