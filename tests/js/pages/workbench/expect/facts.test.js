import assert from "node:assert/strict";
import { test } from "node:test";

import { shortOf, withFact } from "../../../../../static/js/pages/workbench/expect/facts.js";
import { shared } from "../../../shared.js";

const { short, written } = shared("expectations");

for (const { fact, text } of short)
  test(`in short, as the server writes it: ${text}`, () => {
    assert.equal(shortOf(fact), text);
  });

for (const { source, fact, result } of written)
  test(`${JSON.stringify(fact)} is added after the others`, () => {
    assert.equal(withFact(source, fact), result);
  });
