// A line of the stream about a workload of Kueue: admitted, evicted, or left to wait.

import { h } from "../../lib/dom.js";
import { t, tn } from "../../lib/i18n.js";
import { headline, nameOf } from "../answer/queue/words.js";
import { openWorkload } from "./opening.js";
import { lasting, say, sayAlone } from "./words.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { LiveWorkloadTurn } from "../../types/engine.js" */

/** @type {Record<LiveWorkloadTurn["outcome"], [chip: string, word: () => string]>} */
const OUTCOMES = {
  admitted: ["pass", () => t("admitted")],
  evicted: ["unres", () => t("evicted")],
  pending: ["reject", () => t("waits in its queue")],
};

/** @type {Record<string, [chip: string, word: () => string]>} */
const DISAGREEING = {
  different: ["reject", () => t("different")],
  undetermined: ["unres", () => t("undetermined")],
  unjudged: ["", () => t("not judged")],
};

/** @param {LiveWorkloadTurn[]} turns alike ones, the newest first @returns {Child} */
export function workloadContent([turn, ...others]) {
  const { queue, outcome, pods, waited, reason, cause, agreement, why, message } = turn;
  const [chip, word] = OUTCOMES[outcome];
  const differs = agreement && DISAGREEING[agreement];
  return [
    h("span", { class: `chip ${chip}` }, word()),
    link(turn),
    h("span.soft", [tn("{n} pod", "{n} pods", pods), queue].filter(Boolean).join(", ")),
    waited !== null && h("span.soft", t("after {time}", { time: lasting(waited) })),
    agreement !== "different" &&
      h("span.soft", cause ? headline("causes", cause) : reason ? sayAlone(reason) : flavorsOf(turn)),
    differs && h("span", h("span", { class: `chip ${differs[0]}` }, differs[1]()), why && ` ${say(why)}`),
    others.length > 0 &&
      h(
        "details.lv-words",
        h("summary", t("and {n} more like it", { n: others.length })),
        h("p.lv-alike", others.map(link)),
      ),
    message && h("details.lv-words", h("summary", t("Its message")), h("p.mono", message)),
  ];
}

/** @param {LiveWorkloadTurn} turn */
const link = ({ workload, job, at }) =>
  h(
    "button.link.mono",
    {
      title: t("What the queues decided about {workload}", { workload: job || workload }),
      onclick: () => openWorkload(workload, at),
    },
    h("span.mute", `${workload.split("/")[0]}/`),
    nameOf(job, workload),
  );

/** @param {LiveWorkloadTurn} turn */
const flavorsOf = ({ flavors }) =>
  [...new Set(Object.values(flavors).flatMap((part) => Object.values(part)))].join(", ");
