// Every atom of the pages about the whole cluster, with what it means.

import { atom } from "../../../lib/atoms.js";
import { urlState } from "../../../lib/urlstate.js";
import { isUnfinished } from "../../../net/question.js";

/** @import { ClusterInquiryOut } from "../../../types/api.js" */
/** @import { Cluster } from "../../../model/cluster.js" */

/** The address of "How many more": the mix as "ns/web=2,ns/db", how many are to fit, the topology key. */
export const url = urlState(["pod", "count", "by"]);

/** The manifest whose pods are replicated too; it is in no address. */
export const template = atom("");

/** The question and its answer as far as it is found; null before the first answer of the server. */
export const inquiry = atom(/** @type {ClusterInquiryOut | null} */ (null));

/** Why there is none. */
export const failure = atom(/** @type {Error | null} */ (null));

/** The cluster before the run, for the pictures. */
export const cluster = atom(/** @type {Cluster | null} */ (null));

/** @param {ClusterInquiryOut | null} question */
export const isSearching = (question) => question !== null && isUnfinished(question);
