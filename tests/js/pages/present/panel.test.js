import assert from "node:assert/strict";
import { test } from "node:test";

import { all, textOf } from "../../document.js";

const { guessesCard } = await import("../../../../static/js/pages/present/guesses.js");
const { panel } = await import("../../../../static/js/pages/present/panel.js");

/** @import { RoomState } from "../../../../static/js/types/api.js" */

const choices = ["b", "c"].map((value) => ({ value, label: `zone ${value}` }));
/** @type {RoomState} */
const room = {
  title: "Spread",
  at: "/",
  asked: { about: "x", choices, is_open: true, counts: null },
  followers: 4,
  along: 3,
  guessed: 2,
  back: 0,
  here: true,
  ended: false,
  until: 0,
  presenter: { people: ["along", "away", "thinking", "along"], counts: { b: 1, c: 2 } },
};
const acts = { back: () => {}, show: () => {} };
const beside = { next: [{ about: "The answer beside the guesses", text: "Only c." }, null], asked: [], acts };

test("the presenter sees who follows, what they chose before it is shown, and what comes next", () => {
  const element = panel(room, beside);
  const people = all(element, "room-people")[0];
  assert.deepEqual(
    all(people, "i").map(({ attributes }) => attributes.class),
    ["along", "away", "thinking", "along"],
  );
  const said = textOf(element);
  for (const part of ["4 follow", "2 have guessed", "2 here with you", "1 looks around", "1 still thinking"])
    assert.ok(said.includes(part), `${part} in ${said}`);
  assert.deepEqual(all(element, "room-bar").map(textOf), ["zone b1 of 2", "zone c2 of 2"]);
  assert.equal(all(element, "room-next").map(textOf).join(), "The answer beside the guessesOnly c.");
});

test("what the room said before is there without the question that is asked", () => {
  const was = (/** @type {string} */ about) => ({
    about,
    title: about,
    rows: [{ label: "a", count: 3 }],
    of: 4,
  });
  const element = panel(room, { ...beside, asked: [was("first"), was("second"), was("x")] });
  assert.deepEqual(all(element, "room-was").map(textOf), ["seconda: 3 of 4", "firsta: 3 of 4"]);
});

test("followers see what was chosen when it is shown, and nothing of the presenter's", () => {
  const follower = { ...room, presenter: null };
  assert.equal(guessesCard(follower), null);
  assert.equal(panel(follower, beside), null);
  const isShown = { ...follower, asked: { about: "x", choices, is_open: true, counts: { b: 1, c: 2 } } };
  assert.deepEqual(all(guessesCard(isShown), "room-bar").map(textOf), ["zone b1 of 2", "zone c2 of 2"]);
});
