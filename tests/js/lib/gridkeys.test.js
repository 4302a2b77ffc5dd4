import assert from "node:assert/strict";
import { test } from "node:test";

import { leadsTo } from "../../../static/js/lib/gridkeys.js";

/** A grid of 20 rows and 4 columns below a head of 2 rows; the first column names the row. */
const place = { row: 5, column: 2, top: -2, bottom: 19, right: 3, home: 1 };
/** @param {string} key */
const plain = (key) => ({ key, ctrlKey: false });
/** @param {string} key */
const ctrl = (key) => ({ key, ctrlKey: true });

test("arrows and Page keys move by cells and by ten rows", () => {
  assert.deepEqual(leadsTo(place, plain("ArrowLeft")), [5, 1]);
  assert.deepEqual(leadsTo(place, plain("ArrowRight")), [5, 3]);
  assert.deepEqual(leadsTo(place, plain("ArrowUp")), [4, 2]);
  assert.deepEqual(leadsTo(place, plain("ArrowDown")), [6, 2]);
  assert.deepEqual(leadsTo(place, plain("PageDown")), [15, 2]);
});

test("nothing leads out of the grid", () => {
  assert.deepEqual(leadsTo(place, plain("PageUp")), [-2, 2]);
  assert.deepEqual(leadsTo({ ...place, row: 18 }, plain("PageDown")), [19, 2]);
  assert.deepEqual(leadsTo({ ...place, column: 3 }, plain("ArrowRight")), [5, 3]);
  assert.deepEqual(leadsTo({ ...place, column: 0 }, plain("ArrowLeft")), [5, 0]);
});

test("Home and End stay in the row, with Ctrl they go to the corners", () => {
  assert.deepEqual(leadsTo(place, plain("Home")), [5, 0]);
  assert.deepEqual(leadsTo(place, plain("End")), [5, 3]);
  assert.deepEqual(leadsTo(place, ctrl("Home")), [0, 1]);
  assert.deepEqual(leadsTo(place, ctrl("End")), [19, 3]);
});

test("other keys lead nowhere", () => {
  assert.equal(leadsTo(place, plain("a")), null);
  assert.equal(leadsTo(place, plain("Tab")), null);
});
