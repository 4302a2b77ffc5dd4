import assert from "node:assert/strict";
import { test } from "node:test";

import { laidOut } from "../../../static/js/lib/jsonlayout.js";

const LONG = "x".repeat(300);

test("JSON in a long line gets a line for each field, and every token stays as it was", () => {
  const text = `{"kind":"List","items":[{"a":[],"b":{},"n":0.10,"s":"[{\\"q\\": 1}, ${LONG}"}, true]}`;
  const laid = laidOut(text);
  assert.deepEqual(laid.replace(LONG, "…").split("\n"), [
    "{",
    '  "kind": "List",',
    '  "items": [',
    "    {",
    '      "a": [],',
    '      "b": {},',
    '      "n": 0.10,',
    '      "s": "[{\\"q\\": 1}, …"',
    "    },",
    "    true",
    "  ]",
    "}",
    "",
  ]);
  assert.deepEqual(JSON.parse(laid), JSON.parse(text));
});

test("what a person laid out, YAML, broken JSON and what is nested without end stay as they are", () => {
  const deep = "[".repeat(500) + "]".repeat(500);
  for (const text of ['{"a": 1}', `{"a": "${LONG}"`, `a: {b: ${LONG}}\n`, `{a: ${LONG}}`, deep])
    assert.equal(laidOut(text), text);
});
