// The scenes of a lesson by settings: those of its moments come with the page, the others from the server.

import { toast } from "../../lib/toast.js";
import { get, messageOf } from "../../net/api.js";

/** @import { LessonOut, LessonPage, Scene } from "../../types/api.js" */

/**
 * @param {LessonPage} lesson
 * @param {() => void} onMore there are more of them
 */
export function scenesOf(lesson, onMore) {
  /** @type {Record<string, Scene>} */
  let scenes = { [lesson.moments[0].at]: lesson.base, ...lesson.scenes };
  let isLoading = false;

  /** Asks for all, as many at a time as the server computes at once. */
  async function load() {
    if (isLoading) return;
    isLoading = true;
    try {
      /** @type {number | null} */
      let begin = 0;
      while (begin !== null) {
        const answer = /** @type {LessonOut} */ (await get(`/lessons/${lesson.slug}?begin=${begin}`));
        scenes = { ...scenes, ...answer.scenes };
        begin = answer.next;
        onMore();
      }
    } catch (error) {
      toast(messageOf(error));
    }
    isLoading = false;
  }

  return { all: () => scenes, at: (/** @type {string} */ key) => scenes[key], load };
}
