// A cycle's columns from the server.

import { get } from "./api.js";
import { decode, OtherSchema } from "./columns.js";

/** @import { CycleColumns } from "../types/engine.js" */

/** @param {string} path below /api @returns {Promise<CycleColumns>} */
export async function getColumns(path) {
  try {
    return decode(await get(path));
  } catch (error) {
    if (!(error instanceof OtherSchema)) throw error;
    return decode(await get(path, { cache: "reload" })); // the browser cached the answer of an earlier server
  }
}
