import assert from "node:assert/strict";
import { test } from "node:test";

import { all, textOf } from "../document.js";
import { nameElement } from "../../../static/js/parts/name.js";

test("a name is whole in its text and on hover, in parts that can be cut", () => {
  const element = /** @type {any} */ (nameElement("ip-10-0-12-86.eu-west-1.compute.internal"));
  assert.equal(textOf(element), "ip-10-0-12-86.eu-west-1.compute.internal");
  assert.equal(element.getAttribute("title"), "ip-10-0-12-86.eu-west-1.compute.internal");
  assert.equal(textOf(all(element, "name-head")), "ip-10");
  assert.equal(textOf(all(element, "name-more")), ".eu-west-1.compute.internal");
  assert.equal(element.style["--host"], "13");
});

test("a name is a stop of the keyboard only where it is asked to be one", () => {
  const stop = (/** @type {any} */ element) => element.getAttribute("tabindex");
  assert.equal(stop(nameElement("node1", { focusable: true })), "0");
  assert.equal(stop(nameElement("node1")), null);
});
