// Beside a workload that waits: who is before it, and whom it would preempt.

import { classes, h } from "../../../lib/dom.js";
import { integer } from "../../../lib/format.js";
import { rich, t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { openedText } from "./opened.js";
import { VERDICTS, WHY_VICTIM, addressOf, nameOf } from "./words.js";

/** @import { PossibleVictim, PreemptionAnswer } from "../../../types/engine.js" */
/** @import { QueuedNeighbour, WaitingWorkload } from "../../../types/engine.js" */

/**
 * @param {Pick<WaitingWorkload, "neighbours" | "neighbour_count" | "strategy" | "cluster_queue">} workload
 * @param {(workload: string) => string | null} [address] of another one in the answer
 */
export const queueList = (
  { neighbours, neighbour_count: count, strategy, cluster_queue: queue },
  address = addressOf,
) =>
  h(
    "section",
    h("h2", t("What is ahead of it")),
    h(
      "ol.q-list",
      neighbours.map((one) => neighbour(one, address(one.workload))),
    ),
    count > neighbours.length && h("p.soft", t("and {n} more", { n: integer(count - neighbours.length) })),
    h(
      "p.soft",
      strategy === "StrictFIFO"
        ? t("StrictFIFO: nothing in {queue} can pass the first workload.", { queue })
        : t("BestEffortFIFO: a workload that fits can pass one that waits."),
    ),
  );

/** @param {QueuedNeighbour} one @param {string | null} address */
const neighbour = (
  { workload, job, place, priority, priority_source: source, asked, own, parked, fits },
  address,
) =>
  h(
    "li",
    { class: classes(own && "me") },
    h("span.q-nr", String(place)),
    h(
      "div",
      own
        ? h("b.mono", nameOf(job, workload))
        : h("a.mono", { href: address }, h("b", nameOf(job, workload))),
      h(
        "p.soft",
        asked.map(({ text }) => `${text}, `),
        rich(t("priority {priority}"), {
          priority: source
            ? openedText(String(priority), t("priority"), [
                h("p.mono", source.object),
                h("p.mono", source.path),
              ])
            : String(priority),
        }),
      ),
    ),
    own
      ? h("span.chip.accent", t("you"))
      : fits
        ? h("span.chip.pass", t("fits now"))
        : h("span.soft", parked ? t("parked") : t("also waits")),
  );

/** @param {PreemptionAnswer} answer */
export const victimList = ({ candidates, candidate_count: count, decides, policies }) =>
  h(
    "section",
    h("h2", t("What it would preempt")),
    candidates.length
      ? h("ol.q-list", candidates.map(victim))
      : h("p.soft", t("No workload holds the missing quota.")),
    count > candidates.length && h("p.soft", t("and {n} more", { n: integer(count - candidates.length) })),
    policies
      .filter(({ field }) => field === decides)
      .map(({ field, value, source }) =>
        h(
          "p.soft",
          rich(t("{field} is {value}, so nothing is preempted and it waits."), {
            field: h("span.mono", field),
            value: openedText(value, field, [h("p.mono", source.object), h("p.mono", source.path)]),
          }),
        ),
      ),
  );

/** @param {PossibleVictim} one */
function victim({ job, workload, cluster_queue: queue, amount, priority, verdict, reason, borrowed }) {
  const { icon: sign, word } = VERDICTS[verdict];
  const facts = [
    amount.text,
    t("priority {priority}", { priority }),
    borrowed && t("its queue borrows"),
    WHY_VICTIM[reason],
  ];
  return h(
    "li",
    icon(sign, classes("ic", verdict === "safe" ? "q-mute" : "q-reject")),
    h("div", h("b.mono", `${queue}/${nameOf(job, workload)}`), h("p.soft", facts.filter(Boolean).join(", "))),
    verdict === "safe" ? h("span.soft", word) : h("span.chip.reject", word),
  );
}
