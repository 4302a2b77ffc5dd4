// "Compare" on the workbench: this run with another one, at the pod that is shown.

import { effect } from "../../lib/atoms.js";
import { $ } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { toast } from "../../lib/toast.js";
import { openCompare } from "../../compare/choose.js";
import { boot, pointer, log, run, scenario } from "../core/state.js";

/** What the draft or the link was made from: a snapshot's id, or null. */
export const forkedFrom = () => scenario.get()?.forked_from ?? boot.snapshot?.forked_from ?? null;

export function compareThis() {
  const shown = run.get();
  if (!shown) return toast(t("There is nothing to compare before the first run"));
  const at = pointer.get();
  openCompare({
    snapshot: shown.snapshot,
    scenario: scenario.get()?.id ?? null,
    forkedFrom: forkedFrom() === shown.snapshot ? null : forkedFrom(),
    version: shown.kubernetes_version ?? "",
    offered: boot.versions.offered,
    place: at ? { pod: log.get().cycles[at.cycle].pod } : {},
  });
}

export function mountCompare() {
  const button = $("#compare");
  button.addEventListener("click", compareThis);
  effect([run], (shown) => (button.hidden = !shown));
  const from = $("#forked", document, HTMLAnchorElement);
  from.hidden = !forkedFrom();
  if (forkedFrom()) from.href = `/x/${forkedFrom()}/`;
}
