// "Compare" on the workbench: this run with another one.

import { effect } from "../../../lib/atoms.js";
import { $ } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { later } from "../../../lib/later.js";
import { toast } from "../../../lib/toast.js";
import { boot, run, scenario } from "../core/state.js";
import { releaseOfRun, versionLabel } from "./version.js";

const openCompare = later(async () => (await import("../../compare/choose.js")).openCompare);

/** What the draft or the link was made from: a snapshot's id, or null. */
const forkedFrom = () => scenario.get()?.forked_from ?? boot.snapshot?.forked_from ?? null;

export function compareThis() {
  const currentRun = run.get();
  if (!currentRun) return toast(t("Run the draft first, then compare"));
  openCompare({
    snapshot: currentRun.snapshot,
    scenario: scenario.get()?.id ?? null,
    forkedFrom: forkedFrom() === currentRun.snapshot ? null : forkedFrom(),
    version: releaseOfRun.get(),
    offered: boot.versions.offered.map((value) => ({ value, label: versionLabel(value) })),
  });
}

export function mountCompare() {
  const button = $("#compare");
  button.addEventListener("click", compareThis);
  effect(() => (button.hidden = !run.get()));
  const from = $("#forked", document, HTMLAnchorElement);
  from.hidden = !forkedFrom();
  if (forkedFrom()) from.href = `/x/${forkedFrom()}/`;
}
