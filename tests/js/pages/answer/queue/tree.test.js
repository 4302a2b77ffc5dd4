import assert from "node:assert/strict";
import { test } from "node:test";

/** @import { TopologyPlace } from "../../../../../static/js/types/engine.js" */

await import("../../../document.js");
const { topologyTree } = await import("../../../../../static/js/pages/answer/queue/tree.js");

test("the domains within one that was not chosen are drawn once they are asked for", () => {
  const hosts = ["r1", "r2"].flatMap((rack) =>
    Array.from({ length: 9 }, (_, i) => ({ values: [rack, `${rack}-${i}`], pods: 1 })),
  );
  const racks = [
    { values: ["r1"], pods: 9 },
    { values: ["r2"], pods: 9 },
  ];
  const search = {
    levels: [
      { level: "rack", domains: racks },
      { level: "host", domains: hosts },
    ],
    level: "rack",
    rule: "bestFit",
    demand: { count: 1, level: "rack", required: true, unconstrained: false },
  };
  const place = { pod_set: "main", failure: "", search, chosen: [["r1-0"]], counts: [1] };
  const tree = topologyTree(/** @type {TopologyPlace} */ (/** @type {unknown} */ (place)), false);
  const said = tree?.textContent ?? "";
  assert.ok(said.includes("r1-8"));
  assert.ok(said.includes("9 inside"));
  assert.ok(!said.includes("r2-0"));
});
