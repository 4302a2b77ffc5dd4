import assert from "node:assert/strict";
import { test } from "node:test";

import { rich, t, tn } from "../../../static/js/lib/i18n.js";

test("names in braces are filled in, unknown ones stay", () => {
  assert.equal(t("{pod} is on {node}", { pod: "web-0", node: "n1" }), "web-0 is on n1");
  assert.equal(t("{pod} is on {node}", { pod: "web-0" }), "web-0 is on {node}");
  assert.equal(t("{pod}"), "{pod}");
  assert.equal(t("{n} of {n}", { n: 0 }), "0 of 0");
});

test("what is filled in is not read again", () => {
  assert.equal(t("{a} {b}", { a: "{b}", b: "{a}" }), "{b} {a}");
});

test("a count selects the plural form, and is formatted for the language", () => {
  assert.equal(tn("{n} node", "{n} nodes", 1), "1 node");
  assert.equal(tn("{n} node", "{n} nodes", 0), "0 nodes");
  assert.equal(tn("{n} node of {pool}", "{n} nodes of {pool}", 5000, { pool: "a" }), "5,000 nodes of a");
});

test("a sentence is put together around elements", () => {
  const bold = { b: "web-0" };
  assert.deepEqual(rich("{pod} waits", { pod: bold }), ["", bold, " waits"]);
});
