// The one change that places most pending pods, in a line: it is tried there, and leads to the page of all.

import { watch } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { get, post } from "../../net/api.js";
import { follow } from "../../net/question.js";
import { changeOf } from "./changeOf.js";
import { notesOf } from "./consequences.js";
import { trial } from "./trial.js";
import { tryButton } from "./tryButton.js";
import { bestFix } from "./words.js";

/** @import { ClusterInquiryOut } from "../../types/api.js" */

const SMALL = 200; // nodes of a cluster that is searched without being asked to: many runs are made

/** @param {{run: string, nodes: number, page: string}} question the run's id, the address of its repairs */
export function briefWholeRun({ run, nodes, page }) {
  const href = `${page}run/`;
  const link = h("a.btn.brief-fix", { href }, icon("search"), t("Find the fix that places the most pods"));
  const element = h("div.brief-run", link);
  if (nodes <= SMALL) search(element, href, run);
  return element;
}

/** @param {HTMLElement} element @param {string} href @param {string} run */
function search(element, href, run) {
  /** @type {ClusterInquiryOut | null} */
  let latest = null;
  const draw = () => latest && say(element, href, latest);
  follow(
    () => post(`/runs/${run}/cluster-inquiries`, { kind: "run" }),
    ({ id }) => get(`/cluster-inquiries/${id}`),
    {
      take(answer) {
        latest = answer;
        draw();
      },
      fail: () => {}, // the link says what it leads to
      stale: () => !element.isConnected,
    },
  );
  watch([trial], draw);
}

/** @param {HTMLElement} element @param {string} href @param {ClusterInquiryOut} answer */
function say(element, href, { id, whole_run: whole }) {
  const best = whole?.repairs[0];
  if (!whole || !best) return;
  const hadFocus = element.contains(document.activeElement);
  replace(
    element,
    h(
      "p",
      h("a", { href }, bestFix(best, whole.pending)),
      notesOf(best).map((note) => h("span.soft", note)),
    ),
    tryButton(changeOf(id, 1, best)),
  );
  if (hadFocus) element.querySelector("button")?.focus();
}
