// The quota of a cohort as bars: one scale, a line at nominal, and a number in every part.

import { h } from "../../../lib/dom.js";
import { inClauses } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { holdersOf, opened } from "./opened.js";
import { partsOf, scaleOf } from "./parts.js";

/** @import { CohortBars, QueueBar } from "../../../types/engine.js" */
/** @import { BarPart, PartKind } from "./parts.js" */

/** @type {Record<PartKind, string>} */
const KEY = {
  used: t("used"),
  borrowed: t("borrowed"),
  mine: t("this workload"),
  missing: t("missing"),
  unused: t("unused"),
  lent: t("lent"),
};

/**
 * @typedef {object} Figure
 * @property {string} [holders] who has borrowed what is missing, "" for nobody
 * @property {string} [name] of the workload that asks
 * @property {"h2" | "h3"} [heading]
 */

/** @param {CohortBars} bars @param {Figure} [figure] */
export function cohortFigure(bars, { holders = "", name = t("this workload"), heading = "h2" } = {}) {
  const words = { ...KEY, mine: name };
  const scale = scaleOf(bars);
  const kinds = new Set(bars.queues.flatMap((bar) => partsOf(bar).map(({ kind }) => kind)));
  return h(
    "section.q-cohort",
    h(
      "div.q-head",
      h(
        heading,
        bars.cohort
          ? t("Cohort {cohort}, {resource} of {flavor}", { ...bars })
          : t("{resource} of {flavor}", { ...bars }),
        " ",
        h(
          "span.soft",
          t("{nominal} nominal, {used} used", { nominal: bars.nominal.text, used: bars.used.text }),
        ),
      ),
      h(
        "ul.q-key",
        [...kinds].map((kind) => h("li", h("i", { class: `q-sw q-${kind}` }), words[kind])),
        h("li", h("i.q-line"), t("nominal")),
      ),
    ),
    bars.queues.map((bar) => row(bar, { scale, holders, words })),
  );
}

/** @typedef {{scale: number, holders: string, words: Record<PartKind, string>}} Drawn */

/** @param {QueueBar} bar @param {Drawn} drawn */
function row(bar, drawn) {
  const name = bar.cluster_queue;
  return h(
    "div.q-row",
    h(
      "div.q-name",
      h("b", name),
      bar.own && h("span.chip.accent", drawn.words.mine),
      h(
        "p.soft",
        t("nominal"),
        " ",
        opened(bar.nominal, t("nominal quota of {queue}", { queue: name })),
        bar.borrowing_limit && [
          ", borrowingLimit ",
          opened(bar.borrowing_limit, t("borrowing limit of {queue}", { queue: name })),
        ],
        bar.lending_limit && [
          ", lendingLimit ",
          opened(bar.lending_limit, t("lending limit of {queue}", { queue: name })),
        ],
      ),
    ),
    h(
      "div.q-bar",
      partsOf(bar).map((part) => segment(part, bar, drawn)),
      h("i.q-line", { style: { left: percent(bar.nominal.amount, drawn.scale) } }),
    ),
  );
}

/** @param {BarPart} part @param {QueueBar} bar @param {Drawn} drawn */
function segment({ kind, amount, text }, bar, { scale, holders, words: of }) {
  const lentTo = kind === "missing" && holders && bar.lent.amount > 0;
  const words = lentTo ? t("lent to {queues}", { queues: holders }) : of[kind];
  return h(
    "span",
    {
      class: `q-part q-${kind}`,
      style: { flexBasis: percent(amount, scale) },
      title: `${text} ${words}`.trim(),
    },
    text && opened({ amount, text }, `${words}, ${bar.cluster_queue}`, madeOf(kind, bar)),
    h("span.q-word", ` ${words}`),
  );
}

/** @param {PartKind} kind @param {QueueBar} bar */
function madeOf(kind, { holders, holder_count: count, asked, free, lent, nominal, within, unused }) {
  if (kind === "used" || kind === "borrowed") return holdersOf(holders, count);
  if (kind === "missing")
    return h("p", t("{asked} requested − {free} available", { asked: asked?.text, free: free?.text }));
  const sum = t("{nominal} nominal − {used} used = {unused} unused", {
    nominal: nominal.text,
    used: within.text,
    unused: unused.text,
  });
  return h("p", lent.amount ? inClauses(sum, t("{lent} of these are lent", { lent: lent.text })) : sum);
}

/** @param {number} amount @param {number} scale */
const percent = (amount, scale) => `${(amount / scale) * 100}%`;
