// Why no new node came: what is said row by row is said once.

import assert from "node:assert/strict";
import { test } from "node:test";

import { all, drawn, textOf } from "../../document.js";
import {
  isHelped,
  newNodes,
  otherCauses,
  restsOn,
  shapeText,
} from "../../../../static/js/pages/whatif/newNodes.js";

/** @param {string} verdict @param {object | null} [loop] @returns {any} */
const told = (verdict, loop = null) => ({ new_nodes: [{ verdict, loop, text: "Karpenter makes no node." }] });

test("a node that comes and that the scheduler accepts is help enough", () => {
  assert.equal(isHelped(told("makes")), true);
  assert.equal(isHelped(told("makes", {})), false);
  assert.equal(isHelped(told("none")), false);
  assert.equal(isHelped(/** @type {any} */ ({})), false);
});

test("the other causes are those that no row says", () => {
  const outside = [{ text: "Karpenter makes no node." }, { text: "claim data does not exist" }];
  assert.deepEqual(otherCauses({ ...told("none"), outside }), [outside[1]]);
});

for (const [basis, text] of /** @type {[any, string][]} */ ([
  [null, ""],
  [
    { given: 1, seen: ["a", "b"], priced: true },
    "Rests on: 1 instance type given, 2 instance types seen on nodes",
  ],
  [{ given: 0, seen: ["a"], priced: false }, "Rests on: 1 instance type seen on nodes, no prices"],
  [{ given: 0, seen: [], priced: false }, "Rests on: no prices"],
]))
  test(`what an answer rests on: ${text}`, () => assert.equal(restsOn(basis), text));

test("a node in words has its zone and its price where they are known", () => {
  const size = { cpu: "4", memory: "8Gi" };
  const made = /** @type {any} */ ({ type: "m5.large", zone: "b", price: 0.0964, size });
  assert.equal(shapeText(made), "m5.large, b, $0.0964");
  assert.equal(shapeText({ ...made, type: "", zone: "", price: null }), "cpu 4, memory 8Gi");
});

test("a row has what excludes a NodePool, in plain words and in the program's, and what it would make", async () => {
  const shape = { type: "m5.large", zone: "b", capacity_type: "spot", price: 0.03, size: {} };
  const limit = { pool: "default", weight: 10, verdict: "no", text: "limit: 2 + 4 = 6 > limits.cpu 5" };
  const rows = [
    { ...limit, says: "all available instance types exceed limits", alone: true, shape },
    { pool: "gpu", weight: 0, verdict: "no", text: "taint gpu", says: "", alone: false, shape: null },
  ];
  const loop = {
    node: "n1",
    autoscaler: "Pod should schedule on: node/n1",
    scheduler: ["no zone", "no label"],
  };
  const answer = { autoscaler: "karpenter", verdict: "none", rows, loop, ties: [], basis: null, notes: [] };
  const page = await drawn(newNodes(/** @type {any} */ ({ new_nodes: [answer] })));
  const [, first, second] = all(page, "tr");
  assert.equal(
    textOf(first),
    "defaultweight 10limit: 2 + 4 = 6 > limits.cpu 5all available instance types exceed limitsm5.large, b$0.03 spot",
  );
  assert.deepEqual(all(page, "nn-alone"), [first]);
  assert.equal(textOf(second), "gputaint gpu–");
  assert.ok(textOf(all(page, "nn-loop")).endsWith("kube-schedulern1: no zone, no label"));
});
