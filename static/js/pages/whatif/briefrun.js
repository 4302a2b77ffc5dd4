// The one change that places most pending pods, in a line that leads to the page of the whole run.

import { h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { get, post } from "../../net/api.js";
import { follow } from "../../net/question.js";
import { bestFix } from "./words.js";

/** @import { ClusterInquiryOut } from "../../types/api.js" */

const SMALL = 200; // nodes of a cluster that is searched without being asked to: many runs are made

/** @param {{run: string, nodes: number, page: string}} question the run's id, the address of its repairs */
export function briefWholeRun({ run, nodes, page }) {
  const link = h(
    "a.btn.brief-fix",
    { href: `${page}run/` },
    icon("search"),
    t("Find the fix that places the most pods"),
  );
  if (nodes <= SMALL) search(link, run);
  return link;
}

/** @param {HTMLElement} link @param {string} run */
const search = (link, run) =>
  follow(
    () => post(`/runs/${run}/cluster-inquiries`, { kind: "run" }),
    ({ id }) => get(`/cluster-inquiries/${id}`),
    {
      take: (answer) => say(link, answer),
      fail: () => {}, // the link says what it leads to
      stale: () => !link.isConnected,
    },
  );

/** @param {HTMLElement} link @param {ClusterInquiryOut} answer */
function say(link, { whole_run: whole }) {
  const best = whole?.repairs[0];
  if (whole && best) replace(link, icon("arrow"), bestFix(best, whole.pending));
}
