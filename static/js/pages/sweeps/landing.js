// Where the pods land: the mean number of pods of each workload on each node over all seeds.

import { h } from "../../lib/view.js";
import { decimal, integer, listOf } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { groupsOf, sumOver, wholeZones } from "../../model/sweeps/columns.js";
import { movedByTies } from "../../model/sweeps/ties.js";
import { sequential } from "../../parts/colourScale.js";
import { columnHead, groupTitle, zoneHeads } from "./columns.js";
import { matrix, missing } from "./matrix.js";
import { chosenPlace, subject, url } from "./core/state.js";
import { percent, podsWords } from "./core/words.js";

/** @import { PlacedNode } from "../../model/sweeps/columns.js" */
/** @import { SweepStateOut } from "../../types/api.js" */
/** @import { SweepLanding, SweepResult, SweepWorkload } from "../../types/engine.js" */
/** @import { Column, Group } from "../../model/sweeps/columns.js" */
/** @import { Cell } from "./matrix.js" */

const FEW = 4;

/**
 * The nodes that columns stand for: zones take their place where the counts are by zone.
 * @param {SweepResult} result
 */
export const placesOf = (result) =>
  result.landing?.columns === "zone" ? result.zones.map((name) => ({ name, zone: "" })) : result.nodes;

/** @param {SweepStateOut} sweep @param {SweepResult} result */
export function landing({ id }, result) {
  const counts = result.landing;
  const places = placesOf(result);
  const used = places.map((_, i) => sum(counts?.workloads.map((row) => row[i]) ?? []));
  const groups = groupsOf(places, (i) => used[i], { opened: url.state.get().zone });
  const whole = wholeZones(places);
  const pending = result.workloads.some((_, i) => counts?.workloads[i]?.[places.length]);
  const all = [...groups, ...(whole.length ? [{ zone: "", columns: whole }] : [])];
  return [
    matrix({
      label: t("Where the pods land"),
      groups: [
        ...groups.map((group) => ({
          title: groupTitle(group, places),
          heads: group.columns.map(columnHead),
        })),
        ...(whole.length ? [{ title: t("whole zone"), heads: zoneHeads(whole) }] : []),
        ...(pending ? [{ title: "", heads: [t("pending")] }] : []),
      ],
      rows: result.workloads.map((workload, i) => ({
        key: `${id}|${i}`,
        head: workloadHead(id, workload),
        cells: counts
          ? [
              ...cellsOf(id, workload, i, counts, all, whole),
              ...(pending ? [pendingCell(id, workload, i, counts, places.length)] : []),
            ]
          : all
              .flatMap(({ columns }) => columns)
              .map(({ name }) => missing(`${workload.name}, ${name || t("other nodes")}`)),
      })),
    }),
    counts && h("p.sw-words", words(result, counts, places, used)),
  ];
}

/** @param {string} id of the sweep @param {SweepWorkload} workload */
const workloadHead = (id, workload) =>
  h(
    "button.sw-head-b",
    {
      title: `${workload.kind} ${workload.namespace}/${workload.name}`,
      onclick: () => url.write({ sweep: id, of: keyOf(workload), cell: null }, { push: true }),
    },
    h("b.cut", workload.name),
    h("span.mute", integer(workload.pods)),
  );

/**
 * The first point with a pod of a workload on a node or in a zone; null without one.
 * @param {SweepResult} result @param {number} workload @param {string} name of the place
 */
export function pointOn(result, workload, name) {
  const points = placesOf(result).flatMap((place, i) =>
    place.name === name || place.zone === name ? (result.landing?.points[workload][i] ?? -1) : -1,
  );
  const there = points.filter((point) => point >= 0);
  return there.length ? Math.min(...there) : null;
}

/** How the address names a workload. @param {SweepWorkload} workload */
export const keyOf = ({ kind, namespace, name }) => `${kind}/${namespace}/${name}`;

/**
 * @param {string} id of the sweep
 * @param {SweepWorkload} workload @param {number} i @param {SweepLanding} counts @param {Group[]} groups
 * @param {Column[]} whole @returns {Cell[]}
 */
function cellsOf(id, workload, i, counts, groups, whole) {
  /** @param {number} place */
  const mean = (place) => counts.workloads[i][place] / counts.runs;
  const columns = groups.flatMap((group) => group.columns);
  /** @param {Column} column */
  const isSum = (column) => whole.includes(column) || column.kind === "others";
  const single = columns.filter((column) => !isSum(column)).map((column) => sumOver(column, mean));
  const most = Math.max(...single, 0);
  return columns.map((column) => {
    const value = sumOver(column, mean);
    const name = column.name || t("other nodes");
    const summed = isSum(column);
    return {
      text: value ? value.toFixed(2) : "·",
      says: t("{workload} on {place}: {mean} pods on average", {
        workload: workload.name,
        place: name,
        mean: value.toFixed(2),
      }),
      kind: summed ? "z" : value ? "" : "mute",
      style: value && !summed ? sequential(value / most) : undefined,
      here: subject.get() === keyOf(workload) && chosenPlace.get() === name,
      run: () => url.write({ sweep: id, of: keyOf(workload), cell: name }, { push: true }),
    };
  });
}

/**
 * @param {string} id of the sweep
 * @param {SweepWorkload} workload @param {number} i @param {SweepLanding} counts @param {number} last
 * @returns {Cell}
 */
function pendingCell(id, workload, i, counts, last) {
  const value = counts.workloads[i][last] / counts.runs;
  return {
    text: value ? value.toFixed(2) : "·",
    kind: value ? "bad" : "mute",
    says: t("{workload}: {mean} pods stay pending on average", {
      workload: workload.name,
      mean: value.toFixed(2),
    }),
    run: () => url.write({ sweep: id, of: keyOf(workload), cell: null }, { push: true }),
  };
}

/**
 * @param {SweepResult} result @param {SweepLanding} counts @param {PlacedNode[]} places
 * @param {number[]} used
 */
function words({ workloads, cells }, counts, places, used) {
  const empty = places.filter((_, i) => !used[i]).map(({ name }) => name);
  const pending = sum(counts.workloads.map((row) => row[places.length])) / counts.runs;
  const pods = sum(workloads.map((workload) => workload.pods));
  return [
    tieWords(counts, cells[0]?.tied ?? 0),
    empty.length && empty.length <= FEW
      ? t("No pod ever lands on {nodes}.", { nodes: listOf(empty) })
      : empty.length
        ? tn("No pod ever lands on {n} of the nodes.", "No pod ever lands on {n} of the nodes.", empty.length)
        : "",
    pending
      ? t("On average {pods} stay pending.", { pods: decimal(pending) })
      : tn("The pod is placed with every seed.", "All {n} pods are placed with every seed.", pods),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Which ties decide. @param {SweepLanding} counts @param {number} tied decisions of a run, on average */
function tieWords(counts, tied) {
  if (!tied) return t("No decision is a tie: the seed changes nothing.");
  const { deciding, following } = movedByTies(counts);
  const split = counts.pods.filter(({ ties }) => ties);
  if (split.length && split.every(({ places }) => places.length === 1))
    return t(
      "{n} decisions of a run are ties, and no seed moves a pod: since v1.35 ties are not broken at " +
        "random. A version with +fair-ties breaks them at random, as v1.34 did.",
      { n: decimal(tied, 1) },
    );
  if (!deciding.length) return t("{n} decisions of a run are ties on average.", { n: decimal(tied, 1) });
  const [first] = deciding;
  const decided = t("Ties decide where {pods} land, above all {pod}: a tie in {share} of the runs.", {
    pods: podsWords(deciding.length),
    pod: first.name,
    share: percent(first.ties / counts.runs),
  });
  if (!following) return decided;
  return `${decided} ${tn(
    "{n} more pod moves as a consequence.",
    "{n} more pods move as a consequence.",
    following,
  )}`;
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
