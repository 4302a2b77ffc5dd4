// The header of every page of a run: Share, Export, Edit and what is behind More do the same everywhere.
// The walk, whose header has more to say, mounts its own.

import { $, $$ } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { showMenu } from "../lib/menu.js";
import { toast } from "../lib/toast.js";
import { fileEntries } from "./formats.js";
import { countFindings } from "./findings.js";
import { commonEntries, carryPod } from "./more.js";
import { mountPods } from "./pods.js";
import { editCopy, openShare } from "./share.js";
import { mountSheet } from "./sheet.js";

const header = $$(".run-top")[0];
if (header && $$("#share").length) mount(header);

/** @param {HTMLElement} element */
function mount({ dataset }) {
  const { title = "", scenario = "", snapshot = "", run = "" } = dataset;
  const edit = $("#to-edit", document, HTMLButtonElement);
  const exporting = $("#export");
  const more = $("#more");
  const openEditor = () =>
    scenario ? location.assign(`/w/${scenario}/#edit`) : void editCopy(snapshot, edit);
  /** @param {HTMLElement} button */
  const openFiles = (button) =>
    snapshot ? showMenu(button, fileEntries(snapshot)) : toast(t("Run the draft first, then export"));
  carryPod();
  mountSheet();
  for (const chooser of $$("#pod-of-run")) mountPods(chooser, run);
  if (snapshot) countFindings(snapshot);
  edit.addEventListener("click", openEditor);
  exporting.addEventListener("click", () => openFiles(exporting));
  $("#share").addEventListener("click", () =>
    openShare({
      kind: scenario ? "draft" : "snapshot",
      title,
      scenario: scenario || null,
      snapshot: snapshot || null,
    }),
  );
  more.addEventListener("click", () =>
    showMenu(more, [
      { label: edit.getAttribute("aria-label") ?? "", icon: "pencil", run: openEditor },
      { label: t("Export"), icon: "download", run: () => openFiles(more) },
      ...commonEntries(),
    ]),
  );
}
