import assert from "node:assert/strict";
import { test } from "node:test";

await import("../../../document.js");
const { cellIn, chosen, listedSweeps, sweeps, url } =
  await import("../../../../../static/js/pages/sweeps/core/state.js");

/** @import { SweepStateOut } from "../../../../../static/js/types/api.js" */

/** @param {string} id @param {string} kind */
const sweep = (id, kind) =>
  /** @type {SweepStateOut} */ (/** @type {unknown} */ ({ id, specification: { kind } }));
const ALL = [
  sweep("5", "losses"),
  sweep("4", "weights"),
  sweep("3", "grid"),
  sweep("2", "losses"),
  sweep("1", "seeds"),
];

/** Opens the page at an address. @param {Record<string, string>} params */
function look(params) {
  sweeps.set(ALL);
  url.state.set(params);
}
const listed = () => listedSweeps.get().map(({ id }) => id);

test("the newest sweep is chosen where the address names none that is there", () => {
  look({});
  assert.equal(chosen.get()?.id, "5");
  look({ sweep: "gone" });
  assert.equal(chosen.get()?.id, "5");
  look({ sweep: "1" });
  assert.equal(chosen.get()?.id, "1");
  sweeps.set([]);
  assert.equal(chosen.get(), null);
});

test("tables over nodes stay in their order, each kind with its newest sweep", () => {
  look({});
  assert.deepEqual(listed(), ["1", "5", "4"]);
  look({ sweep: "2" });
  assert.deepEqual(listed(), ["1", "2", "4"]);
});

test("weights come first when they are chosen, and other pictures stand alone", () => {
  look({ sweep: "4" });
  assert.deepEqual(listed(), ["4", "1", "5"]);
  look({ sweep: "3" });
  assert.deepEqual(listed(), ["3"]);
});

test("a cell belongs to the chosen sweep, and is a number", () => {
  look({ sweep: "4", cell: "12" });
  assert.deepEqual([cellIn(ALL[1]), cellIn(ALL[0])], [12, null]);
  look({ sweep: "4", cell: "node-1" });
  assert.equal(cellIn(ALL[1]), null);
});
