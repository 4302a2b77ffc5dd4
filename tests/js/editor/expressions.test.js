import assert from "node:assert/strict";
import { test } from "node:test";

import { attributesOf, domainsOf, expressionWords } from "../../../static/js/editor/document/expressions.js";

const DEVICES = {
  attributes: { "gpu.example.com": ["model", "index"], "dra.net": ["numaNode"] },
  capacity: { "gpu.example.com": ["memory"] },
};
/** @param {string} before */
const values = (before) => expressionWords(before, DEVICES).map(({ value }) => value);

test("attributes of a domain follow its brackets, in any quotes", () => {
  assert.deepEqual(values("device.attributes['gpu.example.com'].mo"), [".model", ".index"]);
  assert.deepEqual(values('expression: device.attributes["dra.net"].'), [".numaNode"]);
  assert.deepEqual(values('expression: "device.capacity[\\"gpu.example.com\\"].m'), [".memory"]);
  assert.deepEqual(values("device.attributes['nobody.example.com']."), []);
});

test("domains stand in brackets, drivers behind a comparison", () => {
  assert.deepEqual(values("true && device.attributes['gp"), ["dra.net", "gpu.example.com"]);
  assert.deepEqual(values("device.capacity['"), ["gpu.example.com"]);
  assert.deepEqual(values("device.driver == '"), domainsOf(DEVICES));
});

test("elsewhere the device and the functions are offered", () => {
  assert.ok(values("expression: dev").includes("device.attributes"));
  assert.ok(values("true && ").includes("quantity('"));
});

test("constraints write attributes with their domain", () => {
  assert.deepEqual(attributesOf(DEVICES), [
    "gpu.example.com/model",
    "gpu.example.com/index",
    "dra.net/numaNode",
  ]);
});
