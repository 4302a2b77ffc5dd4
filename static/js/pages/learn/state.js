// Where the reader of a lesson is, by the address, and what the reader has chosen so far.

import { atom } from "../../lib/atoms.js";
import { $, bootData } from "../../lib/dom.js";
import { presents } from "../../lib/inroom.js";
import { urlState } from "../../lib/urlstate.js";
import { isComplete } from "./guess.js";
import { progress } from "./progress.js";
import { scenesOf } from "./scenes.js";
import { isKey } from "./settings.js";

/** @import { LessonPage, Scene } from "../../types/api.js" */
/** @import { Tried } from "./task.js" */

export const lesson = /** @type {LessonPage} */ (bootData());
export const moments = lesson.moments;
export const url = urlState(["moment", "at"]);

/** How often scenes have come from the server. */
export const arrivals = atom(0);
export const scenes = scenesOf(lesson, () => arrivals.update((n) => n + 1));

/**
 * What the reader guesses, which changes of the task are chosen and what came of them, and where the film is.
 * @type {{guess: string[] | null, chosen: string[], tried: Tried | null, frame: number}}
 */
export const reader = { guess: progress().guesses[lesson.slug] ?? null, chosen: [], tried: null, frame: 0 };

export const number = () => Math.max(1, Math.min(moments.length, Number(url.state.get().moment) || 1));
export const moment = () => moments[number() - 1];

/** The settings of what is shown: those of the address where handles are, else the moment's own. */
export function at() {
  const key = url.state.get().at;
  if (moment().kind === "handles" && isKey(key, lesson.handles)) return key;
  return moment().kind === "keep" ? lesson.task.at : moment().at;
}

/** What is shown; undefined until the server has answered. @returns {Scene | undefined} */
export const scene = () => (moment().kind === "keep" && reader.tried?.answer.scene) || scenes.at(at());

/** @param {string} key */
export function turnTo(key) {
  url.write({ at: key });
  if (!scenes.at(key)) void scenes.load();
}

/** @param {number} next */
export function goTo(next) {
  if (next > moments.length) return onward();
  if (next < 1) return;
  url.write({ moment: next === 1 ? "" : next, at: "" }, { push: true });
  $("#main").scrollTop = 0;
  scrollTo(0, 0);
}

const onward = () => location.assign(lesson.next ? `/learn/${lesson.next.value}/` : "/learn/");

export const canGoOn = () => moment().kind !== "guess" || isComplete(lesson, reader.guess) || presents();

/** The address of something of these settings, with the chosen changes once there is a task. */
export function settingsQuery() {
  const query = new URLSearchParams({ at: at() });
  if (moment().kind === "keep") reader.chosen.forEach((name) => query.append("change", name));
  return query;
}
