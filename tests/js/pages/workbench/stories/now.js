import { emptyLog } from "../../../../../static/js/model/log.js";
import { scoresOf } from "../../../../../static/js/model/scores.js";

/** @import { CycleView } from "../../../../../static/js/model/cycleview.js" */
/** @import { Cycle } from "../../../../../static/js/model/log.js" */
/** @import { PointId } from "../../../../../static/js/model/points.js" */
/** @import { Context } from "../../../../../static/js/plugins/descriptor.js" */

/** No fact is asked for, and no weight is tried. */
export const sources = { fact: () => Promise.reject(new Error("no server")), scores: scoresOf };

/**
 * What the page looks at: a step of a recorded cycle, without the cluster. How the cycle ended is not there
 * to be read.
 * @param {CycleView} view @param {PointId} point @param {string | null} [plugin] @returns {Context}
 */
export function recorded(view, point, plugin = null) {
  const { pod, trace } = view;
  /** @type {Cycle} */
  const cycle = {
    index: 0,
    pod,
    attempt: 1,
    started: { cycle: 0, pod, attempt: 1 },
    points: trace.postFilter
      ? {
          PostFilter: {
            kind: "point.finished",
            cycle: 0,
            point: "PostFilter",
            plugins: [{ plugin: "DefaultPreemption", code: trace.postFilter.code }],
            counts: { candidates: 0, victims: 0 },
          },
        }
      : {},
    /** @returns {null} */
    get finished() {
      throw new Error(`${point} tells the end`);
    },
  };
  return contextOf({ cycle, point, plugin, data: view });
}

/**
 * @param {Partial<Context> & {cycle: Cycle, point: PointId, plugin?: string | null}} parts @returns {Context}
 */
export const contextOf = ({ point, plugin = null, ...parts }) => ({
  pointer: { cycle: parts.cycle.index, point, plugin, node: null },
  log: emptyLog(),
  data: null,
  cluster: null,
  fold: null,
  phone: false,
  slim: false,
  rest: false,
  clause: -1,
  ...parts,
});
