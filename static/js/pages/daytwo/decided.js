// The moments that decide how it ends.

import { h } from "../../lib/view.js";
import { t } from "../../lib/i18n.js";
import { memoizeLast } from "../../lib/memoizeLast.js";
import { beatAt, decisive } from "../../model/daytwo.js";
import { causeWords } from "./causes.js";
import { constraintOf, goTo, moment, newest, workload } from "./state.js";
import { BAD, momentWords } from "./words.js";
import { shownBeats, skews } from "./view.js";

/** @import { Timeline } from "../../types/engine.js" */
/** @import { Beat } from "../../model/daytwo.js" */

const MOST = 10;

/** @param {Timeline} table */
export function decisions(table) {
  const visibleBeats = shownBeats.get();
  const chosen = visibleBeats.length > 1 ? picked(table, visibleBeats) : [];
  if (!chosen.length) return null;
  const here = visibleBeats[beatAt(visibleBeats, moment.get())];
  const listed =
    chosen.includes(here) || !here ? chosen : [...chosen, here].sort((a, b) => a.first - b.first);
  return [
    h("div.h3", t("Where it is decided")),
    h(
      "ul.dt-list",
      listed.map((beat) =>
        h(
          "li",
          h(
            "button",
            { "aria-current": beat === here ? "step" : null, onclick: () => goTo(beat.last, { push: true }) },
            h("span.mono.mute", visibleBeats.indexOf(beat)),
            h("span", momentWords(beat.main), causeWords(beat.main) && `: ${causeWords(beat.main)}`),
          ),
        ),
      ),
    ),
  ];
}

const picked = memoizeLast(pick, (table, beats) => [table, beats, workload.get(), newest.get()]);

/** @param {Timeline} table @param {Beat[]} beats */
function pick(table, beats) {
  const chosen = workload.get();
  const constraint = constraintOf(chosen);
  const own = beats.filter(({ main }) => !main.workload || !chosen || main.workload === chosen.workload);
  const skewAt = (/** @type {number} */ at) => skews(table, chosen, at, newest.get());
  const spread = constraint
    ? decisive(
        own.length > 400 ? own.slice(-400) : own,
        (at) => skewAt(at).skewOfNewest ?? 0,
        (at) => skewAt(at).skew ?? 0,
        constraint.max_skew,
      )
    : [];
  return [...new Set([...spread.slice(-MOST), ...firstOfKind(own)])]
    .sort((a, b) => a.first - b.first)
    .slice(0, MOST);
}

/** The first of each kind of bad news in an action. @param {Beat[]} beats */
function firstOfKind(beats) {
  /** @type {Map<string, Beat>} */
  const first = new Map();
  for (const beat of beats) {
    const { kind, action } = beat.main;
    const name = `${action} ${kind}`;
    if (BAD.has(kind) && !first.has(name)) first.set(name, beat);
  }
  return first.values();
}
