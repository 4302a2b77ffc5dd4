// The verdict after an action: is it spread as before, was enough available, does it come to its end.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { availabilityFinding, progressFinding, skewFinding } from "./findings.js";
import { lensRows } from "./lenses.js";
import { goTo, play, timeline, workload, zoomed } from "./state.js";
import { actionWords } from "./words.js";

/** @import { ActionVerdict, Timeline } from "../../types/engine.js" */
/** @import { Finding } from "./findings.js" */

const MOST = 12;

/** @param {Timeline} table */
export function verdicts(table) {
  const verdict = shownVerdict(table);
  const listed = verdict ? findings(table, verdict) : [];
  if (!verdict || !listed.length) return null;
  const lenses = play.get()?.lenses;
  return [
    h("div.h3", t("Verdict"), h("span.mute", actionWords(table.actions[verdict.action]))),
    listed.map(row),
    lenses && lensRows(table, lenses, verdict.action),
  ];
}

/** Each verdict once, in a word, for the head. */
export function chips() {
  const table = timeline.get();
  const verdict = table && shownVerdict(table);
  if (!table || !verdict) return null;
  const byWord = new Map(findings(table, verdict).map((finding) => [finding.chip, finding]));
  return [...byWord.values()].map(({ good, chip }) =>
    h("span", { class: `chip ${good ? "pass" : "reject"}` }, glyphOf(good), chip),
  );
}

/** Of the action that is shown alone, else of the last one. @param {Timeline} table */
function shownVerdict(table) {
  const number = zoomed.get() ?? table.actions.length - 1;
  return play.get()?.verdicts?.find(({ action }) => action === number) ?? null;
}

/**
 * Those of the workload that is shown, and the bad ones of others.
 * @param {Timeline} table @param {ActionVerdict} verdict @returns {Finding[]}
 */
function findings(table, verdict) {
  const name = workload.get()?.workload ?? null;
  const all = [
    ...verdict.skew.map((skew) => ({ of: skew.workload, finding: skewFinding(table, skew) })),
    ...verdict.availability.map((availability) => ({
      of: availability.workload,
      finding: availabilityFinding(availability),
    })),
    ...verdict.progress.map((progress) => ({ of: progress.workload, finding: progressFinding(progress) })),
  ];
  return all
    .filter(({ of, finding }) => of === name || name === null || !finding.good)
    .slice(0, MOST)
    .map(({ of, finding }) => (of === name ? finding : { ...finding, note: `${of} ${finding.note}` }));
}

/** @param {boolean} good */
const glyphOf = (good) => icon(good ? "pass" : "rej", good ? "g g-pass" : "g g-rej");

/** @param {Finding} finding */
const row = ({ good, title, note, text, moment }) =>
  h(
    "div.dt-ver",
    glyphOf(good),
    h(
      "div",
      h("b", title),
      " ",
      h("span.mute", note),
      h("p.soft", text),
      moment !== null &&
        h("button.dt-link", { onclick: () => goTo(moment, { push: true }) }, t("Show the worst moment")),
    ),
  );
