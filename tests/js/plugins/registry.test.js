import assert from "node:assert/strict";
import { test } from "node:test";

import { COUNTING, labelOf, pluginOf, shortName, skipReason } from "../../../static/js/plugins/registry.js";

/** @import { CycleView } from "../../../static/js/model/cycleview.js" */

const data = /** @type {CycleView} */ (/** @type {unknown} */ ({ spread: null }));

test("a plugin that the page does not know, such as an extender, keeps its name", () => {
  assert.deepEqual(pluginOf("somewhere.example.com"), { name: "somewhere.example.com" });
  assert.equal(shortName("somewhere.example.com"), "somewhere.example.com");
  assert.deepEqual(pluginOf(null), { name: "" });
});

test("names are shortened where there is little room", () => {
  assert.equal(shortName("NodeResourcesBalancedAllocation"), "Balanced");
  assert.equal(labelOf("NodeResourcesBalancedAllocation"), "BalancedAllocation");
  assert.equal(labelOf("NodeResourcesFit"), "NodeResourcesFit");
});

test("PreFilter opens with what has domains, then with what has terms, then with the requests", () => {
  assert.deepEqual(COUNTING, ["PodTopologySpread", "InterPodAffinity", "NodeResourcesFit"]);
});

test("a plugin that skips says why; one without its own text has the general one", () => {
  assert.equal(skipReason("PreFilter", "NodePorts", { data }), "No container uses a host port.");
  assert.equal(
    skipReason("PreFilter", "PodTopologySpread", { data }),
    "No DoNotSchedule constraint, and no default one applies.",
  );
  assert.equal(skipReason("PreScore", "NodePorts", { data }), "It has nothing to check for this pod.");
});
