import assert from "node:assert/strict";
import { test } from "node:test";

import { matches } from "../../../static/js/model/selectors.js";
import { shared } from "../shared.js";

for (const { requirements, labels, matches: expected } of shared("selectors"))
  test(`${JSON.stringify(requirements)} ${expected ? "matches" : "does not match"} ${JSON.stringify(labels)}`, () => {
    assert.equal(matches(requirements, labels), expected);
  });
