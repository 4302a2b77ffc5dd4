// What a sweep says in one sentence.

import { decimal, integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { worst } from "../../model/sweeps/losses.js";
import { movesOf } from "../../model/sweeps/moves.js";
import { axisName, cellName, valueName } from "./axes.js";
import { lossWords } from "./words.js";

/** @import { SweepCell, SweepKind, SweepResult } from "../../types/engine.js" */

/** @param {SweepResult} result @returns {string} "" while there is nothing to say */
export const headline = (result) => (result.evaluated ? HEADLINES[result.kind](result) : "");

/** @type {Record<SweepKind, (result: SweepResult) => string>} */
const HEADLINES = {
  seeds: (result) => `${tieSentence(result)}; ${pendingSentence(result)}`,

  losses: ({ cells, losses = [] }) => {
    const at = worst(cells);
    const there = cells.filter((cell) => cell !== null);
    const bad = there.filter((cell) => cell.pending).length;
    if (at === null) return nothingPending(there);
    return t("{bad} of {n} losses leave pods pending, {what} the most: {pods}", {
      bad: integer(bad),
      n: integer(there.length),
      what: lossWords(losses[at]),
      pods: decimal(cells[at]?.pending ?? 0, 1),
    });
  },

  weights: ({ cells, flips, pareto = [] }) => {
    const there = cells.filter((cell) => cell !== null);
    if (!flips)
      return tn(
        "{n} of {all} settings is beaten by no other",
        "{n} of {all} settings are beaten by no other",
        pareto.length,
        { all: integer(there.length) },
      );
    const wins = there.filter((cell) => flips.winners.includes(cell.winners?.[0]?.node ?? "")).length;
    const values = { pod: flips.pod, n: integer(wins), all: integer(there.length) };
    const [first, ...tied] = flips.winners;
    return tied.length
      ? t("{nodes} nodes tie for {pod} now; one of them wins with {n} of {all} settings", {
          ...values,
          nodes: integer(flips.winners.length),
        })
      : t("{node} wins {pod} now, and with {n} of {all} settings", { ...values, node: first });
  },

  percentages: (result) => movesSentence(result, t("percentage")),
  versions: (result) => movesSentence(result, t("version")),

  capacity: (result) => {
    const enough = result.cells
      .flatMap((cell, number) => (cell && !cell.pending ? [number] : []))
      .sort((a, b) => countOf(result, a) - countOf(result, b));
    if (enough.length && !countOf(result, enough[0])) return t("Every pod is placed without further nodes");
    if (enough.length)
      return t("The fewest that place every pod: {setting}", { setting: cellName(result, enough[0]) });
    const least = Math.min(...result.cells.flatMap((cell) => cell?.pending ?? []));
    return t("None of these places every pod: at least {n} stay pending", { n: decimal(least, 1) });
  },

  fleet: ({ cells }) => {
    const there = cells.filter((cell) => cell !== null);
    const worse = there.filter((cell) => cell.pending > (cell.before?.pending ?? 0)).length;
    const changed = there.filter(isChanged).length;
    if (!changed) return tn("The cluster does not change", "None of the {n} clusters changes", there.length);
    return t("{changed} of {n} clusters change; {worse} have more pending pods than before", {
      changed: integer(changed),
      n: integer(there.length),
      worse: integer(worse),
    });
  },
};

/** @param {SweepCell[]} cells */
function nothingPending(cells) {
  const most = Math.max(0, ...cells.map((cell) => cell.gone ?? 0));
  return most
    ? t("Whatever is lost, no pod stays pending; up to {n} go with their nodes for good", {
        n: decimal(most, 1),
      })
    : t("Whatever is lost, no pod stays pending");
}

/** @param {SweepCell} cell */
const isChanged = (cell) => Boolean(cell.moved) || cell.pending !== cell.before?.pending;

/** How many nodes a cell adds. @param {SweepResult} result @param {number} cell */
const countOf = ({ axes }, cell) => Number(axes[1]?.values[cell % axes[1].length] ?? 0);

/** @param {SweepResult} result */
function tieSentence({ landing, cells, workloads }) {
  const pods = workloads.reduce((sum, workload) => sum + workload.pods, 0);
  if (landing?.pods.length) {
    const moved = landing.pods.filter(({ places }) => places.length > 1).length;
    if (!moved) return t("Every pod lands on the same node with every seed");
    if (moved === pods) return tn("Ties move the pod", "Ties move each of the {n} pods", pods);
    return t("Ties move {n} of the {all} pods", { n: integer(moved), all: integer(pods) });
  }
  const tied = cells[0]?.tied ?? 0;
  return tied ? t("{n} decisions of a run are ties", { n: decimal(tied, 1) }) : t("No decision is a tie");
}

/** @param {SweepResult} result */
function pendingSentence({ landing, cells }) {
  const mean = cells[0]?.pending ?? 0;
  if (!mean) return t("none is ever left pending");
  const some = landing?.pods.filter(({ places }) => places.some(isLast(landing))) ?? [];
  const always = some.filter(({ places }) => places.length === 1).length;
  if (!some.length) return t("{n} stay pending on average", { n: decimal(mean, 1) });
  return always === some.length
    ? tn("{n} always stays pending", "{n} always stay pending", always)
    : tn("{n} is sometimes left pending", "{n} are sometimes left pending", some.length);
}

/** @param {NonNullable<SweepResult["landing"]>} landing */
function isLast(landing) {
  const last = (landing.workloads[0]?.length ?? 1) - 1;
  return (/** @type {{place: number}} */ { place }) =>
    landing.pod_columns === landing.columns && place === last;
}

/** @param {SweepResult} result @param {string} what */
function movesSentence(result, what) {
  const [axis] = result.axes;
  const rows = movesOf(result);
  const moving = rows.filter((row) => row.moves).length;
  if (!rows.length) {
    const least = Math.min(...result.cells.flatMap((cell) => cell?.placed ?? []));
    const most = Math.max(...result.cells.flatMap((cell) => cell?.placed ?? []));
    return least === most
      ? t("As many pods are placed with every {what}", { what })
      : t("From {least} to {most} pods are placed, by {what}", {
          least: decimal(least, 1),
          most: decimal(most, 1),
          what,
        });
  }
  return moving
    ? t("{n} of {all} pods move between {axis} {first} and {last}", {
        n: integer(moving),
        all: integer(rows.length),
        axis: axisName(axis),
        first: valueName(axis, 0),
        last: valueName(axis, axis.length - 1),
      })
    : t("Every pod lands alike with every {what}", { what });
}
