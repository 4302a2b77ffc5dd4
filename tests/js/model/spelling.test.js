import assert from "node:assert/strict";
import { test } from "node:test";

import { ShortNames } from "../../../static/js/model/names.js";
import { PodNames } from "../../../static/js/model/podnames.js";
import { spell, textOf } from "../../../static/js/model/spelling.js";

const NODES = ["gke-prod-euw1-default-pool-1a2b3c4d-b1x1", "gke-prod-euw1-default-pool-1a2b3c4d-c2x2"];
const POD = "prod/payments-api-7d9c5b6f4-zk0";
const known = [new ShortNames(NODES), new PodNames([POD])];

/** @param {string} text */
const short = (text) => textOf(spell(text, () => known));

test("names in a sentence are short, whatever stands around them", () => {
  assert.equal(
    short(`${POD} runs on ${NODES[0]}, not on ${NODES[1]}.`),
    "payments-api zk0 runs on b1x1, not on c2x2.",
  );
  assert.equal(short(`(${NODES[0]}: 415)`), "(b1x1: 415)");
  assert.equal(short("payments-api-7d9c5b6f4-zk0 is pending"), "payments-api zk0 is pending");
  assert.equal(short(`onto ${NODES[0]}-new`), "onto b1x1-new");
  assert.equal(short(`onto ${NODES[1]}-new-2`), "onto c2x2-new-2");
});

test("what is no name of this run stays as it is", () => {
  for (const text of [
    "gke-prod-euw1-default-pool-1a2b3c4d-zzzz",
    `${NODES[0]}-and-more`,
    `other/payments-api-7d9c5b6f4-zk0`,
    "topology.kubernetes.io/zone",
    "node1",
  ])
    assert.equal(short(text), text);
});

test("parts in their order make the whole text, and a text without names is one part", () => {
  const text = `${NODES[0]} and ${NODES[1]}`;
  const parts = spell(text, () => known);
  assert.equal(parts.map((part) => (typeof part === "string" ? part : part.name)).join(""), text);
  assert.equal(spell("no name here, though it is long", () => known).length, 1);
});
