// A guess is a list of words: the zones or nodes that take the pod, the one choice, or the bars from left to
// right.
// What is right is in the scene, which a run made.

/** @import { LessonPage, Scene } from "../../types/api.js" */

/** Whether the guess says enough to be compared. @param {LessonPage} lesson @param {string[] | null} guess */
export function isComplete({ guess: { kind }, base }, guess) {
  if (!guess) return false;
  if (kind === "bars") return sum(guess) === base.figures.pods;
  return kind === "zones" || kind === "nodes" || guess.length === 1;
}

/** What takes the pod, among which the reader chooses. @param {LessonPage} lesson @param {Scene} scene */
export function places({ guess: { kind, among } }, scene) {
  if (kind === "zones") return scene.zones;
  return among.length ? scene.nodes.filter(({ name }) => among.includes(name)) : scene.nodes;
}

/**
 * How many of the reader's words the run agrees with, and of how many.
 * @param {LessonPage} lesson @param {string[]} guess @param {Scene} scene
 */
export function compare(lesson, guess, scene) {
  const { kind, fact } = lesson.guess;
  if (kind === "zones" || kind === "nodes") {
    const all = places(lesson, scene);
    return { right: all.filter(({ name, fits }) => fits === guess.includes(name)).length, of: all.length };
  }
  if (kind === "bars") {
    const end = scene.film?.at(-1)?.zones ?? [];
    return { right: end.filter((zone, index) => zone.new === Number(guess[index])).length, of: end.length };
  }
  return { right: Number(String(scene.figures[fact]) === guess[0]), of: 1 };
}

/** One word more, or one less. @param {string[] | null} guess @param {string} name */
export const toggled = (guess, name) =>
  guess?.includes(name) ? guess.filter((word) => word !== name) : [...(guess ?? []), name];

/**
 * Another height of a bar; all of them together are never more than there are pods.
 * @param {string[] | null} guess @param {number} bar @param {number} height @param {number} bars
 * @param {number} pods
 */
export function drawn(guess, bar, height, bars, pods) {
  const heights = Array.from({ length: bars }, (_, index) => Number(guess?.[index] ?? 0));
  const others = sum(heights) - heights[bar];
  heights[bar] = Math.max(0, Math.min(height, pods - others));
  return heights.map(String);
}

/** @param {(string | number)[]} numbers */
export const sum = (numbers) =>
  numbers.reduce((/** @type {number} */ all, number) => all + Number(number), 0);
