// What was decided about a node: who refused it, for whom it would have done, and whom it got.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { t, tn } from "../../lib/i18n.js";
import { detail, name } from "./nodestate.js";
import { open } from "./opening.js";
import { groupsOf } from "./refusals.js";
import { decisionRow } from "./rows.js";
import { url } from "./state.js";
import { timeOf } from "./words.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { LiveDecision, LiveNodeVerdict } from "../../types/engine.js" */
/** @import { Group } from "./refusals.js" */

const LISTED = 12; // pods of a plugin

/** @param {HTMLElement} place */
export function mountVerdicts(place) {
  effect(() => {
    const out = detail.get();
    replace(place, out && [refusals(out.verdicts), chosenTable(out.chosen)]);
  });
}

/** @param {LiveNodeVerdict[]} verdicts @returns {Child} */
function refusals(verdicts) {
  if (url.state.get().at) return null;
  return [
    h("h2", t("Recent rejections and passes")),
    h("p.soft.nd-lead", t("From the last decision about each workload.")),
    verdicts.length
      ? h("ul.nd-refused", groupsOf(verdicts).map(groupItem))
      : h("p.soft", t("Nothing was decided since following began.")),
  ];
}

/** @param {Group} group */
function groupItem({ outcome, refuser, verdicts }) {
  return h(
    "li",
    refuser
      ? h("span.nd-who", h("span.chip.reject", t("rejected")), " ", h("b", refuser.plugin))
      : h(
          "span.nd-who",
          h("span.chip.pass", outcome === "chosen" ? t("chosen") : t("passed")),
          " ",
          h("span.soft", outcome === "chosen" ? "" : t("another node was chosen")),
        ),
    h(
      "span.nd-pods",
      verdicts.slice(0, LISTED).map((verdict) => podLink(verdict)),
      verdicts.length > LISTED && h("span.soft", t("and {n} more", { n: verdicts.length - LISTED })),
    ),
  );
}

/** The walk at what refused it. @param {LiveNodeVerdict} verdict */
const podLink = ({ decision, at, pod, refuser }) =>
  h(
    "button.link.mono",
    {
      title: t("Open {pod} in the walk", { pod: `${timeOf(at)} ${pod}` }),
      onclick: () =>
        open(decision, ({ address }) =>
          refuser ? `${address}&${new URLSearchParams({ ...refuser, node: name })}` : address,
        ),
    },
    pod,
  );

/** @param {LiveDecision[]} chosen */
const chosenTable = (chosen) => [
  h("h2", tn("The last decision that chose it", "The last decisions that chose it", chosen.length || 2)),
  chosen.length
    ? h(
        "div.nd-scroll",
        h(
          "table.lv-table",
          h(
            "thead",
            h(
              "tr",
              [t("time"), t("pod"), t("node"), t("waited"), t("nodes passed"), t("why")].map((label, i) =>
                h("th", { scope: "col", class: COLUMN_CLASSES[i] }, label),
              ),
              h("th", { scope: "col" }, h("span.vh", t("More"))),
            ),
          ),
          h(
            "tbody",
            chosen.map((decision) => decisionRow(decision)),
          ),
        ),
      )
    : h("p.soft", t("None of the stored decisions.")),
];

const COLUMN_CLASSES = ["", "", "lv-to", "num lv-waited", "lv-passed", ""];
