import assert from "node:assert/strict";
import { test } from "node:test";

import { all, drawn, FakeElement, textOf } from "../document.js";
import { atom } from "../../../static/js/lib/atoms.js";
import { classes, h, Held, mount, svg } from "../../../static/js/lib/view.js";

test("a selector gives the tag and its classes, to which attributes add theirs", async () => {
  const [made] = all(
    await drawn(h("p.crumb", { class: classes("mute", false), id: "a" }, "x", ["y", 1])),
    "p",
  );
  assert.deepEqual(made.attributes, { class: "crumb mute", id: "a" });
  assert.equal(textOf(made), "xy1");
});

test("the first child may stand in place of attributes", async () => {
  assert.equal(textOf(await drawn(h("ul", h("li", "a"), [h("li", "b")]))), "ab");
  assert.equal(textOf(await drawn(h("p", ["a", "b"]))), "ab");
});

test("what is not there is left out, zero and the empty text are not", async () => {
  assert.equal(textOf(await drawn(h("p", [null, undefined, false, true, 0, ""]))), "0");
  const attrs = {
    title: null,
    "aria-current": false,
    "data-x": undefined,
    dataset: { firstOf: 1, gone: false },
  };
  const [made] = all(await drawn(h("p", /** @type {any} */ (attrs))), "p");
  assert.deepEqual(made.attributes, { "data-first-of": 1 });
});

test("a button submits nothing unless it says so", async () => {
  const types = async (/** @type {any} */ attrs) =>
    all(await drawn(h("button", attrs)), "button")[0].attributes;
  assert.deepEqual(await types({}), { type: "button" });
  assert.deepEqual(await types({ type: "submit" }), { type: "submit" });
});

test("elements of drawings are made too", async () => {
  const [made] = all(await drawn(svg("circle.dot", { r: 4 })), "circle");
  assert.deepEqual(made.attributes, { class: "dot", r: 4 });
});

test("a component that reads an atom is drawn again when it changes, and elements stay", async () => {
  const count = atom(0);
  /** @param {{unit: string}} props */
  const Count = ({ unit }) => h("b", count.get(), unit);
  const place = new FakeElement("div");
  const unmount = mount(/** @type {any} */ (place), () => h("p", h(Count, { unit: " px" })));
  const [before] = all(place, "b");
  count.set(2);
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(textOf(place), "2 px");
  assert.equal(all(place, "b")[0], before);
  unmount();
  assert.equal(textOf(place), "");
});

test("an option has its value as an attribute, also where that is its text", async () => {
  const [made] = all(await drawn(h("option", { value: "1.35" }, "1.35")), "option");
  assert.deepEqual(Object.values(made.attributes), ["1.35"]);
});

test("an element of lib/dom.js stays while the view around it is drawn again", async () => {
  const count = atom(0);
  const element = /** @type {any} */ (new FakeElement("canvas"));
  const place = new FakeElement("div");
  mount(/** @type {any} */ (place), () => h("p", count.get(), h(Held, { element })));
  count.set(1);
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(all(place, "canvas")[0], element);
  assert.equal(textOf(place), "1");
});
