// A repair that a search has found, as what is tried.

import { post } from "../../net/api.js";
import { changesOf } from "./words.js";

/** @import { Repair } from "../../types/engine.js" */
/** @import { Change } from "./trial.js" */

/**
 * @param {string} inquiry the id of the search @param {number} number of the repair, from 1
 * @param {Pick<Repair, "atoms" | "changes" | "patch">} repair
 * @returns {Change}
 */
export const changeOf = (inquiry, number, { atoms, changes, patch }) => ({
  key: `${inquiry} ${changes.join(" + ")}`,
  changes: changesOf({ atoms }),
  patch,
  // by its changes: a search that goes on may have moved it
  ask: () => post(`/inquiries/${inquiry}/repairs/${number}/try`, { changes }),
});
