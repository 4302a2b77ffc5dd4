// What the people in a room do, and what they chose, question by question.

/** @import { Guessed } from "../../lib/guessed.js" */
/** @import { Chosen } from "../../lib/inroom.js" */
/** @import { ForPresenter, RoomState } from "../../types/api.js" */

const MOST_ASKED = 12; // questions that are remembered

/** @typedef {Chosen["rows"]} Rows the choices with how many chose each */

/**
 * The choices with how many chose each, and how many chose at all. Choices have the names of this page if it
 * asks the same, since the presenter's may be in another language.
 * @param {Pick<RoomState, "asked" | "guessed">} room
 * @param {Guessed | null} here
 * @param {Record<string, number>} [counts] other ones than those that all may see
 * @returns {{rows: Rows, of: number}}
 */
export function chosenBy({ asked, guessed }, here, counts = asked?.counts ?? {}) {
  const own = here && here.about === asked?.about ? here.choices : [];
  const labels = new Map(own.map(({ value, label }) => [value, label]));
  const rows = (asked?.choices ?? []).map(({ value, label }) => ({
    label: labels.get(value) ?? label,
    count: counts[value] ?? 0,
  }));
  return { rows, of: guessed };
}

/**
 * The questions of the room so far, the newest last; one that is asked again keeps what was chosen last.
 * @param {Chosen[]} before
 * @param {RoomState} room as its presenter sees it
 * @param {string} title of the page that asks
 * @returns {Chosen[]}
 */
export function remembered(before, room, title) {
  const { asked, guessed, presenter } = room;
  if (!asked || !guessed || !presenter) return before;
  const known = before.find(({ about }) => about === asked.about);
  const now = {
    about: asked.about,
    title: known?.title ?? title, // by now the page may be another one
    ...chosenBy(room, null, presenter.counts),
  };
  return [...before.filter((other) => other !== known), now].slice(-MOST_ASKED);
}

/** How many do what. @param {ForPresenter["people"]} people */
export function doing(people) {
  const count = (/** @type {string} */ what) => people.filter((answer) => answer === what).length;
  return { along: count("along"), away: count("away"), thinking: count("thinking") };
}
