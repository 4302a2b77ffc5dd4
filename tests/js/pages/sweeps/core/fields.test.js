import assert from "node:assert/strict";
import { test } from "node:test";

await import("../../../document.js");
const { place, readNumbers, textInput, Unreadable } =
  await import("../../../../../static/js/pages/sweeps/core/fields.js");

/** @param {string} path */
function complaining(path) {
  const messages = /** @type {string[]} */ ([]);
  return {
    path,
    View: () => null,
    messages,
    complain: (/** @type {string} */ message) => void messages.push(message),
  };
}

test("an error goes to the field that it is about, others are handed back", () => {
  const [x, shapes] = [complaining("x"), complaining("shapes")];
  const errors = [
    { path: "sweep.x.values", message: "too many" },
    { path: "sweep.shapes[1].name", message: "twice" },
    { path: "sweep.shapesOf", message: "unknown" },
    { path: "sweep", message: "too large" },
  ];
  assert.deepEqual(place([x, shapes], errors), errors.slice(2));
  assert.deepEqual([x.messages, shapes.messages], [["too many"], ["twice"]]);
});

test("numbers that cannot be read are a complaint of their field", () => {
  const counts = complaining("counts");
  /** @param {string} value */
  const read = (value) => readNumbers(counts, textInput("input.in", value, {}));
  assert.deepEqual(read("0..2, 8"), [0, 1, 2, 8]);
  assert.throws(
    () => read("many"),
    (/** @type {unknown} */ error) => error instanceof Unreadable && error.field === counts,
  );
});
