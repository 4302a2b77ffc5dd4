import assert from "node:assert/strict";
import { test } from "node:test";

import { headingOf } from "../../../static/js/model/poolgrid.js";

test("a heading says the pool, how many nodes of which shape, and the zone", () => {
  assert.equal(headingOf("userpool1", Array(20).fill("D8s_v5"), "1"), "userpool1 · 20 × D8s_v5 · zone 1");
  assert.equal(headingOf("", ["D8s_v5"]), "1 × D8s_v5");
  assert.equal(headingOf("web", ["D8s_v5"], "zoneA"), "web · 1 × D8s_v5 · zoneA"); // not "zone zoneA"
  assert.equal(headingOf("batch", ["m5.large", "m6i.large"]), "batch · 2 × m5.large or m6i.large");
  assert.equal(headingOf("batch", ["a", "b", "c"]), "batch · 3 nodes of 3 types");
  assert.equal(headingOf("batch", ["", ""]), "batch · 2 nodes");
});
