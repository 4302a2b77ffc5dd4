import assert from "node:assert/strict";
import { test } from "node:test";

import { laidOut } from "../../../../static/js/pages/lint/layout.js";

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

test("what a person laid out, YAML and broken JSON stay as they are", () => {
  for (const text of ['{"a": 1}', `{"a": "${LONG}"`, `a: {b: ${LONG}}\n`, `{a: ${LONG}}`])
    assert.equal(laidOut(text), text);
});
