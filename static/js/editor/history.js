// The runs of a draft: what each changed and when, how they ended, their pages, and comparisons of two.

import { h, replace } from "../lib/dom.js";
import { ago } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { get } from "../net/api.js";
import { runName } from "../parts/runName.js";

/** @import { PastRunOut, SnapshotOut } from "../types/api.js" */

/** @param {{id: string, restore: (source: string) => void}} draft */
export function openHistory({ id, restore }) {
  const body = h("div.dialog-b.scroll", h("p.soft", t("Reading…")));
  const dialog = h(
    "dialog.dialog.runs",
    { "aria-labelledby": "runs-h" },
    h(
      "div.dialog-h",
      h("h2", { id: "runs-h" }, t("Runs of this draft")),
      h("button.btn.bare.icon", { "aria-label": t("Close"), onclick: () => dialog.close() }, icon("x")),
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
        runs.length ? table(runs, restore, dialog) : h("p.soft", t("This draft has not been run yet.")),
      ),
    )
    .catch((error) => replace(body, h("p.soft", error.message)));
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
    "table.tbl",
    h(
      "thead",
      h(
        "tr",
        h("th", t("Run")),
        h("th", t("Outcome")),
        h("th", t("Version")),
        h("th", h("span.vh", t("Actions"))),
      ),
    ),
    h(
      "tbody",
      runs.map((run, index) =>
        h(
          "tr",
          h(
            "td",
            h("a.block", { href: `/x/${run.snapshot}/` }, runName(run.change, run.title)),
            h(
              "time.t12.mute",
              { datetime: run.at, title: new Date(run.at).toLocaleString() },
              ago(Date.now() - Date.parse(run.at)),
            ),
          ),
          h("td", outcome(run)),
          h(
            "td.mono",
            run.seed === null ? run.kubernetes_version : `${run.kubernetes_version}, seed ${run.seed}`,
          ),
          h(
            "td",
            h(
              "div.row",
              index > 0 &&
                h(
                  "a.btn.small",
                  { href: `/x/${run.snapshot}..${runs[0].snapshot}/` },
                  icon("diff"),
                  t("Compare with the latest"),
                ),
              h("button.btn.small", { onclick: () => back(run) }, icon("undo"), t("Restore this version")),
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
