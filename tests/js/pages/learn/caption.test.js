import assert from "node:assert/strict";
import { test } from "node:test";

import { parts, plain } from "../../../../static/js/pages/learn/caption.js";

const text = (/** @type {string} */ value, bold = false) => ({ kind: "text", value, bold });

test("a caption is text with figures, bold words and code", () => {
  assert.deepEqual(parts("**Only c.** In b it is {b.skew}, says `maxSkew`."), [
    text("Only c.", true),
    text(" In b it is "),
    { kind: "figure", value: "b.skew", bold: false },
    text(", says "),
    { kind: "code", value: "maxSkew", bold: false },
    text("."),
  ]);
});

test("a figure may be bold, and begin or end the caption", () => {
  assert.deepEqual(parts("{node}: **{fits} of {nodes}**"), [
    { kind: "figure", value: "node", bold: false },
    text(": "),
    { kind: "figure", value: "fits", bold: true },
    text(" of ", true),
    { kind: "figure", value: "nodes", bold: true },
  ]);
});

test("other braces stay as they are", () => {
  assert.deepEqual(parts("a {b c} d"), [text("a {b c} d")]);
});

test("a caption can be had as plain text", () => {
  const caption = "**Only {fits}.** In `b` it is {b.skew}.";
  assert.equal(
    plain(caption, (name) => (name === "fits" ? "c" : "3")),
    "Only c. In b it is 3.",
  );
});
