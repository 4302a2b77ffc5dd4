// Before the scheduler: the workloads that wait in the queues of Kueue, by cause.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { inClauses, integer } from "../../lib/format.js";
import { ended, t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { headline, nameOf } from "../answer/queue/words.js";
import { openWorkload } from "./opening.js";
import { lookAt } from "./past.js";
import { shown } from "./state.js";
import { dateOf, timeOf } from "./words.js";

/** @import { LiveQueueCause, LiveQueued } from "../../types/engine.js" */

const OPEN_CARDS = 3; // more causes than these are folded to a line each
const LISTED = 6; // workloads

/** @param {HTMLElement} place */
export function mountQueues(place) {
  let drawn = "";
  effect(() => {
    const queued = shown.get()?.queued;
    place.hidden = !queued;
    const text = JSON.stringify(queued ?? null);
    if (text === drawn) return;
    drawn = text;
    const open = new Set(
      [...place.querySelectorAll("details[open]")].map(
        (card) => /** @type {HTMLElement} */ (card).dataset.key,
      ),
    );
    const known = place.querySelector("details") !== null;
    replace(place, queued && sectionOf(queued, ({ key }, i) => (known ? open.has(key) : i < OPEN_CARDS)));
  });
}

/** @param {LiveQueued} queued @param {(cause: LiveQueueCause, i: number) => boolean} isOpen */
const sectionOf = (queued, isOpen) => [
  h("h2", t("Before the scheduler")),
  h(
    "p.soft",
    queued.pending
      ? tn("{n} workload waits in Kueue's queues.", "{n} workloads wait in Kueue's queues.", queued.pending)
      : t("No workload waits in Kueue's queues."),
    " ",
    tn("{n} is admitted.", "{n} are admitted.", queued.admitted),
  ),
  agreementOf(queued.agreement),
  h(
    "div.lv-cards",
    queued.causes.map((cause, i) => cardOf(cause, isOpen(cause, i))),
  ),
];

/** @param {LiveQueued["agreement"]} agreement */
function agreementOf({ equal = 0, undetermined = 0, different = 0 }) {
  const all = equal + undetermined + different;
  return (
    all > 0 &&
    h(
      "p.soft",
      ended(
        inClauses(
          tn(
            "{equal} of {n} admission got the same flavors as here",
            "{equal} of {n} admissions got the same flavors as here",
            all,
            { equal: integer(equal), n: integer(all) },
          ),
          ...(different ? [tn("{n} is different", "{n} are different", different)] : []),
          ...(undetermined ? [tn("{n} is undetermined", "{n} are undetermined", undetermined)] : []),
        ),
      ),
    )
  );
}

/** @param {LiveQueueCause} cause @param {boolean} opened */
function cardOf({ key, since, queue }, opened) {
  const { cause, workloads, workload_count: count } = queue;
  return h(
    "details.card",
    { open: opened, dataset: { key } },
    h(
      "summary",
      h("span.lv-count", icon("rej", "ic ic-12"), integer(count)),
      h("h3", headline("groups", cause)),
      icon("right", "ic lv-turn"),
    ),
    h(
      "ul.lv-queued",
      workloads
        .slice(0, LISTED)
        .map(({ workload, job, pods, text }) =>
          h(
            "li",
            h(
              "button.link.mono",
              { title: text, onclick: () => openWorkload(workload) },
              h("span.mute", `${workload.split("/")[0]}/`),
              nameOf(job, workload),
            ),
            h("span.soft", ` ${tn("{n} pod", "{n} pods", pods)}`),
          ),
        ),
      count > LISTED && h("li.soft", t("and {n} more", { n: count - LISTED })),
    ),
    since &&
      h(
        "p.lv-since",
        h(
          "button.link",
          { title: dateOf(since), onclick: () => lookAt(Date.parse(since)) },
          t("Since {time}", { time: timeOf(since) }),
        ),
      ),
  );
}
