// Which pods ties move: those whose own tie decides, and those that follow because others went elsewhere.

/** @import { SweepLanding, SweepPodLanding } from "../../types/engine.js" */

/** @param {Pick<SweepLanding, "pods">} landing the pods that a tie decides most often come first */
export function movedByTies({ pods }) {
  const moved = pods.filter(({ places }) => places.length > 1);
  /** @type {SweepPodLanding[]} */
  const deciding = moved.filter(({ ties }) => ties).sort((a, b) => b.ties - a.ties);
  return { moved: moved.length, deciding, following: moved.length - deciding.length };
}
