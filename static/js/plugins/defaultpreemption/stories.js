// What DefaultPreemption answers: who has to go, and how one candidate was left.

import { h, replace } from "../../lib/dom.js";
import { integer, labelled } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { matrixOf } from "../../model/matrix.js";
import { podOf } from "../../model/story.js";
import { listed } from "../../parts/listed.js";
import { sumTable } from "../../parts/sumTable.js";
import { eliminated, RULES } from "./rules.js";

/** @import { PostFilterSummary, PreemptionFact } from "../../types/engine.js" */
/** @import { CycleView } from "../../model/cycleview.js" */
/** @import { Story } from "../../model/story.js" */
/** @import { Page, Viewed } from "../descriptor.js" */

/** @param {Viewed} now @param {Pick<Page, "fact">} page @returns {Story} */
export function makingRoom({ data, cycle }, { fact }) {
  const answer = data.trace.postFilter;
  const pod = podOf(cycle);
  const candidates = data.columns.preemption?.candidates.node.length ?? 0;
  if (!answer?.nominatedNode)
    return {
      heading: t("Preempting pods would not make room for {pod}", { pod }),
      text: refusal(data, answer),
    };
  return {
    heading: heading(pod, answer.nominatedNode, answer.victims ?? []),
    text: [
      tn(
        "It would fit on {n} node if pods of lower priority were evicted.",
        "It would fit on {n} nodes if pods of lower priority were evicted.",
        candidates,
      ),
      t("{pod} stays pending, nominated to the node, until they are gone.", { pod }),
    ],
    figure: () => elimination(fact(cycle, "preemption")),
  };
}

/** @param {string} pod @param {string} node @param {string[]} victims */
function heading(pod, node, victims) {
  if (!victims.length) return t("{pod} can run on {node} once its victims are gone", { pod, node });
  return victims.length === 1
    ? t("{victim} is evicted so that {pod} can run on {node}", {
        victim: podOf({ pod: victims[0] }),
        pod,
        node,
      })
    : t("{n} pods are evicted so that {pod} can run on {node}", { n: integer(victims.length), pod, node });
}

/** Why no room can be made. @param {CycleView} data @param {PostFilterSummary | undefined} answer */
function refusal(data, answer) {
  const message = answer?.message ?? "";
  if (message.includes("preemptionPolicy")) return [t("Its preemptionPolicy is Never: it may not preempt.")];
  const examined = data.columns.preemption?.rejected.node.length ?? 0;
  const hopeless = hopelessNodes(data);
  return [
    hopeless
      ? tn(
          "On {n} node, running pods are not the obstacle.",
          "On {n} nodes, running pods are not the obstacle.",
          hopeless,
        )
      : "",
    examined
      ? tn(
          "On {n} node, too few pods have a lower priority.",
          "On {n} nodes, too few pods have a lower priority.",
          examined,
        )
      : "",
  ].filter(Boolean);
}

/** How many nodes were rejected for a reason that no removal of pods changes. @param {CycleView} data */
function hopelessNodes(data) {
  const matrix = matrixOf(data);
  return matrix.visited.filter((node) => {
    const plugin = matrix.first(node);
    return plugin && matrix.cell(node, plugin).state === "unresolvable";
  }).length;
}

// ---- from all candidates to one ----

const NAMED = 3;

/** @param {Promise<PreemptionFact>} answer */
function elimination(answer) {
  const place = h("div", h("p.mute", { role: "status" }, t("Calculating…")));
  answer.then(
    (fact) => replace(place, fact.candidates.length ? sumTable(lines(fact)) : null),
    (error) => replace(place, h("p.soft", error.message)),
  );
  return place;
}

/** @param {PreemptionFact} fact @returns {import("../../parts/sumTable.js").Line[]} */
function lines({ candidates, candidates_total: all, rules, chosen }) {
  return [
    { label: t("candidates"), value: integer(all) },
    ...rules
      .filter(({ decided }) => decided)
      .map((rule) => ({
        op: "−",
        label: labelled(
          RULES[rule.rule].lost,
          listed(
            eliminated(candidates, rules, rules.indexOf(rule)).map((candidate) => candidate.node),
            NAMED,
          ),
        ),
        value: integer(rule.before - rule.after),
      })),
    { op: "=", label: chosen ?? "", value: integer(1), result: true },
  ];
}
