import assert from "node:assert/strict";
import { test } from "node:test";

import { keep } from "../../../static/js/import/filter.js";
import { shared } from "../shared.js";

const { kinds, manifests, cases } = shared("fields");

for (const { images, kept, dropped, ignored } of cases)
  test(`what is sent is what the server would keep, ${images ? "with" : "without"} names of images`, () => {
    const found = keep(manifests, kinds, { images, expectations: false });
    assert.deepEqual(found.manifests, kept);
    assert.deepEqual(Object.fromEntries(found.dropped), dropped);
    assert.deepEqual(Object.fromEntries(found.ignored), ignored);
  });

test("expectations name pods and nodes: they go only when that is wanted", () => {
  const facts = { expect: [{ pod: "web-0", node: "n1" }] };
  assert.deepEqual(keep([facts], kinds, { images: true, expectations: true }).manifests, [facts]);
  const { manifests: kept, ignored } = keep([facts], kinds, { images: true, expectations: false });
  assert.deepEqual(kept, []);
  assert.equal(ignored.get("expect"), 1);
});
