// What happens, in a sentence, with the verdicts and the seed.

import { h } from "../../lib/view.js";
import { labelled } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { countsText, clock, lanesAt } from "../../model/daytwo.js";
import { offline } from "../../net/offline.js";
import { isUnfinished } from "./data.js";
import { asking, failure, laneKey, play, seed, steps, timeline, url, workload } from "./state.js";
import { chips } from "./verdict.js";
import { stepWords } from "./steps.js";

/** @import { Timeline } from "../../types/engine.js" */

export function Head() {
  const table = timeline.get();
  const [title, more] = sentence(table);
  const isAsking = asking.get();
  return [
    h("div.grow", { "aria-live": "polite" }, h("h1", title), h("p", more)),
    h("div.dt-chips", table && !isAsking && chips()),
    h("div.dt-chips", { hidden: isAsking }, h(SeedField, {})),
  ];
}

export function nameTab() {
  document.title = `${labelled(t("Day two"), sentence(timeline.get())[0])} · SchedScope`;
}

/** @param {Timeline | null} table @returns {[string, string]} */
function sentence(table) {
  const error = failure.get();
  if (error) return [t("The actions cannot be played"), error.message];
  if (!table && asking.get()) return [t("What do you want to do?"), t("Reading the cluster…")];
  if (!table) return [t("Day two"), t("Playing…")];
  const list = steps.get();
  const size = t("{nodes}, {workloads}", {
    nodes: tn("{n} node", "{n} nodes", table.nodes.length),
    workloads: tn("{n} workload", "{n} workloads", table.workloads.length),
  });
  if (isUnfinished(play.get()) && !asking.get()) return [t("Playing…"), size];
  if (!list.length) return [asking.get() ? t("What do you want to do?") : t("What happens next?"), size];
  const end = table.moments.length - 1;
  const chosen = workload.get();
  const counts = lanesAt(table, chosen?.workload ?? null, laneKey.get(), end);
  const ended = counts.length > 12 ? "" : countsText(counts, end);
  const what = stepWords(list[list.length - 1]);
  return [
    ended ? t("{what}. Final state: {counts}", { what, counts: ended }) : what,
    t("{size}, {actions}, {time} on the simulated clock, with the scheduler's own decisions.", {
      size,
      actions: tn("{n} action", "{n} actions", list.length),
      time: clock(table.seconds),
    }) + (table.complete ? "" : ` ${t("The play reached its limit: not all actions were played.")}`),
  ];
}

/** Reads nothing that changes while somebody types. */
const SeedField = () =>
  h(
    "label.dt-seed",
    h("span.soft", t("seed")),
    h("input.in", {
      type: "number",
      min: 1,
      max: 999_999,
      value: seed.get(),
      disabled: offline,
      onchange: ({ currentTarget: input }) =>
        input.reportValidity() && url.write({ seed: Number(input.value), at: null }, { push: true }),
    }),
  );
