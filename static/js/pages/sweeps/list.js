// The sweeps of the snapshot: how far each is, and what can be done with it.

import { h } from "../../lib/view.js";
import { integer } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { iconButton } from "../../lib/iconButton.js";
import { showMenu } from "../../lib/menu.js";
import { saveUrl } from "../../lib/save.js";
import { cancel } from "./data.js";
import { openForm } from "./form.js";
import { isUnfinished } from "../../net/question.js";
import { chosen, sweeps, url } from "./core/state.js";
import { progressWords } from "./core/words.js";
import { sweepName } from "./kinds/registry.js";

/** @import { SweepStateOut } from "../../types/api.js" */

/** @type {Record<SweepStateOut["status"], [name: string, kind: string]>} */
const GLYPHS = {
  queued: ["stack", "ic"],
  running: ["play", "ic g-sel"],
  finished: ["pass", "g g-pass"],
  failed: ["err", "g g-err"],
  cancelled: ["stop", "ic"],
};

/** @type {Record<SweepStateOut["status"], string>} */
const STATUSES = {
  queued: t("waiting"),
  running: t("running"),
  finished: t("done"),
  failed: t("failed"),
  cancelled: t("cancelled"),
};

export const list = () => [
  h("div.h3", h("h2", t("Sweeps")), h("span.mute.grow", t("partial results are shown at once")), newButton()),
  h("ul.sw-jobs", (sweeps.get() ?? []).map(row)),
];

export const newButton = (kind = "") =>
  h("button", { class: `btn ${kind}`, onclick: () => openForm() }, icon("plus"), t("New sweep"));

/** @param {SweepStateOut} sweep */
function row(sweep) {
  const { id, specification, status, error } = sweep;
  const name = sweepName(specification);
  const [glyph, kind] = GLYPHS[status];
  const isHere = chosen.get()?.id === id;
  return h(
    "li",
    { key: id, class: isHere ? "sw-job here" : "sw-job" },
    icon(glyph, kind),
    h("span.vh", STATUSES[status]),
    h(
      "button.sw-link.strong.cut",
      {
        title: name,
        "aria-current": isHere ? "true" : null,
        onclick: () => show(id),
      },
      name,
    ),
    bar(sweep, name),
    h("span.sw-far.num", progressWords(sweep)),
    actions(sweep, name),
    status === "failed" && h("p.sw-why.note", error),
  );
}

/** @param {string} id */
const show = (id) =>
  url.write(
    { sweep: id, picture: null, by: null, cell: null, of: null, zone: null, at: null },
    { push: true },
  );

/** @param {SweepStateOut} sweep @param {string} name */
function bar({ evaluated, points, status }, name) {
  const share = points ? evaluated / points : 0;
  return h(
    "span",
    {
      class: status === "running" ? "sw-bar on" : "sw-bar",
      role: "progressbar",
      "aria-label": t("Progress of {name}", { name }),
      "aria-valuemin": 0,
      "aria-valuemax": points,
      "aria-valuenow": evaluated,
      "aria-valuetext": `${integer(evaluated)} / ${integer(points)}`,
    },
    h("i", { style: { width: `${100 * share}%` } }),
  );
}

/** @param {SweepStateOut} sweep @param {string} name */
function actions(sweep, name) {
  if (isUnfinished(sweep)) return iconButton("stop", t("Cancel {name}", { name }), () => cancel(sweep));
  const entries = [
    { label: t("Save as CSV"), icon: "download", run: () => saveUrl("sweep.csv", csvOf(sweep.id)) },
    { label: t("Change and run again"), icon: "pencil", run: () => openForm(sweep.specification) },
  ];
  return h(
    "button.btn.bare.icon",
    {
      "aria-haspopup": "menu",
      "aria-label": t("More for {name}", { name }),
      onclick: ({ currentTarget }) => showMenu(currentTarget, entries),
    },
    icon("more"),
  );
}

/** @param {string} id */
export const csvOf = (id) => `/api/sweeps/${id}.csv`;
