import assert from "node:assert/strict";
import { test } from "node:test";

import { dump, loadAll } from "../../../static/vendor/js-yaml/js-yaml.esm.min.mjs";
import { kindOf } from "../../../static/js/import/filter.js";
import { read } from "../../../static/js/import/read.js";
import { SCHEMA } from "../../../static/js/import/scalars.js";
import { shared } from "../shared.js";

const { values, keys } = shared("scalars");
const exported = shared("fields").exported;

const options = { schema: SCHEMA, noRefs: true, lineWidth: -1, seqNoIndent: true };

/** @param {string} text */
const loaded = (text) => loadAll(text, { schema: SCHEMA })[0];

test("a plain scalar is what the server reads", () => {
  for (const [text, value] of Object.entries(values)) assert.deepEqual(loaded(`- ${text}\n`), [value], text);
  for (const [text, key] of Object.entries(keys))
    assert.deepEqual(loaded(`${text}: v\n`), { [key]: "v" }, text);
});

test("a text is written so that it stays a text", () => {
  for (const text of Object.keys(values)) assert.deepEqual(loaded(dump([text], options)), [text], text);
});

/** @param {string} text */
const manifests = (text) => read([{ name: "mine", text }], exported).manifests;

test("an export of the simulator is read as by the server", () => {
  for (const { export: document, objects } of shared("simulator"))
    assert.deepEqual(manifests(JSON.stringify(document)), objects);
});

test("objects may stand one on each line", () => {
  const nodes = [1, 2].map((n) => ({ kind: "Node", metadata: { name: `n${n}` } }));
  assert.deepEqual(manifests(nodes.map((node) => JSON.stringify(node)).join("\n")), nodes);
});

test("a kind of another group has its group", () => {
  const groups = { Node: [""] };
  assert.equal(kindOf({ kind: "Node", apiVersion: "longhorn.io/v1beta2" }, groups), "Node.longhorn.io");
  assert.equal(kindOf({ kind: "Node", apiVersion: "v1" }, groups), "Node");
  assert.equal(kindOf({ kind: "Node" }, groups), "Node");
  assert.equal(kindOf({ kind: "Other", apiVersion: "example.com/v1" }, groups), "Other");
});
