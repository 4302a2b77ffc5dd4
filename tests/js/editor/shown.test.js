import assert from "node:assert/strict";
import { test } from "node:test";

import { ShownText } from "../../../static/js/editor/shown.js";

const LINE = JSON.stringify({ kind: "List", items: [{ kind: "Node", metadata: { name: "n".repeat(300) } }] });

test("JSON in one line is stored as it was until it is edited, and again once that is undone", () => {
  const text = new ShownText();
  const result = text.show(LINE);
  assert.ok(result.split("\n").length > 5);
  assert.equal(text.storedFor(result), LINE);
  const edited = result.replace("Node", "Pod");
  assert.equal(text.storedFor(edited), edited);
  assert.equal(text.storedFor(result), LINE);
});

test("a text of lines is shown and stored alike", () => {
  const text = new ShownText();
  assert.equal(text.show("kind: Node\n"), "kind: Node\n");
  assert.equal(text.storedFor("kind: Node\n"), "kind: Node\n");
});
