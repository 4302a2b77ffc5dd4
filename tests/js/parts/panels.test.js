import assert from "node:assert/strict";
import { test } from "node:test";

const { all } = await import("../document.js");
const { headers, podNames, verdictChip } = await import("../../../static/js/parts/panels.js");
const { factLink, named } = await import("../../../static/js/parts/factLink.js");
const { sumTable } = await import("../../../static/js/parts/sumTable.js");
const { podTable } = await import("../../../static/js/parts/reasons.js");

/** @import { Fold } from "../../../static/js/model/fold.js" */

test("verdicts are chips in words", () => {
  assert.deepEqual(
    /** @type {const} */ (["pass", "rejected", "unresolvable", "error"]).map(
      (state) => all(verdictChip(state), "chip")[0].textContent,
    ),
    ["passes", "rejected", "unresolvable", "error"],
  );
});

test("a column of numbers is one, and a column without a name has no header", () => {
  const table = headers("Pod", ["Score", "num"], "");
  assert.deepEqual(
    all(table, "th").map((cell) => [cell.textContent, cell.getAttribute("class")]),
    [
      ["Pod", null],
      ["Score", "num"],
    ],
  );
  assert.equal(all(table, "td").length, 1);
});

test("pods beyond the third are counted", () => {
  assert.equal(podNames(["a", "b", "c"]), "a, b, c");
  assert.equal(podNames(["a", "b", "c", "d"]), "a, b, c and 1 more");
});

/** @param {unknown} link */
const button = (link) => all(link, "button")[0];

test("a number that opens is named by what it counts, unless it says so itself", () => {
  const link = button(factLink(2, named("count", "zone", 0), {}, "counted in zoneA"));
  assert.deepEqual(
    [link.dataset.why, link.getAttribute("aria-label")],
    ["count:zone:0", "counted in zoneA: 2"],
  );
  assert.equal(button(factLink("web-0", "pod:web-0", {}, "counted")).getAttribute("aria-label"), null);
  const labelled = factLink(2, "count:1", { "aria-label": "two" }, "counted");
  assert.equal(button(labelled).getAttribute("aria-label"), "two");
  assert.equal(factLink(2, null), "2", "what nothing is known of is plain");
});

test("the lines of an arithmetic open where there is a fact, and its result stands under the rule", () => {
  const table = sumTable([
    { label: "counted", value: 1.23456, why: "count:zone" },
    { op: "=", label: "sum", value: "3", result: true },
  ]);
  const [first, second] = all(table, "tr");
  assert.equal(button(first).getAttribute("aria-label"), "counted: 1.235");
  assert.deepEqual([second.getAttribute("class"), second.textContent], ["eq", "=sum3"]);
  assert.equal(all(second, "button").length, 0);
});

test("counted pods stand with their nodes, a dozen of them", () => {
  const pods = Array.from({ length: 14 }, (_, i) => `default/web-${i}`);
  const fold = /** @type {Fold} */ (/** @type {unknown} */ ({ nodeOf: new Map([["default/web-0", "n1"]]) }));
  const rows = all(podTable(pods, fold), "tr").map((row) => row.textContent);
  assert.deepEqual([rows[0], rows[1]], ["default/web-0n1counted", "default/web-1–counted"]);
  assert.deepEqual([rows.length, rows[12]], [13, "and 2 more"]);
  assert.equal(podTable([], fold), null);
});
