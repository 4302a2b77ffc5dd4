import assert from "node:assert/strict";
import { test } from "node:test";

const { drawn } = await import("../../document.js");
const { h } = await import("../../../../static/js/lib/view.js");
const { Headline } = await import("../../../../static/js/pages/compare/headline.js");
const { comparison } = await import("../../../../static/js/pages/compare/state.js");

/** @import { ComparisonOut } from "../../../../static/js/types/api.js" */

const element = await drawn(h(Headline, {}));

/** @param {object} result */
async function said(result) {
  comparison.set(
    /** @type {ComparisonOut} */ (/** @type {unknown} */ ({ differing: [], first: null, ...result })),
  );
  await Promise.resolve();
  return element.textContent;
}

test("the heading names the page before both sides have ended", async () => {
  assert.equal(await said({ finished: false, placements: [] }), "Compare");
});

test("the first pod that ends elsewhere, and how many more do", async () => {
  const moved = { pod: "default/web-0", kind: "moved", a: "n1", b: "n2" };
  const result = { finished: true, placements: [moved], placements_count: 1 };
  assert.equal(await said(result), "web-0: n1 → n2");
  assert.equal(
    await said({ ...result, placements_count: 3 }),
    "web-0: n1 → n2 and 2 more pods end elsewhere",
  );
  assert.equal(await said({ ...result, placements: [] }), "Every pod ends in the same place");
});
