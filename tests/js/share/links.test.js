import assert from "node:assert/strict";
import { test } from "node:test";

import { fileLink, shareable } from "../../../static/js/share/links.js";

test("the view travels, the sender's theme does not", () => {
  assert.equal(shareable("?pod=a/b&theme=dark&point=Filter"), "?pod=a/b&point=Filter");
  assert.equal(shareable("?theme=dark"), "");
  assert.equal(shareable(""), "");
});

test("a file without the step is that of the whole scenario", () => {
  assert.equal(fileLink("abc", "yaml", { step: false }), "/x/abc.yaml");
});
