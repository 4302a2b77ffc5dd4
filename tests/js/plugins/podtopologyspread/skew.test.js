import assert from "node:assert/strict";
import { test } from "node:test";

import { skewLine, skewText } from "../../../../static/js/plugins/podtopologyspread/skew.js";

/** @import { Node } from "../../../../static/js/model/cluster.js" */
/** @import { CycleView } from "../../../../static/js/model/cycleview.js" */

/** @param {string} key @param {{value: string, count: number, skew: number, fits: boolean}[]} domains */
const constraint = (key, domains) => ({
  topology_key: key,
  self_match: 1,
  max_skew: 1,
  minimum: { value: 1 },
  domains,
  domainOf: () => null, // the labels decide alone
});

/** @param {object[]} filter */
const view = (...filter) =>
  /** @type {CycleView} */ (/** @type {unknown} */ ({ spread: { filter, score: [] } }));

/** @param {Record<string, string>} labels */
const node = (labels) => /** @type {Node} */ (/** @type {unknown} */ ({ name: "node1", labels }));

const full = { value: "a", count: 2, skew: 2, fits: false };
const roomy = { value: "x", count: 1, skew: 1, fits: true };

test("a constraint is described by its arithmetic", () => {
  const operands = { matching: 2, self_match: 1, minimum: 1, skew: 2, max_skew: 1, ok: false };
  assert.equal(skewText(operands), "2 + 1 − 1 = 2 > maxSkew 1");
});

test("a node's line is that of its first failing constraint, else of its first", () => {
  const labels = { zone: "a", rack: "x" };
  const both = view(constraint("rack", [roomy]), constraint("zone", [full]));
  assert.equal(skewLine(both, node(labels)), "2 + 1 − 1 = 2 > 1");
  assert.equal(skewLine(view(constraint("rack", [roomy])), node(labels)), "1 + 1 − 1 = 1 ≤ 1");
});

test("a node in no domain has no line", () => {
  assert.equal(skewLine(view(constraint("zone", [full])), node({ zone: "b" })), null);
  assert.equal(skewLine(view(), node({ zone: "a" })), null);
});
