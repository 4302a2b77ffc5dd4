// The pictures of the chosen sweep and of those that go with it, the list, and what is chosen in them.

import { $ } from "../../lib/dom.js";
import { h, useFocusInside } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { saveUrl } from "../../lib/save.js";
import { cellTable } from "./cellTable.js";
import { chosenCell, whereItLands } from "./detail.js";
import { empty } from "./empty.js";
import { flips } from "./flips.js";
import { grid } from "./grid.js";
import { landing } from "./landing.js";
import { csvOf, list } from "./list.js";
import { losses } from "./losses.js";
import { moves } from "./moves.js";
import { pareto } from "./pareto.js";
import { answers, chosen, failure, listedSweeps, sweeps, url } from "./core/state.js";
import { KINDS } from "./kinds/registry.js";

/** @import { SweepStateOut } from "../../types/api.js" */
/** @import { SweepKind, SweepResult } from "../../types/engine.js" */
/** @import { Child } from "../../lib/view.js" */
/** @import { Picture } from "./kinds/descriptor.js" */

/**
 * By the name that is in the address.
 * @type {Record<string, (sweep: SweepStateOut, result: SweepResult) => Child>}
 */
const DRAW = { flips, grid, landing, losses, moves, pareto, table: cellTable };

export function Pictures() {
  useFocusInside($("#pictures"));
  const all = sweeps.get();
  const error = failure.get();
  if (!all) return error ? problem(error) : waiting();
  if (!all.length) return empty();
  const aside = beside();
  return listedSweeps.get().map((sweep) => !aside.includes(sweep) && section(sweep));
}

export function Side() {
  useFocusInside($("#side"));
  return sweeps.get() && [h("section.sec", list()), beside().map((sweep) => section(sweep, true)), details()];
}

/** The weights stand beside the tables that are as wide as the cluster, unless they are chosen themselves. */
const beside = () =>
  listedSweeps
    .get()
    .filter(
      ({ specification }) =>
        specification.kind === "weights" && chosen.get()?.specification.kind !== "weights",
    );

const waiting = () => h("p.sw-blank.mute", t("Loading…"));

/** @param {Error} error */
const problem = (error) =>
  h("section.sw-blank", h("h2", t("The sweeps cannot be listed")), h("p.soft", error.message));

/** @param {SweepStateOut} sweep @param {boolean} [small] in little room there is its first picture alone */
function section(sweep, small = false) {
  const { kind } = sweep.specification;
  const result = answers.get().get(sweep.id)?.result;
  const offered = KINDS[kind].pictures.filter(({ when }) => !result || !when || when(result));
  const isChosen = chosen.get()?.id === sweep.id;
  const asked = isChosen ? url.state.get().picture : "";
  const picture = offered.find(({ name }) => name === asked) ?? offered[0];
  return h(
    "section.sec",
    { key: sweep.id, "aria-label": picture.title },
    h(
      "div.h3",
      h("h2", picture.title),
      h("span.mute.grow", result ? subtitle(kind, picture, result) : ""),
      offered.length > 1 && !small && tabs(sweep, offered, picture),
      h(
        "button.btn",
        {
          "aria-label": t("{picture} as CSV", { picture: picture.title }),
          onclick: () => saveUrl("sweep.csv", csvOf(sweep.id)),
        },
        icon("download"),
        "CSV",
      ),
    ),
    result ? DRAW[picture.name](sweep, result) : h("p.sw-none.sw-wait", t("not computed yet")),
  );
}

/** @param {SweepKind} kind @param {Picture} picture @param {SweepResult} result */
function subtitle(kind, { name }, { landing: counts, seeds, cells, flips: of }) {
  if (name === "landing" && counts)
    return tn(
      "mean number of pods over {n} seed; darker means more within the row",
      "mean number of pods over {n} seeds; darker means more within the row",
      counts.runs,
    );
  if (name === "losses") return t("how many pods are placed elsewhere, and how many stay pending");
  if (name === "flips" && of) return of.pod;
  if (name === "table")
    return tn("{n} setting, {seeds}", "{n} settings, {seeds} each", cells.length, {
      seeds: tn("{n} seed", "{n} seeds", seeds),
    });
  return kind === "weights" ? "" : KINDS[kind].question;
}

/** @param {SweepStateOut} sweep @param {Picture[]} offered @param {Picture} here */
const tabs = ({ id }, offered, here) =>
  h(
    "div.seg",
    { role: "group", "aria-label": t("Pictures") },
    offered.map(({ name, title, tab = title }) =>
      h(
        "button",
        {
          "aria-pressed": String(name === here.name),
          onclick: () => url.write({ sweep: id, picture: name, by: null }, { push: true }),
        },
        tab,
      ),
    ),
  );

function details() {
  const results = listedSweeps.get().flatMap((sweep) => {
    const result = answers.get().get(sweep.id)?.result;
    return result ? [{ sweep, result }] : [];
  });
  const landed = results.find(({ result }) => result.landing);
  const current = results.find(({ sweep }) => sweep.id === chosen.get()?.id);
  return [
    current && current.result.kind !== "seeds" && chosenCell(current.sweep, current.result),
    landed && whereItLands(landed.sweep, landed.result),
  ];
}
