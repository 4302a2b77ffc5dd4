// The repairs of a pod of the current run: where their page is, and whether it can be asked at all.

import { offline } from "../../../net/offline.js";
import { log, run, theSnapshot } from "./state.js";

/** Whether a search can be started here: the run is over, and this page is neither a file nor embedded. */
export const canSearch = () =>
  Boolean(run.get() && log.get().finished && !offline && !location.pathname.startsWith("/e/"));

/** The address of the page of repairs, to which a query is added. */
export const repairsPage = () =>
  location.pathname.startsWith("/w/") ? "repairs/" : `/x/${run.get()?.snapshot ?? theSnapshot().id}/repairs/`;
