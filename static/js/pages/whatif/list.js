// Why the pod is pending, and the repairs, the least risk first.

import { atom } from "../../lib/atoms.js";
import { h } from "../../lib/view.js";
import { integer } from "../../lib/format.js";
import { rich, t, tn } from "../../lib/i18n.js";
import { Failure } from "../../lib/failure.js";
import { icon } from "../../lib/icon.js";
import { Name } from "../../parts/nameView.js";
import { notesOf } from "./consequences.js";
import { costBar, CostFields, unsearched } from "./costs.js";
import { changeOf } from "./changeOf.js";
import { offerTable } from "./offers.js";
import { evictedText, placedOf } from "./placed.js";
import { freeRoom } from "./freeRoom.js";
import { staircases } from "./staircase.js";
import { standingPart } from "./standing.js";
import { newNodes, otherCauses } from "./newNodes.js";
import { boot, choose, chosen, failure, inquiry, pending, pod, repairs, running } from "./state.js";
import { sentenceOf } from "./phrases.js";
import { changesOf } from "./words.js";

/** @import { TransientRepair, WhatIf } from "../../types/engine.js" */
/** @import { Ranked } from "./ranking.js" */

const FOLDED = 10; // repairs before the rest is asked for

const unfolded = atom(false);

export function List() {
  const error = failure.get();
  if (error) return h(Failure, { error });
  if (pending.get() && !pod.get()) return nothingToRepair();
  const question = inquiry.get();
  const answer = question?.answer;
  if (!answer) return question ? h("p.soft.rp-sec", t("Searching…")) : null;
  const explained = answer.facts.length > 0 || otherCauses(answer).length > 0;
  return [
    standingPart(answer),
    explained ? causes(answer) : null,
    answer.new_nodes?.length ? h("div.rp-sec", newNodes(answer)) : null,
    answer.room ? freeRoom(answer.room) : null,
    repairList(answer),
    answer.transient?.length ? transientList(answer.transient) : null,
    answer.room ? null : staircases(answer),
  ];
}

const nothingToRepair = () =>
  h(
    "div.rp-sec",
    h(
      "p",
      rich(t("There is nothing to repair. See {more}, or {drop}."), {
        more: h("a", { href: "more/" }, t("how many more pods fit")),
        drop: h("a", { href: "drop/" }, t("which nodes can be removed")),
      }),
    ),
  );

// ---- causes ----

/** @param {WhatIf} answer */
function causes(answer) {
  const { causes: sets, facts } = answer;
  const nodes = boot.summary.nodes;
  return h(
    "section.rp-sec",
    { "aria-labelledby": "rp-why" },
    h("h2", { id: "rp-why" }, t("Why it is pending"), sets.length > 0 && h("span.soft", whatToBreak(sets))),
    otherCauses(answer).map((cause) =>
      h(
        "p.note",
        icon("info"),
        h("span", cause.certain && h("b", t("Not the scheduler: ")), sentenceOf(cause)),
      ),
    ),
    sets.map((set, i) =>
      h(
        "ol.rp-facts",
        { "aria-label": t("Cause {n}", { n: i + 1 }) },
        set.map((text) => {
          const fact = facts.find((candidate) => candidate.text === text);
          return h(
            "li",
            h("span", fact ? sentenceOf(fact) : text),
            fact && h("span.soft", gained(fact.gained, nodes)),
          );
        }),
      ),
    ),
  );
}

/** @param {string[][]} sets */
function whatToBreak(sets) {
  const facts = sets[0].length;
  if (sets.length === 2) return t("Two reasons; a fix must remove both");
  if (sets.length > 2) return t("{n} reasons; a fix must remove each", { n: integer(sets.length) });
  if (facts === 2) return t("Two facts together keep it out; changing either is enough");
  return tn("{n} fact keeps it out", "{n} facts together keep it out; changing any one is enough", facts);
}

/** @param {number} count @param {number} nodes */
const gained = (count, nodes) =>
  h(
    "span.rp-gain",
    h("i", { style: { width: `${Math.round((60 * Math.min(count, nodes)) / Math.max(nodes, 1))}px` } }),
    count
      ? tn("{n} node fits without it", "{n} nodes fit without it", count)
      : t("no node fits without it alone"),
  );

// ---- repairs ----

/** @param {WhatIf} answer */
function repairList({ searching, placed, target }) {
  const listed = repairs.get();
  if (placed && (!target || placed === target))
    return h("p.rp-sec", t("The run places it without a change, on {node}.", { node: placed }));
  const visible = unfolded.get() ? listed : listed.slice(0, Math.max(FOLDED, chosen.get() + 1));
  const most = Math.max(...listed.map(({ cost }) => cost), 1);
  return h(
    "section.rp-sec",
    { "aria-labelledby": "rp-h" },
    h(
      "h2",
      { id: "rp-h" },
      searching ? t("Repairs so far") : t("Repairs"),
      h(
        "span.soft",
        listed.length
          ? t("{n}, each verified by a run; by risk, then by how many pods they place", {
              n: integer(listed.length),
            })
          : searching
            ? t("none yet")
            : t("none found"),
      ),
    ),
    h(CostFields, {}),
    unsearched(),
    listed.length > 0 &&
      offerTable(
        t("Places"),
        visible.map((repair, i) => offerOf(repair, i, most)),
      ),
    visible.length < listed.length &&
      h(
        "button.btn",
        { onclick: () => unfolded.set(true) },
        t("{n} more", { n: integer(listed.length - visible.length) }),
      ),
  );
}

/** @param {Ranked} repair @param {number} index @param {number} most the cost of the dearest */
function offerOf(repair, index, most) {
  const here = index === chosen.get();
  return {
    repair,
    index,
    what: [
      h(
        "button.rp-change",
        { "aria-pressed": String(here), onclick: () => choose(index) },
        changesOf(repair).map((text) => h("span", text)),
      ),
      h("span.soft.rp-onto", rich(t("onto {node}"), { node: h(Name, { name: repair.node }) })),
      notesOf(repair).map((note) => h("span.soft.rp-note", note)),
    ],
    bar: costBar(repair, most),
    placed: repair.run
      ? [coverage(repair.run), placedPart(placedOf(repair.run, running))]
      : h("span.mute", { title: t("The rest of the run was not simulated.") }, t("this pod")),
    primary: here,
    change: changeOf(inquiry.get()?.id ?? "", repair.number, repair),
    choose: () => choose(index),
  };
}

// ---- what helps in the cycle alone ----

/** @param {TransientRepair[]} transient */
const transientList = (transient) =>
  h(
    "section.rp-sec",
    { "aria-labelledby": "rp-tr" },
    h(
      "h2",
      { id: "rp-tr" },
      t("Incomplete"),
      h("span.soft", t("places the pod in its cycle, but not at the end of the run")),
    ),
    h(
      "ul.rp-transient",
      transient.map((repair) =>
        h(
          "li",
          changesOf(repair).map((text) => h("span.rp-line", text)),
          h("span.soft", sentenceOf(repair)),
        ),
      ),
    ),
  );

/** Of the pod's own workload. @param {import("../../types/engine.js").RunEffects} run */
const coverage = ({ gained: placed, waiting }) =>
  (waiting ?? 0) > 1
    ? [h("b", integer(placed ?? 0)), t(" of {n}", { n: integer(waiting ?? 0) })]
    : h("b", t("this pod"));

/** @param {ReturnType<typeof placedOf>} result */
const placedPart = ({ placed, pods, evicted }) => [
  h("span.soft.rp-evicted", t("{placed} of {n} in total", { placed: integer(placed), n: integer(pods) })),
  evicted > 0 && h("span.soft.rp-evicted", evictedText(evicted)),
];
