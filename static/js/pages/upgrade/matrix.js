// Pods by version: a lane per pod, a bar per stay. Pods that never move are folded away, and so are large
// groups.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { redraw } from "../../lib/redraw.js";
import { arrows } from "./arrows.js";
import { changeList, checkedList } from "./changes.js";
import { heads, legend, totals } from "./columns.js";
import { askAgain, stop } from "./data.js";
import { rows } from "./lanes.js";
import { grouped } from "./shifts.js";
import { allPods, boot, failure, selection, unfolded, upgrade } from "./state.js";
import { versionList } from "./versionList.js";

/** @import { UpgradeMatrix, UpgradeProgress } from "../../types/engine.js" */
/** @import { Child } from "../../lib/dom.js" */
/** @import { Selection } from "./state.js" */

/** @param {HTMLElement} element */
export function mountMatrix(element) {
  effect(() => {
    const answer = upgrade.get();
    const error = failure.get();
    const selected = selection.get();
    const listed = unfolded.get();
    const all = allPods.get();
    const table = answer?.matrix;
    if (error) replace(element, blank(t("The versions were not compared"), error.message, againButton()));
    else if (!boot.snapshot.summary.pending) replace(element, nothingPending());
    else if (!table) replace(element, progress(answer?.progress ?? null));
    else redraw(element, tableOf(table, selected, listed, all));
  });
  element.addEventListener("keydown", arrows);
}

/** @param {string} title @param {string} text @param {Child} [act] */
const blank = (title, text, act) => h("section.blank", h("h2", title), h("p.soft", text), act);

const againButton = () => h("button.btn", { onclick: () => askAgain() }, t("Try again"));

const nothingPending = () =>
  blank(
    t("No pod is pending"),
    t(
      "Running pods stay where they are under every version. Add pending pods to see where each version " +
        "would place them.",
    ),
  );

/** @param {UpgradeProgress | null} now */
function progress(now) {
  const share = now ? now.done / now.total : 0;
  const what = !now
    ? t("Waiting for a worker")
    : now.explains
      ? t("Finding the causes of differences in {version}", { version: now.release })
      : t("Running the scenario under {version}", { version: now.release });
  return h(
    "section.blank.ug-wait",
    h("h2", what),
    h("progress", { max: 1, value: share, "aria-label": what }),
    now && h("p.mute", t("{done} of {total}", { done: now.done, total: now.total })),
    h("button.btn", { onclick: () => stop() }, t("Cancel")),
  );
}

/**
 * @param {UpgradeMatrix} table @param {Selection | null} selected
 * @param {ReadonlySet<string>} listed groups with many pods that are unfolded
 * @param {boolean} all
 */
function tableOf(table, selected, listed, all) {
  const groups = grouped(table.pods);
  const groupsListed = all ? groups : groups.filter((group) => group.moving.length);
  const columns = `var(--ug-name) repeat(${table.versions.length}, minmax(var(--ug-col), 1fr))`;
  return [
    h(
      "div.dk.ug-wide",
      legend(table),
      h(
        "div.ug-scroll.scroll",
        { tabindex: 0, role: "region", "aria-label": t("Pods by version") },
        h(
          "div.ug-grid",
          { style: { "--ug-columns": columns, "--ug-versions": table.versions.length } },
          heads(table, selected),
          totals(table, selected),
          groupsListed.map((group) => rows(table, group, selected, listed, all)),
        ),
      ),
    ),
    h("div.ph", versionList(table, selected)),
    changeList(table, selected),
    checkedList(table),
  ];
}
