// Names as short as they may be.

import assert from "node:assert/strict";
import { test } from "node:test";

import { all, textOf } from "../document.js";
import { endElement } from "../../../static/js/parts/name.js";

test("of a long shared part both ends are shown, and the whole is copied", () => {
  const element = endElement(`${"a".repeat(200)}-`, 32);
  assert.equal(textOf(element).length, 201);
  assert.equal(textOf(all(element, "name-out")).length, 201 - 31);
  assert.equal(/** @type {any} */ (element).getAttribute("tabindex"), "0");
});

test("a short one is shown whole and is no stop", () => {
  const element = endElement("node-", 32);
  assert.equal(textOf(element), "node-");
  assert.equal(/** @type {any} */ (element).getAttribute("tabindex"), null);
});
