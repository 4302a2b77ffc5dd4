// What is chosen, in full: a workload or pod with the nodes where it lands, a cell with its runs.

import { h, useState } from "../../lib/view.js";
import { decimal, integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { cellName, MEASURES } from "./core/axes.js";
import { openPoint } from "./data.js";
import { keyOf, placesOf, pointOn } from "./landing.js";
import { cellIn, chosenPlace, subject, url } from "./core/state.js";
import { percent, podsWords } from "./core/words.js";

/** @import { PlacedNode } from "../../model/sweeps/columns.js" */
/** @import { SweepStateOut } from "../../types/api.js" */
/** @import { SweepCell, SweepPlace, SweepResult } from "../../types/engine.js" */

const MOST_BARS = 20;
const MOST_PODS = 60;

/** Where the chosen workload or pod lands. @param {SweepStateOut} sweep @param {SweepResult} result */
export function whereItLands(sweep, result) {
  const of = subject.get();
  const { landing } = result;
  if (!of || !landing) return null;
  const workload = result.workloads.findIndex((candidate) => keyOf(candidate) === of);
  if (workload >= 0) return workloadBars(sweep, result, workload);
  const pod = landing.pods.find(({ name }) => name === of);
  if (!pod) return null;
  const columns = landing.pod_columns === "zone" ? zonesOf(result) : placesOf(result);
  const places = pod.places.filter(({ place }) => place < columns.length);
  const [first] = pod.places;
  return h(
    "section.sec",
    h(
      "h2.h3",
      h("span.mono", pod.name),
      h(
        "span.mute",
        tn(
          "{places} of {n} node; {node} in {share} of the runs",
          "{places} of {n} nodes; {node} in {share} of the runs",
          columns.length,
          {
            places: integer(places.length),
            node: columns[first?.place]?.name ?? t("pending"),
            share: percent((first?.runs ?? 0) / landing.runs),
          },
        ),
      ),
    ),
    bars(pod.places, columns, landing.runs),
    zoneWords(pod.places, columns, landing.runs),
    pod.ties > 0 &&
      h(
        "p.soft",
        t("In {share} of the runs its decision was a tie.", {
          share: percent(pod.ties / landing.runs),
        }),
      ),
    podChoice(result, pod.workload),
    seedField(sweep, result, 0),
  );
}

/** @param {SweepResult} result @returns {PlacedNode[]} */
const zonesOf = ({ zones }) => zones.map((name) => ({ name, zone: "" }));

/** @param {SweepStateOut} sweep @param {SweepResult} result @param {number} workload */
function workloadBars(sweep, result, workload) {
  const { landing } = result;
  if (!landing) return null;
  const { name, pods } = result.workloads[workload];
  const at = chosenPlace.get();
  const point = at ? pointOn(result, workload, at) : null;
  const columns = placesOf(result);
  const all = landing.workloads[workload].map((runs, place) => ({ place, runs }));
  const places = all.filter(({ runs }) => runs).sort((a, b) => b.runs - a.runs);
  const on = places.filter(({ place }) => place < columns.length).length;
  return h(
    "section.sec",
    h(
      "h2.h3",
      name,
      h(
        "span.mute",
        tn(
          "{pods} on {on} of {n} node: share of its pods that land there",
          "{pods} on {on} of {n} nodes: share of its pods that land there",
          columns.length,
          { pods: podsWords(pods), on: integer(on) },
        ),
      ),
    ),
    bars(places, columns, landing.runs * pods),
    podChoice(result, workload),
    at && point !== null && openOn(sweep, point, name, at),
    seedField(sweep, result, 0),
  );
}

/** @param {SweepStateOut} sweep @param {number} point @param {string} workload @param {string} place */
const openOn = (sweep, point, workload, place) =>
  h(
    "p.row.wrap",
    h(
      "button.btn",
      { onclick: () => openPoint(sweep.id, point) },
      t("Open a run with {workload} on {place}", { workload, place }),
    ),
  );

/**
 * Nodes with the share of all runs, the most frequent first.
 * @param {SweepPlace[]} places @param {PlacedNode[]} columns @param {number} all
 */
function bars(places, columns, all) {
  const most = places[0]?.runs ?? 1;
  return [
    h(
      "ul.sw-bars",
      places
        .slice(0, MOST_BARS)
        .map(({ place, runs }, i) =>
          h(
            "li",
            h("span.mono.cut", columns[place]?.name ?? t("pending")),
            h("i", { class: i ? "" : "top", style: { width: `${Math.max(1, (100 * runs) / most)}%` } }),
            h("span.mono", percent(runs / all)),
          ),
        ),
    ),
    places.length > MOST_BARS &&
      h("p.mute", tn("and {n} more node", "and {n} more nodes", places.length - MOST_BARS)),
  ];
}

/** @param {SweepPlace[]} places @param {PlacedNode[]} columns @param {number} runs */
function zoneWords(places, columns, runs) {
  /** @type {Map<string, number>} */
  const zones = new Map();
  for (const place of places) {
    const zone = columns[place.place]?.zone;
    if (zone) zones.set(zone, (zones.get(zone) ?? 0) + place.runs);
  }
  if (zones.size < 2) return null;
  const sorted = [...zones].sort((a, b) => b[1] - a[1]);
  return h("p.soft", sorted.map(([zone, n]) => `${zone} ${percent(n / runs)}`).join(", "));
}

/** The pods of a workload, to look at one. @param {SweepResult} result @param {number} workload */
function podChoice({ landing, workloads }, workload) {
  const pods = landing?.pods.filter((pod) => pod.workload === workload) ?? [];
  if (pods.length < 2) return null;
  const of = subject.get();
  return h(
    "label.sw-by",
    h("span.mute", t("pod")),
    h(
      "select.in",
      {
        onchange: ({ currentTarget }) =>
          url.write({ of: currentTarget.value || keyOf(workloads[workload]) }, { push: true }),
      },
      h("option", { value: "" }, t("all {n}", { n: integer(pods.length) })),
      pods
        .slice(0, Math.max(MOST_PODS, pods.findIndex(({ name }) => name === of) + 1))
        .map(({ name }) => h("option", { value: name, selected: name === of }, name)),
    ),
  );
}

/**
 * The chosen cell: its figures, why a pod stays pending, and its runs.
 * @param {SweepStateOut} sweep @param {SweepResult} result
 */
export function chosenCell(sweep, result) {
  const number = cellIn(sweep);
  const cell = number === null ? null : result.cells[number];
  if (number === null || !cell) return null;
  const first = cell.first_pending;
  return h(
    "section.sec",
    { "aria-live": "polite" },
    h("h2.h3", cellName(result, number)),
    h(
      "dl.sw-facts",
      facts(cell).map(([name, value]) => h("div", h("dt", name), h("dd", value))),
    ),
    cell.winners?.length ? winners(cell, result) : null,
    first && [
      h("p", t("{pod} stays pending.", { pod: first.pod })),
      h("p", h("code.sw-message", first.message)),
    ],
    h(
      "p.row.wrap",
      h("button.btn", { onclick: () => openPoint(sweep.id, cell.point) }, t("Open this run")),
      first &&
        first.point !== cell.point &&
        h(
          "button.btn",
          { onclick: () => openPoint(sweep.id, first.point) },
          t("Open the run that leaves it pending"),
        ),
    ),
    result.seeds > 1 && seedField(sweep, result, number),
  );
}

/** @param {SweepCell} cell @returns {[string, string][]} */
function facts(cell) {
  /** @type {[string, number | undefined][]} */
  const all = [
    [t("runs"), cell.runs],
    [MEASURES.placed, cell.placed],
    [MEASURES.pending, cell.pending],
    [MEASURES.nodes_used, cell.nodes_used],
    [MEASURES.skew, cell.skew],
    [MEASURES.moved, cell.moved],
    [MEASURES.evicted, cell.evicted || undefined],
    [MEASURES.tied, cell.tied],
  ];
  return all.flatMap(([name, value]) =>
    value === undefined ? [] : [/** @type {[string, string]} */ ([name, decimal(value, 2)])],
  );
}

/** @param {SweepCell} cell @param {SweepResult} result */
const winners = ({ winners: all = [], runs }, result) =>
  bars(
    all.map(({ node, runs: times }) => ({
      place: result.nodes.findIndex(({ name }) => name === node),
      runs: times,
    })),
    result.nodes,
    runs,
  );

/**
 * Any seed of a cell: the point behind it.
 * @param {SweepStateOut} sweep @param {SweepResult} result @param {number} cell
 */
const seedField = (sweep, { seeds }, cell) =>
  h(SeedField, { seeds, open: (seed) => openPoint(sweep.id, cell * seeds + seed - 1) });

/** @param {{seeds: number, open: (seed: number) => void}} props */
function SeedField({ seeds, open }) {
  const [seed, setSeed] = useState("1");
  return h(
    "form.sw-seed",
    {
      onsubmit: (event) => {
        event.preventDefault();
        open(Number(seed));
      },
    },
    h("span.mute", t("seed")),
    h("input.in", {
      type: "number",
      min: 1,
      max: seeds,
      value: seed,
      required: true,
      "aria-label": t("Seed"),
      oninput: ({ currentTarget }) => setSeed(currentTarget.value),
    }),
    h("button.btn", { type: "submit" }, t("Open its run")),
  );
}
