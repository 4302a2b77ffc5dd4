// The whole run: the changes that place most pods, the conflicts, the constraints that cost most.

import { h } from "../../../lib/view.js";
import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icon.js";
import { changeOf } from "../changeOf.js";
import { offerTable } from "../offers.js";
import { sentenceOf } from "../phrases.js";
import { notesOf } from "../consequences.js";
import { bestFix, changesOf } from "../words.js";
import { bar } from "./bars.js";

/** @import { Child } from "../../../lib/view.js" */
/** @import { Conflict, CostlyFact, RunRepair, WholeRun } from "../../../types/engine.js" */

const FOLDED = 10;

/** @param {WholeRun} answer @param {string} id of the inquiry @param {boolean} searching */
export function wholeRun({ pending, repairs, conflicts, conflicts_complete: all, costly }, id, searching) {
  if (!pending) return h("p.rp-sec", t("No pod is pending."));
  return [
    changes(repairs, pending, id, searching),
    conflicts.length > 0 && conflictList(conflicts, all),
    costly.length > 0 && costs(costly, pending),
  ];
}

/** @param {RunRepair[]} repairs @param {number} pending @param {string} id @param {boolean} searching */
function changes(repairs, pending, id, searching) {
  const [best] = repairs;
  const none = searching ? t("Searching…") : t("No change was found that places more of them.");
  return h(
    "section.rp-sec",
    { "aria-labelledby": "cap-changes" },
    h(
      "h2",
      { id: "cap-changes" },
      best ? bestFix(best, pending) : none,
      best && h("span.soft", t("each tried in a complete run")),
    ),
    best &&
      offerTable(
        t("Places"),
        repairs.slice(0, FOLDED).map((repair, i) => offerOf(repair, i, pending, id)),
        "cap-changes",
      ),
    repairs.length > FOLDED && h("p.soft", tn("and {n} more", "and {n} more", repairs.length - FOLDED)),
  );
}

/** @param {RunRepair} repair @param {number} index @param {number} pending @param {string} id */
const offerOf = (repair, index, pending, id) => ({
  repair: { ...repair, number: index + 1 },
  index,
  what: [
    changesOf(repair).map((text) => h("b.rp-line", text)),
    h("span.soft.rp-onto", repair.workload),
    notesOf(repair).map((note) => h("span.soft.rp-note", note)),
  ],
  placed: [
    h("b", integer(repair.placed)),
    t(" of {n}", { n: integer(pending) }),
    bar(repair.placed, pending),
  ],
  primary: index === 0,
  change: changeOf(id, index + 1, repair),
});

/** @param {Conflict[]} conflicts @param {boolean} all whether none was left out */
const conflictList = (conflicts, all) =>
  h(
    "section.rp-sec",
    { "aria-labelledby": "cap-conflicts" },
    h(
      "h2",
      { id: "cap-conflicts" },
      t("Pods that exclude each other"),
      h("span.soft", all ? t("each fits alone, but not all together") : t("not all conflicts were searched")),
    ),
    h("ul.cap-conflicts", conflicts.map(conflictItem)),
  );

/** @param {Conflict} conflict */
const conflictItem = ({ pod, parts, minimal, message, proven, placement }) =>
  h(
    "li",
    h(
      "p.cap-sides",
      side(icon("rej", "g g-rej"), pod, 1),
      h("span.mute", t("or")),
      parts.map(({ workload, pods, count }) =>
        side(icon("pass", "g g-pass"), count > 1 ? workload : pods[0], count),
      ),
    ),
    h("p.soft.cap-why", message),
    Object.keys(placement).length > 0
      ? h(
          "p",
          h("b", t("All fit in another order:")),
          ` ${Object.entries(placement)
            .map(([name, node]) => `${name} → ${node}`)
            .join(", ")}`,
        )
      : h("p.mute", proofOf(proven, minimal)),
  );

/** @param {Child} mark @param {string} name @param {number} count */
const side = (mark, name, count) =>
  h("span.chip", mark, h("span.mono", name), count > 1 && h("b", tn("{n} pod", "{n} pods", count)));

/** @param {boolean} proven @param {boolean} minimal */
const proofOf = (proven, minimal) =>
  proven
    ? t("No order and no choice of nodes places them all.")
    : minimal
      ? t("All of these are needed for the conflict. Not proven: another order may place them all.")
      : t(
          "All of these workloads are needed for the conflict. Not proven: another order may place them all.",
        );

/** @param {CostlyFact[]} costly @param {number} pending */
const costs = (costly, pending) =>
  h(
    "section.rp-sec",
    { "aria-labelledby": "cap-costly" },
    h(
      "h2",
      { id: "cap-costly" },
      t("Most expensive constraints"),
      h("span.soft", t("how many more pods would be placed without it")),
    ),
    h(
      "ul.cap-bars",
      costly.map((fact) =>
        h(
          "li",
          h(
            "span.cap-name",
            sentenceOf({ text: fact.fact, phrase: fact.phrase }),
            h("span.soft", fact.workload),
          ),
          bar(fact.placed, pending),
          h("b.num", integer(fact.placed)),
        ),
      ),
    ),
  );
