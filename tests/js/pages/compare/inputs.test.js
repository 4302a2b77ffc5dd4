import assert from "node:assert/strict";
import { test } from "node:test";

const { all, drawn } = await import("../../document.js");
const { h } = await import("../../../../static/js/lib/view.js");
const { Inputs } = await import("../../../../static/js/pages/compare/inputs.js");
const { comparison } = await import("../../../../static/js/pages/compare/state.js");

/** @import { ComparisonOut, InputOut } from "../../../../static/js/types/api.js" */

const section = await drawn(h(Inputs, {}));

const SAME = { finished: true, placements: [], differing: [], differing_count: 1, first: null };

/** Shows a comparison. @param {InputOut[]} inputs @param {object} [more] */
async function show(inputs, more) {
  comparison.set(
    /** @type {ComparisonOut} */ (
      /** @type {unknown} */ ({ ...SAME, inputs, inputs_count: inputs.length, ...more })
    ),
  );
  await Promise.resolve();
}

/** @param {Partial<InputOut>} more @returns {InputOut} */
const input = (more) => ({
  object: "Pod default/web-0",
  path: "spec.priority",
  kind: "changed",
  a: 1,
  b: 2,
  ...more,
});

const cells = () =>
  all(section, "tr")
    .slice(1)
    .map((row) => all(row, "td").map((cell) => cell.textContent));

test("sides that share every input say so", async () => {
  await show([]);
  assert.match(section.textContent, /none.*objects, configuration, version and seed are identical/);
});

test("a field has a value on each side, or is not set", async () => {
  await show([
    input({}),
    input({ path: "spec.nodeName", kind: "added", a: null, b: "n1" }),
    input({ path: "metadata.labels", a: { app: "web" }, b: null }),
  ]);
  assert.deepEqual(cells(), [
    ["Pod default/web-0", "spec.priority", "1", "2"],
    ["Pod default/web-0", "spec.nodeName", "not set", "n1"],
    ["Pod default/web-0", "metadata.labels", '{"app":"web"}', "none"],
  ]);
});

test("an object that one side lacks is present or absent, and the run is no object", async () => {
  await show([input({ object: "Run", path: "", kind: "removed" })]);
  assert.deepEqual(cells(), [["The run", "whole object", "present", "absent"]]);
});

test("many inputs are folded, and those that the answer leaves out are counted", async () => {
  await show(
    Array.from({ length: 8 }, () => input({})),
    { inputs_count: 20 },
  );
  const [folded] = all(section, "more-inputs");
  assert.match(folded.textContent, /^14 more/);
  assert.equal(all(folded, "tr").length, 3); // with the header
  assert.match(folded.textContent, /and 12 more, which the API omits too$/);
});

test("inputs are open where nothing else is to be seen", async () => {
  await show([input({})]);
  assert.equal(all(section, "details")[0].hasAttribute("open"), false);
  await show([input({})], { differing_count: 0 });
  assert.equal(all(section, "details")[0].hasAttribute("open"), true);
});
