// Stories of plugins that need no operands: a sentence from a template, and the pod's name.

import { podOf } from "../model/story.js";

/** @import { Judged, Story } from "../model/story.js" */
/** @import { Viewed } from "./descriptor.js" */

/** A story of one sentence. @param {(pod: string) => string} sentence @returns {(now: Viewed) => Story} */
export const simply =
  (sentence) =>
  ({ cycle }) => ({ heading: sentence(podOf(cycle)) });

/**
 * The heading of a Filter step, by how many nodes the plugin rejects.
 * @param {(n: number, pod: string) => string} some @param {(pod: string) => string} none
 * @returns {(now: Viewed, judged: Judged) => Partial<Story>}
 */
export const rejecting =
  (some, none) =>
  ({ cycle }, { rejected }) => ({
    heading: rejected.length ? some(rejected.length, podOf(cycle)) : none(podOf(cycle)),
  });
