import assert from "node:assert/strict";
import { test } from "node:test";

await import("../../document.js");

const { whyOver, whyUncounted } = await import("../../../../static/js/pages/present/follow.js");

const mine = { about: "/learn/", choices: [], chosen: ["a"] };

test("whose guess does not count is told why", () => {
  const late = whyUncounted({ about: "/learn/", why: "late" }, mine, false);
  assert.equal(late, "Too late: the presenter has closed the question. Your guess is not counted.");
  const other = whyUncounted({ about: "/learn/", why: "other" }, mine, true);
  assert.equal(other, "The presenter asks something else. Your guess is not counted.");
});

test("nothing is said of a guess that counts, of another page, or on the way to the presenter", () => {
  assert.equal(whyUncounted(null, mine, true), "");
  assert.equal(whyUncounted({ about: "/cases/", why: "late" }, mine, true), "");
  assert.equal(whyUncounted({ about: "/learn/", why: "late" }, null, true), "");
  assert.equal(whyUncounted({ about: "/learn/", why: "other" }, mine, false), "");
});

test("who finds no place is told so", () => {
  assert.equal(whyOver("full"), "The room is full. You are not counted.");
  assert.equal(whyOver("crowded"), "Too many people follow from your network. You are not counted.");
});
