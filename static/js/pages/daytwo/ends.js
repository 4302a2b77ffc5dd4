// Now, and how it ends: as the steps are, with other steps beside, and over many seeds.

import { h, useFocusInside } from "../../lib/view.js";
import { decimal } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { clock, countIn, countsText, lanesAt, waitingAt } from "../../model/daytwo.js";
import { offline } from "../../net/offline.js";
import { fill } from "../../parts/bars.js";
import { SEEDS, isUnfinished } from "./data.js";
import { openMoment } from "./opening.js";
import { inOrder, square } from "./squares.js";
import {
  constraintOf,
  ends,
  laneKey,
  moment,
  newest,
  other,
  otherEnds,
  otherSteps,
  steps,
  timeline,
  url,
  workload,
} from "./state.js";
import { skews } from "./view.js";
import { stepWords } from "./steps.js";

/** @import { PlayOut } from "../../types/api.js" */
/** @import { EndState, Timeline } from "../../types/engine.js" */
/** @import { Step } from "../../model/daysteps.js" */

const MOST_LANES = 24;
const MOST_SQUARES = 24;
const MOST_ENDS = 8;

export const Ends = () => [h(Now, {}), h(Ended, {}), h(Compared, {})];

function Now() {
  const table = timeline.get();
  return h("div", table && current(table));
}

function Ended() {
  const table = timeline.get();
  const hasSteps = steps.get().length > 0;
  return h("div", { hidden: !hasSteps }, table && hasSteps && ended(table));
}

function Compared() {
  const list = otherSteps.get();
  return h("div", { hidden: !list, ref: useFocusInside() }, list && compared(other.get(), list));
}

/** @param {Timeline} table */
function current(table) {
  const at = moment.get();
  const chosen = workload.get();
  const constraint = constraintOf(chosen);
  const { skew, skewOfNewest } = skews(table, chosen, at, newest.get());
  const time = clock(table.moments[at]?.at ?? 0);
  return [
    h("div.h3", t("Now"), h("span.mute", time)),
    mini(table, at, newest.get()),
    constraint &&
      skew !== null &&
      h(
        "p.soft",
        constraint.by_revision
          ? t("The constraint counts each revision separately: skew {skew}, at most {most}.", {
              skew,
              most: constraint.max_skew,
            })
          : skewOfNewest === null
            ? t("Skew {skew}, at most {most}.", { skew, most: constraint.max_skew })
            : t(
                "The constraint counts both revisions: skew {skew}, at most {most}. The new one alone: " +
                  "{alone}.",
                {
                  skew,
                  most: constraint.max_skew,
                  alone: skewOfNewest,
                },
              ),
      ),
    h(
      "p",
      h(
        "button.btn",
        { onclick: openMoment },
        icon("link"),
        offline ? t("Open online") : t("Open this moment"),
      ),
    ),
  ];
}

/**
 * The lanes at a moment in a line each.
 * @param {Timeline} table @param {number} at @param {string} revision
 */
function mini(table, at, revision) {
  const name = workload.get()?.workload ?? null;
  const lanes = lanesAt(table, name, laneKey.get(), at);
  const busy = lanes.length > MOST_LANES ? lanes.filter(({ stays }) => stays.length) : lanes;
  const pending = waitingAt(table, name, at);
  return [
    h(
      "div.dt-mini",
      { tabindex: "0", role: "group", "aria-label": t("Where the pods are") },
      busy.slice(0, MOST_LANES).map((lane) => [
        h("span.mono", lane.name || t("no label")),
        h(
          "span.dt-pods",
          inOrder(lane.stays, revision)
            .slice(-MOST_SQUARES)
            .map((stay) => square(stay, at, revision)),
          lane.stays.length > MOST_SQUARES && "…",
        ),
        h("b", countIn(lane, at, null)),
      ]),
      pending.length > 0 && [
        h("span.mono", t("pending")),
        h(
          "span.dt-pods",
          pending.slice(0, MOST_SQUARES).map((stay) => square(stay, at, revision)),
        ),
        h("b", pending.length),
      ],
    ),
    busy.length > MOST_LANES &&
      h("p.mute", tn("and {n} more lane", "and {n} more lanes", busy.length - MOST_LANES)),
  ];
}

/** @param {Timeline} table */
const ended = (table) => [
  h(
    "div.h3",
    otherSteps.get() && h("span.dt-letter", "A"),
    t("The outcome, with these actions"),
    endChip(table),
  ),
  mini(table, table.moments.length - 1, newest.get()),
  distribution(ends.get(), "A"),
];

/** @param {PlayOut | null} answer @param {Step[]} list */
function compared(answer, list) {
  const table = answer?.timeline;
  return [
    h(
      "div.h3",
      h("span.dt-letter.b", "B"),
      h("span.grow", list.map(stepWords).join(", ")),
      table && endChip(table),
    ),
    answer?.status === "failed" && h("p.soft", answer.error),
    isUnfinished(answer) && h("progress", { "aria-label": t("Playing…") }),
    table && mini(table, table.moments.length - 1, lastRevision(table)),
    distribution(otherEnds.get(), "B"),
    !offline &&
      h(
        "p.row.wrap",
        h(
          "button.btn",
          {
            onclick: () =>
              url.write(
                { steps: JSON.stringify(list), b: JSON.stringify(steps.get()), at: null, in: null },
                { push: true },
              ),
          },
          icon("retry"),
          t("Swap"),
        ),
        h("button.btn.bare", { onclick: () => url.write({ b: null }, { push: true }) }, t("Remove")),
      ),
  ];
}

/** @param {Timeline} table */
const lastRevision = (table) =>
  table.workloads.find((candidate) => candidate.workload === workload.get()?.workload)?.revisions.at(-1) ??
  "";

/** The counts at the end, by the constraint that it breaks or keeps. @param {Timeline} table */
function endChip(table) {
  const at = table.moments.length - 1;
  const lanes = lanesAt(table, workload.get()?.workload ?? null, laneKey.get(), at);
  if (lanes.length > 8) return null;
  const constraint = constraintOf(workload.get());
  const { skew } = skews(table, workload.get(), at, lastRevision(table));
  const isBroken = constraint !== null && (skew ?? 0) > constraint.max_skew;
  return h(
    "span",
    { class: `chip ${isBroken ? "reject" : "pass"}` },
    icon(isBroken ? "rej" : "pass", `g ${isBroken ? "g-rej" : "g-pass"}`),
    countsText(lanes, at),
  );
}

/** @param {PlayOut | null} answer @param {"A" | "B"} side */
function distribution(answer, side) {
  const states = answer?.end_states;
  const name = workload.get()?.workload ?? "";
  if (!answer)
    return side === "A" && !offline && timeline.get()?.complete ? h("p", seedsButton(SEEDS)) : null;
  if (!states)
    return h(
      "p.soft",
      answer.status === "failed"
        ? answer.error
        : [
            tn("{n} seed is played", "{n} seeds are played", answer.seeds),
            " ",
            h("progress", { max: answer.seeds, value: answer.done, "aria-label": t("Seeds played") }),
          ],
    );
  return [
    h(
      "p.mute",
      tn("{n} seed ends as", "{n} seeds end as", states.seeds),
      side === "A" && !offline && states.seeds < 1000 ? [" ", seedsButton(1000)] : null,
    ),
    h(
      "div.dt-dist",
      states.ends.slice(0, MOST_ENDS).map((end) => bar(end, name, side)),
    ),
    states.ends.length > MOST_ENDS &&
      h("p.mute", tn("and {n} more outcome", "and {n} more outcomes", states.ends.length - MOST_ENDS)),
  ];
}

/** @param {number} count */
const seedsButton = (count) =>
  h(
    "button.btn",
    { onclick: () => url.write({ seeds: count }) },
    tn("Play {n} seed", "Play {n} seeds", count),
  );

/** @param {EndState} state @param {string} name of the workload @param {"A" | "B"} side */
function bar(state, name, side) {
  const all = state.counts[name] ?? Object.values(state.counts)[0] ?? [];
  const counts = all.slice(0, -1);
  const text = counts.join("/") + (all.at(-1) ? ` + ${all.at(-1)} ${t("pending")}` : "");
  const table = side === "A" ? timeline.get() : other.get()?.timeline;
  const here = sameEnd(table, counts) ? "true" : null;
  const share = `${decimal(state.share * 100, 1)} %`;
  return h(
    "button",
    {
      "aria-current": here,
      disabled: offline,
      onclick: () => url.write({ seed: state.first_seed, at: null }, { push: true }),
    },
    h("span", text),
    fill(state.share, 1),
    h("span", share),
    h("span.vh", ` ${t("Play seed {seed}", { seed: state.first_seed })}`),
  );
}

/**
 * Whether the play on the screen ends so.
 * @param {Timeline | null | undefined} table @param {number[]} counts
 */
function sameEnd(table, counts) {
  if (!table) return false;
  const at = table.moments.length - 1;
  const lanes = lanesAt(table, workload.get()?.workload ?? null, laneKey.get(), at);
  return countsText(lanes, at) === counts.join("/");
}
