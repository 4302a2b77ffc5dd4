// The runs of a draft: what each changed and when, how they ended, their pages, and comparisons of two.

import { h, replace } from "../lib/dom.js";
import { ago } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { get } from "../net/api.js";
import { runName } from "../parts/runName.js";

/** @import { PastRunOut, SnapshotOut } from "../types/api.js" */

/**
 * @param {{id: string, restore: (source: string) => void}} draft
 */
export function openHistory({ id, restore }) {
  const body = h("div", { class: "dialog-b scroll" }, h("p", { class: "soft" }, t("Reading…")));
  const dialog = h(
    "dialog",
    { class: "dialog runs", "aria-labelledby": "runs-h" },
    h(
      "div",
      { class: "dialog-h" },
      h("h2", { id: "runs-h" }, t("Runs of this draft")),
      h(
        "button",
        { class: "btn bare icon", type: "button", "aria-label": t("Close"), onclick: () => dialog.close() },
        icon("x"),
      ),
    ),
    body,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  get(`/scenarios/${id}/runs`)
    .then((/** @type {PastRunOut[]} */ runs) =>
      replace(
        body,
        runs.length
          ? table(runs, restore, dialog)
          : h("p", { class: "soft" }, t("This draft has not run yet.")),
      ),
    )
    .catch((error) => replace(body, h("p", { class: "soft" }, error.message)));
}

/** @param {PastRunOut[]} runs @param {(source: string) => void} restore @param {HTMLDialogElement} dialog */
function table(runs, restore, dialog) {
  /** @param {PastRunOut} run */
  const back = async (run) => {
    /** @type {SnapshotOut} */
    const { source } = await get(`/snapshots/${run.snapshot}`);
    dialog.close();
    restore(source);
  };
  return h(
    "table",
    { class: "tbl" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", null, t("Run")),
        h("th", null, t("Outcome")),
        h("th", null, t("Version")),
        h("th", null, h("span", { class: "vh" }, t("What can be done"))),
      ),
    ),
    h(
      "tbody",
      null,
      runs.map((run, index) =>
        h(
          "tr",
          null,
          h(
            "td",
            null,
            h("a", { class: "block", href: `/x/${run.snapshot}/` }, runName(run.change, run.title)),
            h(
              "time",
              { class: "t12 mute", datetime: run.at, title: new Date(run.at).toLocaleString() },
              ago(Date.now() - Date.parse(run.at)),
            ),
          ),
          h("td", null, outcome(run)),
          h(
            "td",
            { class: "mono" },
            run.seed === null ? run.kubernetes_version : `${run.kubernetes_version}, seed ${run.seed}`,
          ),
          h(
            "td",
            null,
            h(
              "div",
              { class: "row" },
              index > 0 &&
                h(
                  "a",
                  { class: "btn small", href: `/x/${run.snapshot}..${runs[0].snapshot}/` },
                  icon("diff"),
                  t("Compare with the last"),
                ),
              h(
                "button",
                { class: "btn small", type: "button", onclick: () => back(run) },
                icon("undo"),
                t("Restore its text"),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

const WORDS = { queued: t("queued"), running: t("running"), failed: t("failed"), cancelled: t("cancelled") };

/** @param {PastRunOut} run */
function outcome({ status, placed, pending }) {
  if (status === "finished") return t("{placed} placed, {pending} pending", { placed, pending });
  return WORDS[status];
}
