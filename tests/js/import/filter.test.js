import assert from "node:assert/strict";
import { test } from "node:test";

import { keep } from "../../../static/js/import/filter.js";
import { shared } from "../shared.js";

const { kinds, groups, manifests, cases } = shared("fields");

for (const { images, kept, dropped, ignored } of cases)
  test(`what is sent is what the server would keep, ${images ? "with" : "without"} names of images`, () => {
    const result = keep(manifests, { kinds, groups }, { images, expectations: false });
    assert.deepEqual(result.manifests, kept);
    assert.deepEqual(Object.fromEntries(result.dropped), dropped);
    assert.deepEqual(Object.fromEntries(result.ignored), ignored);
  });

test("what a cloud can make is sent with what it is for, but not under pseudonyms", () => {
  const machines = { machines: { instanceTypes: [{ name: "m5.large" }], prices: { "m5.large": 0.1 } } };
  assert.deepEqual(keep([machines], { kinds, groups }, { images: false, expectations: true }).manifests, [
    machines,
  ]);
  assert.deepEqual(keep([machines], { kinds, groups }, { images: false, expectations: false }).manifests, []);
});

test("expectations name pods and nodes: they are sent only if chosen", () => {
  const facts = { expect: [{ pod: "web-0", node: "n1" }] };
  assert.deepEqual(keep([facts], { kinds, groups }, { images: true, expectations: true }).manifests, [facts]);
  const { manifests: manifestsKept, ignored } = keep(
    [facts],
    { kinds, groups },
    { images: true, expectations: false },
  );
  assert.deepEqual(manifestsKept, []);
  assert.equal(ignored.get("expect"), 1);
});
