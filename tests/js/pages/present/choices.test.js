import assert from "node:assert/strict";
import { test } from "node:test";

import { chosenBy, doing, remembered } from "../../../../static/js/pages/present/choices.js";

const choices = ["a", "b", "c"].map((value) => ({ value, label: `zone ${value}` }));
const asked = { about: "x", choices, is_open: true, counts: { b: 1, c: 2 } };

test("what the room says has a row for every choice, chosen or not", () => {
  assert.deepEqual(chosenBy({ asked, guessed: 2 }, null), {
    rows: [
      { label: "zone a", count: 0 },
      { label: "zone b", count: 1 },
      { label: "zone c", count: 2 },
    ],
    of: 2,
  });
});

test("choices have the names of the page that asks the same, in its language", () => {
  const chinese = ["b", "c"].map((value) => ({ value, label: `${value} 区` }));
  const labels = (/** @type {string} */ about) =>
    chosenBy({ asked, guessed: 2 }, { about, choices: chinese, chosen: [] }).rows.map(({ label }) => label);
  assert.deepEqual(labels("x"), ["zone a", "b 区", "c 区"]);
  assert.deepEqual(labels("y"), ["zone a", "zone b", "zone c"]);
});

test("people are counted by what they do", () => {
  assert.deepEqual(doing(["along", "away", "thinking", "along"]), { along: 2, away: 1, thinking: 1 });
});

/** @param {Partial<typeof asked>} [question] @param {Record<string, number>} [counts] */
const room = (question, counts = { b: 1, c: 2 }) => ({
  title: "Spread",
  at: "/",
  asked: { ...asked, ...question },
  followers: 2,
  along: 2,
  guessed: 2,
  back: 0,
  here: true,
  ended: false,
  until: 0,
  presenter: { people: [], counts },
});

test("what the room chose is remembered by question, with the title of the page that asked", () => {
  const first = remembered([], room(), "3/1/0");
  assert.deepEqual(first, [
    {
      about: "x",
      title: "3/1/0",
      rows: [
        { label: "zone a", count: 0 },
        { label: "zone b", count: 1 },
        { label: "zone c", count: 2 },
      ],
      of: 2,
    },
  ]);
  const second = remembered(first, room({ about: "y" }), "Who pays");
  assert.deepEqual(
    second.map(({ title }) => title),
    ["3/1/0", "Who pays"],
  );
  const again = remembered(second, room({}, { a: 2 }), "3/1/0");
  assert.deepEqual(
    again.map(({ title, rows }) => [title, ...rows.map(({ count }) => count)]),
    [
      ["Who pays", 0, 1, 2],
      ["3/1/0", 2, 0, 0],
    ],
  );
});

test("a question keeps its title on the next page, and none that nobody answered is remembered", () => {
  const first = remembered([], room(), "3/1/0");
  const after = remembered(first, room({ is_open: false }, { c: 2 }), "Another page");
  assert.deepEqual(
    after.map(({ title, rows }) => [title, ...rows.map(({ count }) => count)]),
    [["3/1/0", 0, 0, 2]],
  );
  assert.equal(remembered(first, { ...room({ about: "y" }), guessed: 0 }, "Who pays"), first);
});
