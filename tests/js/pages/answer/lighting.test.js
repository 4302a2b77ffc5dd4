import assert from "node:assert/strict";
import { test } from "node:test";

import { movesOf } from "../../../../static/js/pages/answer/gauges.js";
import { nodesOf } from "../../../../static/js/pages/answer/lighting.js";

/** @param {Record<string, Record<string, string>>} around what `closest` finds, by selector */
const pointedAt = (around) =>
  /** @type {Element} */ (
    /** @type {unknown} */ ({
      closest: (/** @type {string} */ selector) =>
        around[selector] && { getAttribute: (/** @type {string} */ name) => around[selector][name] },
    })
  );

test("a name lights its node, a reason all of its nodes, other text none", () => {
  const names = ["n1", "n2", "n3"];
  assert.deepEqual(nodesOf(pointedAt({ ".name": { title: "n2" } }), names), new Set(["n2"]));
  const reason = { "[data-nodes]": { "data-nodes": "0 2" } };
  assert.deepEqual(nodesOf(pointedAt(reason), names), new Set(["n1", "n3"]));
  assert.equal(nodesOf(pointedAt({}), names), null);
});

test("a pod that moves comes to one node and leaves another", () => {
  const { came, went } = movesOf([
    { pod: "a/p", before: null, after: "n1" },
    { pod: "a/q", before: "n1", after: "n2" },
    { pod: "a/r", before: "n1", after: null },
  ]);
  assert.deepEqual(
    [...came],
    [
      ["n1", 1],
      ["n2", 1],
    ],
  );
  assert.deepEqual([...went], [["n1", 2]]);
});
