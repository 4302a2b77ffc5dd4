import assert from "node:assert/strict";
import { test } from "node:test";

import { FakeElement, textOf } from "../document.js";
import { append, h, replace, svg } from "../../../static/js/lib/dom.js";

test("an element has its classes, its attributes and its children", () => {
  const made = h(
    "p.hint.soft",
    { title: "t", hidden: true, "aria-label": null, id: undefined, lang: false },
    "a",
    1,
  );
  assert.deepEqual(/** @type {any} */ (made).attributes, { class: "hint soft", title: "t", hidden: "" });
  assert.equal(textOf(made), "a1");
});

test("attributes may be left out, and the first child stands in their place", () => {
  assert.equal(textOf(h("b", "text")), "text");
  assert.equal(textOf(h("b", 0, "!")), "0!");
  assert.equal(textOf(h("b", ["a", ["b"]], "c")), "abc");
  assert.equal(textOf(h("b", h("i", "in"))), "in");
  assert.equal(textOf(h("b", null, "x")), "x");
});

test("what is no child is left out, zero and the empty text are not", () => {
  assert.equal(textOf(append(h("p"), [null, undefined, false, 0, ""])), "0");
});

test("data and styles are set one by one", () => {
  const made = h("i", { dataset: { node: "n1" }, style: { width: "3px" } });
  assert.deepEqual([made.dataset.node, made.style.width], ["n1", "3px"]);
});

test("children are replaced, and elements of drawings are made too", () => {
  assert.equal(textOf(replace(h("p", "old"), "new")), "new");
  assert.ok(/** @type {unknown} */ (svg("circle.dot", { r: 4 })) instanceof FakeElement);
});
