// The verdict after an action: is it spread as before, was enough available, does it come to its end.

import { h } from "../../lib/dom.js";
import { labelled } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { deschedulerRow } from "./descheduler.js";
import { availabilityFinding, progressFinding, skewFinding } from "./findings.js";
import { goTo, play, timeline, workload, zoomed } from "./state.js";
import { actionWords, nameOf } from "./words.js";

/** @import { ActionVerdict, Timeline } from "../../types/engine.js" */
/** @import { Finding } from "./findings.js" */

const MOST = 6;

/** @param {Timeline} table */
export function verdicts(table) {
  const verdict = shownVerdict(table);
  const listed = verdict ? findings(table, verdict) : [];
  if (!verdict || !listed.length) return null;
  const descheduling = play.get()?.descheduling;
  return [
    h("div.h3", t("Verdict"), h("span.mute", actionWords(table.actions[verdict.action]))),
    listed.slice(0, MOST).map((finding) => row(table, finding)),
    listed.length > MOST &&
      h(
        "details.dt-more",
        h("summary", t("{n} more", { n: listed.length - MOST })),
        listed.slice(MOST).map((finding) => row(table, finding)),
      ),
    descheduling && deschedulerRow(table, descheduling, verdict.action),
  ];
}

/** Each verdict once, in a word, with whom it is about, for the head. */
export function chips() {
  const table = timeline.get();
  const verdict = table && shownVerdict(table);
  if (!table || !verdict) return null;
  const byWord = Map.groupBy(findings(table, verdict), ({ chip }) => chip);
  return [...byWord].map(([chip, all]) => {
    const named = [...new Set(all.map(({ of }) => of))];
    return h(
      "span",
      { class: `chip ${all[0].good ? "pass" : "reject"}` },
      glyphOf(all[0].good),
      named.length > 1
        ? labelled(chip, tn("{n} workload", "{n} workloads", named.length))
        : labelled(nameIn(table, named[0]), chip),
    );
  });
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
  const action = table.actions[verdict.action];
  const all = [
    ...verdict.skew.map((skew) => skewFinding(table, skew)),
    ...verdict.availability.map(availabilityFinding),
    ...verdict.progress.map((progress) => progressFinding(action, progress)),
  ];
  const own = all.filter(({ of }) => of === name);
  return [...own, ...all.filter(({ of, good }) => of !== name && (name === null || !good))];
}

/**
 * A workload or budget in short: its name, with its namespace where two have that name.
 * @param {Timeline} table @param {string} of
 */
function nameIn({ workloads }, of) {
  const alike = workloads.filter(({ workload: other }) => nameOf(other) === nameOf(of));
  const [kind, key] = of.split(" ");
  if (kind === "PodDisruptionBudget") return `${kind} ${nameOf(key)}`;
  return alike.length > 1 ? key : nameOf(of);
}

/** @param {boolean} good */
const glyphOf = (good) => icon(good ? "pass" : "rej", good ? "g g-pass" : "g g-rej");

/** @param {Timeline} table @param {Finding} finding */
const row = (table, { good, of, title, text, raw, moment }) =>
  h(
    "div.dt-ver",
    glyphOf(good),
    h(
      "div",
      h("b", { title: of }, labelled(nameIn(table, of), title)),
      text && h("p.soft", text),
      raw && h("details", h("summary", t("The scheduler's message")), h("p.msg.mono", raw)),
      moment !== null &&
        h("button.dt-link", { onclick: () => goTo(moment, { push: true }) }, t("Show the worst moment")),
    ),
  );
