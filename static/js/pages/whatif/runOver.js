// A run that is waited for.

import { get } from "../../net/api.js";
import { follow, isUnfinished } from "../../net/question.js";

/** @import { RunOut } from "../../types/api.js" */

/** The run once it is over. @param {string} id @returns {Promise<RunOut>} */
export function runOver(id) {
  const ask = () => get(`/runs/${id}`);
  return new Promise((resolve, reject) => {
    follow(ask, ask, { take: (run) => isUnfinished(run) || resolve(run), fail: reject });
  });
}
