import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { all, textOf } from "../../document.js";
import {
  nearestNodes,
  partsFigure,
  selectorFigure,
  shortages,
  spreadFigure,
} from "../../../../static/js/pages/answer/figures.js";

/** @import { PendingWorkload } from "../../../../static/js/types/engine.js" */

const QUIET = {
  ...{ namespace: "shop", pods: ["web-0", "web-1"], pod: "shop/web-0" },
  ...{ shortages: [], nearest: [], parts: [], nodes: 3, open_nodes: 2 },
};

/** @param {object} more */
const workload = (more) => /** @type {PendingWorkload} */ (/** @type {unknown} */ ({ ...QUIET, ...more }));

const SHORTAGE = {
  ...{ resource: "cpu", unit: "milli", request: 4000, free: 3000, largest_free: 2000 },
  ...{ largest_node: "n1", largest_allocatable: 8000, initialized: [] },
};

test("what is short is more than any node has, or more than is free in one piece", () => {
  const says = (/** @type {object} */ more, /** @type {number} */ open = 2) =>
    textOf(shortages(workload({ shortages: [{ ...SHORTAGE, ...more }], open_nodes: open })));
  assert.equal(
    says({ largest_allocatable: 3900 }),
    "Needs 4 cores: more than any eligible node has (3.9 cores at most).",
  );
  assert.equal(says({}, 1), "Needs 4 cores. The 1 eligible node has 3 cores free.");
  assert.equal(
    says({}),
    "Needs 4 cores. 3 cores are free on the 2 eligible nodes, but at most 2 cores on one node, n1.",
  );
});

test("a pod that still counts for its ended init containers is named with both numbers", () => {
  const initialized = [{ pod: "shop/db-0", node: "n1", counted: 3000, running: 250 }];
  const said = textOf(shortages(workload({ shortages: [{ ...SHORTAGE, initialized }] })));
  assert.match(said, /shop\/db-0 on n1 counts as 3 cores: .* its containers request 0\.25 cores\.$/);
});

test("figures of another pod than that of the repairs say whose they are", () => {
  const said = textOf(shortages(workload({ shortages: [SHORTAGE], pod: "shop/web-1" })));
  assert.match(said, /node, n1\. This was the state when web-1 was tried\.$/);
});

/** @param {string} node @param {number} free @param {object[]} reasons */
const near = (node, free, reasons) => ({
  node,
  reasons,
  amounts: [{ resource: "cpu", unit: "milli", request: 4000, free, allocatable: 8000 }],
});

test("the nearest nodes say what they miss, and nothing below zero is free", () => {
  const table = nearestNodes(
    workload({ nearest: [near("n1", 3500, [{ kind: "resource", operand: "cpu" }]), near("n2", -500, [])] }),
  );
  assert.deepEqual(all(table, "short").map(textOf), ["−0.5", "−4"]);
  assert.deepEqual(all(table, "near-free").map(textOf), ["cores 3.5", "cores 0"]);
  const [{ style: free }] = all(table, "bar-free");
  const [{ style: need }] = all(table, "bar-need");
  assert.ok(parseFloat(free.width) < parseFloat(need.left));
});

test("where a label alone is missing, its nodes are named instead of a table", () => {
  const reasons = [{ kind: "unmatched_selector", operand: "disk=fast" }];
  const says = nearestNodes(workload({ nearest: [near("n1", 0, reasons), near("n2", 0, reasons)] }));
  assert.equal(textOf(says), "With that label it would fit on: n1, n2");
  assert.equal(nearestNodes(workload({})), null);
});

test("a domain is open, full, or counted without ever taking the pod", () => {
  const figure = spreadFigure({
    ...{ topology_key: "example.com/zone", max_skew: 1, minimum: 1, domain_count: 5 },
    domains: [
      { value: "a", count: 1, fits: true, open: true },
      { value: "b", count: 2, fits: false, open: true },
      { value: "c", count: 0, fits: true, open: false },
    ],
  });
  assert.deepEqual(
    all(figure, "chip").map(({ attributes }) => attributes.class),
    ["chip", "chip reject", "chip closed"],
  );
  assert.match(textOf(figure), /no zone may have more than 2 of them/);
  assert.match(textOf(figure), /and 2 more$/);
});

test("one node has the label in the singular", () => {
  const says = (/** @type {number} */ matching) =>
    textOf(
      all(
        selectorFigure({
          clause: "disk=fast",
          key: "disk",
          matching,
          values: [],
          value_count: 0,
          without: 3,
        }),
        "p",
      ),
    );
  assert.equal(says(0), "The node must have disk=fast. The nodes have:");
  assert.equal(says(1), "The node must have disk=fast; 1 node does.");
  assert.equal(says(2), "The node must have disk=fast; 2 nodes do.");
});

test("all nodes by reason look different while there are few kinds, cordoned ones always", () => {
  const part = (/** @type {boolean} */ open, /** @type {string} */ kind) => ({
    ...{ open, nodes: 1 },
    reasons: [{ plugin: "", kind, operand: "x", message: "" }],
  });
  const figure = partsFigure(
    workload({
      parts: [
        part(true, "resource"),
        part(true, "port"),
        part(true, "spread"),
        part(false, "taint"),
        part(false, "selector"),
        part(false, "unschedulable"),
      ],
    }),
  );
  const looks = all(all(figure, "stack"), "i").map(({ attributes }) => attributes.class);
  assert.deepEqual(looks, [
    ...["st-open-1", "st-open-2", "st-open-2"],
    ...["st-closed-1", "st-closed-2", "st-cordoned"],
  ]);
  const styles = readFileSync(new URL("../../../../static/css/answer.css", import.meta.url), "utf8");
  for (const look of looks) assert.match(styles, new RegExp(`\\.${look} \\{`));
  assert.equal(textOf(all(figure, "h3")), "Why it fits on none of the 3 nodes");
  assert.equal(partsFigure(workload({})), null);
});
