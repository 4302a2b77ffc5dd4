import assert from "node:assert/strict";
import { test } from "node:test";

import { numbersOf, runsOf } from "../../../../static/js/model/sweeps/specification.js";

const FACTS = { domains: { "kubernetes.io/hostname": 12, zone: 3 }, scenarios: 4 };

test("numbers are typed one by one or as ranges", () => {
  assert.deepEqual(numbersOf("0..3, 8 5,5"), [0, 1, 2, 3, 5, 8]);
  for (const text of ["", " , ", "1.5", "-1", "3..1", "0..5000", "1;2"])
    assert.equal(numbersOf(text), null, text);
});

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
