import assert from "node:assert/strict";
import { test } from "node:test";

import { atFilter, atPreFilter } from "../../../../static/js/plugins/podtopologyspread/stories.js";

/** @import { Judged } from "../../../../static/js/model/story.js" */
/** @import { Viewed } from "../../../../static/js/plugins/descriptor.js" */

/** Nodes n0, n1 … are in the domains of these names. @param {string[]} places @param {object} [constraint] */
function zones(places, constraint = {}) {
  const values = [...new Set(places)].filter(Boolean);
  const counts = [4, 1, 1];
  const domains = values.map((value, i) => ({
    value,
    count: counts[i],
    skew: counts[i] + 1 - 1,
    fits: counts[i] <= 1,
  }));
  const filter = {
    index: 0,
    topology_key: "topology.kubernetes.io/zone",
    self_match: 1,
    max_skew: 1,
    min_domains: null,
    minimum: { value: 1, forced_zero: false, held_by: [] },
    domains,
    /** @param {number} node */
    domainOf: (node) => domains.find(({ value }) => value === places[node]) ?? null,
    ...constraint,
  };
  return /** @type {Viewed} */ (
    /** @type {unknown} */ ({
      cycle: { pod: "d/web-9" },
      cluster: null,
      data: { spread: { filter: [filter] } },
    })
  );
}

/** @param {number[]} rejected */
const judged = (...rejected) => /** @type {Judged} */ ({ rejected, asked: 4 });

test("before any node: what the domains hold", () => {
  const { heading, text } = atPreFilter(zones(["a", "b", "c"]));
  assert.equal(heading, "a has 4, b and c have 1");
  assert.deepEqual(text, ["6 matching pods count.", "The emptiest domain has 1: the global minimum."]);
});

test("one domain would exceed maxSkew", () => {
  const { heading, text } = atFilter(zones(["a", "b", "a"]), judged(0, 2));
  assert.equal(heading, "2 nodes are ruled out because a would be 4 above the emptiest");
  assert.deepEqual(text, ["With web-9, a would have 5 and the emptiest 1; maxSkew is 1."]);
});

test("too few domains: the minimum counts as 0", () => {
  const now = zones(["a"], { minimum: { value: 0, forced_zero: true, held_by: [] }, min_domains: 2 });
  const { heading, text } = atFilter(now, judged(0));
  assert.equal(heading, "1 node is ruled out because a would have 5");
  assert.deepEqual(text, ["With web-9, a would have 5; the minimum counts as 0, and maxSkew is 1."]);
});

test("nodes without the label, alone and beside others", () => {
  const label = "topology.kubernetes.io/zone";
  assert.equal(atFilter(zones(["b", ""]), judged(1)).heading, `1 node has no label ${label}`);
  const { heading, text } = atFilter(zones(["a", ""]), judged(0, 1));
  assert.equal(heading, "2 nodes are ruled out because their domains would exceed maxSkew");
  assert.equal(text?.[1], `1 node has no label ${label}.`);
});
