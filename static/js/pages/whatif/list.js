// Why the pod is pending, and the repairs, cheapest first.

import { effect } from "../../lib/atoms.js";
import { $$, h, replace } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { problemList } from "../../lib/problems.js";
import { costBar, costFields } from "./costs.js";
import { tryRepair } from "./data.js";
import { evictedText, placedOf } from "./placed.js";
import { staircases } from "./staircase.js";
import { standingPart } from "./standing.js";
import { boot, choose, chosen, failure, inquiry, nodeNames, repairs, running } from "./state.js";
import { sentenceOf } from "./phrases.js";
import { changesOf, costOf, iconOf, kindsOf, labelOf } from "./words.js";

/** @import { TransientRepair, WhatIf } from "../../types/engine.js" */
/** @import { Ranked } from "./ranking.js" */

const FOLDED = 10; // repairs before the rest is asked for

let unfolded = false;

/** @param {HTMLElement} element */
export function mountList(element) {
  effect([inquiry, failure, chosen, repairs, nodeNames], () => {
    const error = failure.get();
    const focus = document.activeElement?.getAttribute("data-key");
    replace(element, error ? problemList([{ path: "", message: error.message }]) : parts());
    if (focus)
      $$("[data-key]", element)
        .find((item) => item.dataset.key === focus)
        ?.focus();
  });
}

function parts() {
  const question = inquiry.get();
  const answer = question?.answer;
  if (!answer) return question ? h("p.soft.rp-sec", t("Searching…")) : null;
  const explained = answer.facts.length > 0 || answer.outside.length > 0;
  return [
    standingPart(answer),
    explained ? causes(answer) : null,
    repairList(answer),
    answer.transient?.length ? transientList(answer.transient) : null,
    staircases(answer),
  ];
}

// ---- causes ----

/** @param {WhatIf} answer */
function causes({ causes: sets, facts, outside }) {
  const nodes = boot.summary.nodes;
  return h(
    "section.rp-sec",
    { "aria-labelledby": "rp-why" },
    h(
      "h2",
      { id: "rp-why" },
      t("Why it is pending"),
      sets.length > 0 &&
        h(
          "span.soft",
          tn(
            "{n} cause, of which each fact is needed",
            "{n} causes, and a repair must break each",
            sets.length,
          ),
        ),
    ),
    outside.map((cause) =>
      h(
        "p.note",
        icon("info"),
        h(
          "span",
          h("b", cause.certain ? t("Not the scheduler: ") : t("Perhaps not the scheduler: ")),
          sentenceOf(cause),
        ),
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
            fact &&
              h(
                "span.soft",
                { title: t("nodes that would take the pod without it") },
                gained(fact.gained, nodes),
              ),
          );
        }),
      ),
    ),
  );
}

/** @param {number} count @param {number} nodes */
const gained = (count, nodes) =>
  h(
    "span.rp-gain",
    h("i", { style: { width: `${Math.round((60 * Math.min(count, nodes)) / Math.max(nodes, 1))}px` } }),
    t("{n} fit", { n: integer(count) }),
  );

// ---- repairs ----

/** @param {WhatIf} answer */
function repairList({ searching, placed, target }) {
  const listed = repairs.get();
  if (placed && (!target || placed === target))
    return h("p.rp-sec", t("The run places it without a change, on {node}.", { node: placed }));
  const visible = unfolded ? listed : listed.slice(0, Math.max(FOLDED, chosen.get() + 1));
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
          ? t("{n}, each checked by a run, cheapest first", { n: integer(listed.length) })
          : searching
            ? t("none yet")
            : t("none found"),
      ),
    ),
    costFields(),
    listed.length > 0 &&
      h(
        "table.rp-table",
        h("thead", h("tr", heads())),
        h(
          "tbody",
          visible.map((repair, i) => row(repair, i, most)),
        ),
      ),
    visible.length < listed.length &&
      h(
        "button.btn",
        {
          onclick: () => {
            unfolded = true;
            inquiry.update((now) => now && { ...now });
          },
        },
        t("{n} more", { n: integer(listed.length - visible.length) }),
      ),
  );
}

const heads = () =>
  [t("#"), t("Change"), t("Cost"), t("Placed"), t("What else it does"), h("span.vh", t("Try"))].map(
    (head, i) => h("th", { scope: "col", class: `c-${i}` }, head),
  );

/** @param {Ranked} repair @param {number} i @param {number} most the cost of the dearest */
function row(repair, i, most) {
  const here = i === chosen.get();
  return h(
    "tr",
    { class: here ? "cur" : "", onclick: () => choose(i) },
    h("td.c-0.num", integer(i + 1)),
    h(
      "td.c-1",
      h(
        "button.rp-change",
        { dataset: { key: `repair-${i}` }, "aria-pressed": String(here), onclick: () => choose(i) },
        changesOf(repair).map((text) => h("span", text)),
      ),
      h("span.soft.rp-onto", t("onto {node}", { node: repair.node })),
    ),
    h(
      "td.c-2",
      h("b", costOf(repair)),
      costBar(repair, most),
      kindsOf(repair).map((kind) => h("span.rp-kind.soft", icon(iconOf(kind)), labelOf(kind))),
    ),
    h(
      "td.c-3",
      repair.run
        ? placedPart(placedOf(repair.run, running))
        : h("span.mute", { title: t("The rest of the run was not made.") }, t("this pod")),
    ),
    h("td.c-4", effects(repair)),
    h(
      "td.c-5",
      h(
        "button",
        {
          class: here ? "btn primary" : "btn",
          dataset: { key: `try-${i}` },
          "aria-label": t("Try repair {n}", { n: i + 1 }),
          onclick: (event) => {
            event.stopPropagation();
            choose(i);
            tryRepair(i);
          },
        },
        t("Try"),
      ),
    ),
  );
}

/** What else the run does, in a line. @param {Ranked} repair */
export function effects({ run }) {
  if (!run) return h("span.mute", t("not computed"));
  const lines = [
    run.broken.length && ["rej", tn("{n} expectation breaks", "{n} expectations break", run.broken.length)],
    run.moved_count && [
      "warn",
      tn("{n} other pod ends elsewhere", "{n} other pods end elsewhere", run.moved_count),
    ],
  ].filter((line) => Array.isArray(line));
  if (!lines.length) return h("span.rp-eff", icon("pass", "g g-pass"), t("nothing else"));
  return lines.map(([name, text]) => h("span.rp-eff", icon(String(name), `g g-${name}`), text));
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
      t("Not to the end"),
      h("span.soft", t("places the pod in its cycle, not at the end of the run")),
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

/** @param {ReturnType<typeof placedOf>} result */
const placedPart = ({ placed, pods, evicted }) => [
  h("b", integer(placed)),
  t(" of {n}", { n: integer(pods) }),
  evicted > 0 && h("span.soft.rp-evicted", evictedText(evicted)),
];
