// Every atom of the pages about the whole cluster, with what it means.

import { atom } from "../../../lib/atoms.js";
import { urlState } from "../../../lib/urlstate.js";
import { get, post } from "../../../net/api.js";
import { isUnfinished, question } from "../../../net/question.js";
import { boot } from "../state.js";

/** @import { ClusterInquiryOut } from "../../../types/api.js" */
/** @import { Cluster } from "../../../model/cluster.js" */

/** The address of "How many more": the mix as "ns/web=2,ns/db", how many are to fit, the topology key. */
export const url = urlState(["pod", "count", "by"]);

/** The manifest whose pods are replicated too; it is in no address. */
export const template = atom("");

/** Pods that are pending, one of each workload, as "namespace/name"; null before they are here. */
export const suggestions = atom(/** @type {string[] | null} */ (null));

const asked = question({
  get: (id) => get(`/cluster-inquiries/${id}`),
  cancel: (id) => post(`/cluster-inquiries/${id}/cancel`),
});

/** The question and its answer as far as it is found; null before the first answer of the server. */
export const inquiry = asked.answer;

/** Why there is none. */
export const failure = asked.failure;

/** Ends the search; what was found stays. */
export const stop = asked.stop;

/** @param {Record<string, unknown>} body */
export const ask = (body) => asked.ask(() => post(`/runs/${boot.run.id}/cluster-inquiries`, body));

/** The cluster before the run, for the pictures. */
export const cluster = atom(/** @type {Cluster | null} */ (null));

/** @param {ClusterInquiryOut | null} inquired */
export const isSearching = (inquired) => inquired !== null && isUnfinished(inquired);
