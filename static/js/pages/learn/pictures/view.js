// What every picture is a function of, and small things that several of them draw.

import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";

/** @import { LessonPage, Scene } from "../../../types/api.js" */

/**
 * @typedef {object} View
 * @property {LessonPage} lesson
 * @property {Scene} scene
 * @property {string} kind of the moment
 * @property {string[] | null} guess
 * @property {number} show how many rules are applied
 * @property {number} frame of the film
 * @property {Actions} act
 */

/**
 * @typedef {object} Actions what the reader does in a picture
 * @property {(name: string) => void} toggle a zone or node that takes the pod
 * @property {(value: string) => void} choose one answer
 * @property {(bar: number, height: number) => void} draw
 * @property {(frame: number) => void} turnTo
 */

/** @param {View} view */
export const isOpen = ({ kind }) => kind === "guess";

/**
 * The reader's word beside the truth: amber where they differ.
 * @param {string} text @param {boolean} differs
 */
export const yours = (text, differs) => h(differs ? "span.pill.w" : "span.pill.y", text);

/** @param {boolean} fits @param {string} [why] */
const verdict = (fits, why) =>
  h(
    fits ? "span.pill.p" : "span.pill.r",
    { title: why || null },
    icon(fits ? "check" : "x"),
    fits ? t("fits") : t("does not fit"),
  );

/** @param {boolean} fits */
const said = (fits) => (fits ? t("you: fits") : t("you: does not fit"));

/**
 * A zone or node that the reader can take for one that takes the pod; beside the truth, whether they did.
 * @param {View} view @param {{name: string, fits: boolean, why?: string}} place
 */
export function takes({ kind, guess, lesson }, place) {
  const among = lesson.guess.kind;
  const isAsked = guess && (among === "zones" || among === "nodes");
  const isGuessed = guess?.includes(place.name) ?? false;
  if (kind === "guess")
    return isAsked
      ? h(isGuessed ? "span.pill.w" : "span.pill.y", icon(isGuessed ? "check" : "x"), said(isGuessed))
      : null;
  return [
    verdict(place.fits, place.why),
    kind === "truth" && isAsked ? yours(said(isGuessed), isGuessed !== place.fits) : null,
  ];
}

/** The answers to choose from, where they are words. @param {View} view */
export function choices({ lesson, guess, kind, act }) {
  const { choices: offered } = lesson.guess;
  if (!offered.length || kind !== "guess") return null;
  return h(
    "div.choices",
    { role: "group", "aria-label": t("Your guess") },
    offered.map(({ value, label }, index) =>
      h(
        "button.choice",
        {
          "aria-pressed": String(guess?.[0] === value),
          dataset: { focus: `choice-${value}`, key: index + 1 },
          onclick: () => act.choose(value),
        },
        h("span.kbd", { "aria-hidden": "true" }, index + 1),
        label,
      ),
    ),
  );
}

/** What the reader chose, beside the truth. @param {View} view */
export function ghost({ lesson, guess, kind, scene }) {
  const { choices: offered, fact } = lesson.guess;
  if (kind !== "truth" || !guess || !offered.length) return null;
  const chosen = offered.find(({ value }) => value === guess[0]);
  return (
    chosen &&
    h("p.ghost", yours(t("you: {guess}", { guess: chosen.label }), guess[0] !== String(scene.figures[fact])))
  );
}

/** A stack of blocks over a line. @param {number} count @param {string} kind of the blocks */
export const blocks = (count, kind) => Array.from({ length: count }, () => h("i", { class: kind || null }));
