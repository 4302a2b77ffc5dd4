import assert from "node:assert/strict";
import { test } from "node:test";

import { KINDS, manifestOf } from "../../../../static/js/editor/forms/templates.js";
import { shared } from "../../shared.js";

test("new objects are those that the engine's tests load", () => {
  assert.deepEqual(
    Object.fromEntries(KINDS.map((kind) => [kind, manifestOf(kind, { name: "new-1" })])),
    shared("new_objects"),
  );
});
