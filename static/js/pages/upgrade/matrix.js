// Pods by version: a lane per pod, a bar per stay. Pods that never move are folded away, and so are large
// groups.

import { h } from "../../lib/view.js";
import { t } from "../../lib/i18n.js";
import { changeList, checkedList } from "./changes.js";
import { heads, legend, totals } from "./columns.js";
import { rows } from "./lanes.js";
import { grouped } from "./shifts.js";
import { allPods, boot, compareVersions, failure, selection, stop, unfolded, upgrade } from "./state.js";
import { versionList } from "./versionList.js";

/** @import { UpgradeMatrix, UpgradeProgress } from "../../types/engine.js" */
/** @import { Child } from "../../lib/view.js" */
/** @import { Selection } from "./state.js" */

export function Matrix() {
  const answer = upgrade.get();
  const why = answer?.status === "cancelled" ? t("It was stopped.") : failure.get()?.message;
  if (why !== undefined) return blank(t("The versions were not compared"), why, againButton());
  if (!boot.snapshot.summary.pending) return nothingPending();
  if (!answer?.matrix) return progress(answer?.progress ?? null);
  return tableOf(answer.matrix, selection.get(), unfolded.get(), allPods.get());
}

/** @param {string} title @param {string} text @param {Child} [act] */
const blank = (title, text, act) =>
  h("section.blank", { key: "blank" }, h("h2", title), h("p.soft", text), act);

const againButton = () => h("button.btn", { onclick: compareVersions }, t("Try again"));

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
    { key: "wait" }, // not the list of changes, which takes its place
    h("h2", what),
    h("progress", { max: 1, value: share, "aria-label": what }),
    now && h("p.mute", t("{done} of {total}", { done: now.done, total: now.total })),
    h("button.btn", { onclick: stop }, t("Cancel")),
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
