import assert from "node:assert/strict";
import { test } from "node:test";

await import("../../document.js");
const { endOf, pointName, words } = await import("../../../../static/js/pages/compare/parts.js");

/** @import { CycleOut, DifferenceOut } from "../../../../static/js/types/api.js" */

/** @param {Partial<DifferenceOut>} more */
const says = (more) =>
  words({
    point: "Filter",
    plugin: "NodeName",
    subject: "reasons",
    a: "",
    b: "",
    nodes: [],
    count: 0,
    ...more,
  });

test("a difference on many nodes names three of them", () => {
  const nodes = ["n1", "n2", "n3", "n4"];
  assert.equal(says({ a: "feasible", b: "pending", nodes: ["n1"], count: 1 }), "n1: passes → pending");
  assert.equal(
    says({ a: "1", b: "2", subject: "raw", nodes, count: 4 }),
    "n1, n2, n3 and 1 more raw score: 1 → 2",
  );
});

test("what concerns no node is said by itself", () => {
  assert.equal(says({ a: "n1", b: "no such node", subject: "placement" }), "n1 → not there");
  assert.equal(says({ a: "1", b: "2", subject: "minimum" }), "minimum: 1 → 2");
});

test("a reason of the scheduler stays as it is, without its plugin and code", () => {
  assert.equal(
    says({ a: "NodeResourcesFit: Insufficient cpu (Unschedulable)", b: "feasible" }),
    "Insufficient cpu → passes",
  );
});

test("domains come, go, and count otherwise", () => {
  const domains = (/** @type {string} */ a, /** @type {string} */ b) => says({ subject: "domains", a, b });
  assert.equal(
    domains("zoneA 2, zoneB 1", "zoneA 3, zoneC 0"),
    ["zoneC becomes a domain", "zoneB is no longer a domain", "zoneA counts 2 → 3"].join(", "),
  );
  assert.equal(domains("a b 1", "a b 1, c 1, d 1"), "c, d become domains");
});

test("an attempt ends with the last of its ends, on the side that made it", () => {
  const cycle = /** @type {CycleOut} */ (
    /** @type {unknown} */ ({
      events: {
        a: [
          { kind: "cycle.finished", node: "n1" },
          { kind: "cycle.finished", node: "n2" },
        ],
        b: [],
      },
    })
  );
  assert.deepEqual(
    [endOf(cycle, "a"), endOf(cycle, "b")],
    [{ kind: "cycle.finished", node: "n2" }, undefined],
  );
});

test("a point that this page does not know keeps its name", () => {
  assert.equal(pointName("PreBindSoon"), "PreBindSoon");
});
