import assert from "node:assert/strict";
import { test } from "node:test";

await import("../../document.js");
const { runsOf } = await import("../../../../static/js/pages/sweeps/kinds/registry.js");

const FACTS = { domains: { "kubernetes.io/hostname": 12, zone: 3 }, scenarios: 4 };

test("the runs are the places on the axes with every seed", () => {
  const x = { setting: "weight/NodeResourcesFit", values: [0, 1, 2] };
  const keys = Object.keys(FACTS.domains);
  /** @param {Parameters<typeof runsOf>[0]} sweep */
  const runs = (sweep) => runsOf(sweep, FACTS);
  assert.equal(runs({ kind: "seeds", seeds: 1000 }), 1000);
  assert.equal(runs({ kind: "weights", x, seeds: 2 }), 6);
  assert.equal(runs({ kind: "weights", x, y: { ...x, values: [1, 2] }, seeds: 2 }), 12);
  assert.equal(runs({ kind: "percentages", percentages: [0, 50, 100], seeds: 10 }), 30);
  assert.equal(runs({ kind: "versions", versions: ["1.34", "1.35"], seeds: 1 }), 2);
  assert.equal(runs({ kind: "losses", topology_keys: keys, pairs: false, seeds: 1 }), 15);
  assert.equal(runs({ kind: "losses", topology_keys: keys, pairs: true, seeds: 2 }), 2 * (15 + 66 + 3));
  assert.equal(
    runs({ kind: "capacity", shapes: [{ name: "a" }, { name: "b" }], counts: [0, 1, 2], seeds: 1 }),
    6,
  );
  assert.equal(runs({ kind: "fleet", version: "1.36", seeds: 5 }), 20);
});
