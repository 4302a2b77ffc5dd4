import assert from "node:assert/strict";
import { test } from "node:test";

import { all, drawn, textOf } from "../../../document.js";
import { nodesLeaving } from "../../../../../static/js/pages/whatif/capacity/leaving.js";

test("nodes with one fate for one reason are a band, and those that go come first", async () => {
  /** @param {string} node @param {string} verdict @param {string} text @returns {any} */
  const fate = (node, verdict, text) => ({ node, verdict, text, pool: "default", price: null, cost: null });
  const nodes = [
    fate("a", "stays", "a budget"),
    fate("b", "stays", "a pod"),
    fate("c", "stays", "a pod"),
    fate("d", "goes", "it is empty"),
    fate("e", "unknown", "no prices"),
    fate("f", "replaced", "cheaper"),
  ];
  const budgets = [{ pool: "default", allowed: { Empty: 1, Drifted: 2 ** 31 - 1 } }];
  const commands = [{ method: "Emptiness", nodes: ["d"], replacements: [], savings: 0.1 }];
  const about = { autoscaler: "karpenter", price: 1, savings: 0.1, total: 6, basis: null, notes: [] };
  const answer = /** @type {any} */ ({ ...about, nodes, commands, budgets });
  const page = await drawn(nodesLeaving([answer], false));
  assert.deepEqual(all(page, "cap-band").map(textOf), [
    "1can go it is emptyd",
    "1is replaced cheaperf",
    "1not known no pricese",
    "2stays a podbc",
    "1stays a budgeta",
  ]);
  assert.equal(textOf(all(page, "h2")), "2nodes can go$0.1 of $1 an hourby Karpenter, of 6");
  assert.equal(textOf(all(page, "li")), "dgoes · saves $0.1 an hour · Emptiness");
  assert.equal(textOf(all(page, "dd")), "Empty 1");
});
