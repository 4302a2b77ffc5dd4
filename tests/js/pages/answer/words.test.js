import assert from "node:assert/strict";
import { test } from "node:test";

import {
  amount,
  amountOf,
  figure,
  lastPart,
  shortOf,
  titleOf,
} from "../../../../static/js/pages/answer/words.js";

/** @import { Reason } from "../../../../static/js/types/engine.js" */

/** @param {Reason["kind"]} kind @param {string} [operand] @param {string} [message] @returns {Reason} */
const reason = (kind, operand = "", message = "") => ({ plugin: "", kind, operand, message });

test("resources come first and together, pods as what they are", () => {
  assert.equal(titleOf([reason("resource", "cpu")]), "Not enough cpu");
  assert.equal(
    titleOf([reason("taint", "gpu"), reason("resource", "cpu"), reason("resource", "pods")]),
    "Not enough cpu and pod slots; taint gpu is not tolerated",
  );
});

test("equal reasons are said once, and without any there is a sentence too", () => {
  assert.equal(titleOf([reason("unschedulable"), reason("unschedulable")]), "Nodes are cordoned");
  assert.equal(titleOf([]), "No node takes the pod");
});

test("a reason that nobody put into words is the scheduler's own, with nodes in the plural", () => {
  assert.equal(titleOf([reason("message", "", "node(s) had a bad day")]), "Nodes had a bad day");
  assert.equal(titleOf([reason("gate", "example.com/wait")]), "example.com/wait");
});

test("in a key there is room for a few words", () => {
  assert.equal(
    shortOf([reason("spread", "topology.kubernetes.io/zone"), reason("resource", "memory")]),
    "too little memory left, zone would be too full",
  );
  assert.equal(shortOf([reason("port", "80")]), "host port 80 is taken");
  assert.equal(lastPart("zone"), "zone");
});

test("cpu is in cores, however little", () => {
  assert.equal(amountOf(1000, "cpu", "milli"), "1 core");
  assert.equal(amountOf(1500, "cpu", "milli"), "1.5 cores");
  assert.equal(amountOf(999, "cpu", "milli"), "0.999 cores");
  assert.equal(amountOf(1024 ** 3, "memory", "bytes"), "1 GiB of memory");
  assert.deepEqual(
    [999, 1000, 2000].map((each) => amount(each, "milli")),
    ["0.999 cores", "1 core", "2 cores"],
  );
  assert.equal(figure(630, "milli"), "0.63");
  assert.equal(figure(1, "milli"), "0.001"); // a shortage of it is no "−0"
});
