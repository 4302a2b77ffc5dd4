// A copy of the scenario with a change made: its run, and the end of the copy.

import { toast } from "../../lib/toast.js";
import { t } from "../../lib/i18n.js";
import { del, get, messageOf } from "../../net/api.js";
import { follow, isUnfinished } from "../../net/question.js";

/** @import { RepairTrialOut, RunOut } from "../../types/api.js" */

/** The run once it is over. @param {string} id @returns {Promise<RunOut>} */
export function runOver(id) {
  const ask = () => get(`/runs/${id}`);
  return new Promise((resolve, reject) => {
    follow(ask, ask, { take: (run) => isUnfinished(run) || resolve(run), fail: reject });
  });
}

/** Deletes the copy. @param {RepairTrialOut} copy */
export const deleteCopy = (copy) =>
  del(`/scenarios/${copy.scenario}`).catch((error) => toast(messageOf(error)));

/**
 * What came of a copy, beside the run that it was made of.
 * @param {RunOut} run of the copy @param {{placed: number | null}} former
 */
export const outcomeOf = (run, former) =>
  t("{placed} of {pods} pods are placed; without it {before}.", {
    placed: run.placed,
    pods: (run.placed ?? 0) + (run.pending ?? 0),
    before: former.placed,
  });
