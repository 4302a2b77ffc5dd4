import assert from "node:assert/strict";
import { test } from "node:test";

import { sentenceOf } from "../../../../static/js/pages/whatif/phrases.js";

/** @param {string} kind @param {Record<string, any>} operands */
const said = (kind, operands) => sentenceOf({ text: "as the engine says", phrase: { kind, operands } });

test("a phrase is the sentence of its kind, with its operands", () => {
  assert.equal(said("uncordon", { node: "n1" }), "uncordon n1");
});

test("an operand may be phrases, which are listed", () => {
  const move = (/** @type {string} */ pod) => ({ kind: "move", operands: { pod, node: "n2" } });
  assert.equal(
    said("pods moved", { moves: [move("a"), move("b")], node: "n1" }),
    "move a to n2, move b to n2 (from n1)",
  );
});

test("the form follows the count", () => {
  assert.equal(said("more nodes", { n: "1", node: "n1", size: "4" }), "one more node like n1 (4)");
  assert.equal(said("more nodes", { n: "3", node: "n1", size: "4" }), "3 more nodes like n1 (4)");
});

test("phrases of a former version are shown in the engine's words", () => {
  assert.equal(said("no kind of today", {}), "as the engine says");
  assert.equal(said("node condition", { key: "disk" }), "as the engine says");
  assert.equal(sentenceOf({ text: "without a phrase" }), "without a phrase");
});
