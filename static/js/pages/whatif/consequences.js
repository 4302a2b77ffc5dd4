// What a repair does besides its purpose, in a few words: how many it places, whom it moves, what to know
// before.

import { h } from "../../lib/view.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { sentenceOf } from "./phrases.js";

/** @import { Repair, RunEffects } from "../../types/engine.js" */

/**
 * "places 1 of 4" of the pod's workload; "" where it is alone, or where the run was not made.
 * @param {Repair} repair
 */
export const coverageOf = ({ run }) =>
  run && (run.waiting ?? 0) > 1
    ? t("places {n} of {all}", { n: integer(run.gained ?? 0), all: integer(run.waiting ?? 0) })
    : "";

/** How many others lose their place or get another; "" if none or not known. @param {Repair} repair */
export function displacedText({ run }) {
  const stranded = run?.stranded ?? 0;
  const moved = run ? displacedBy(run) - stranded : 0;
  return [
    stranded && tn("{n} other pod loses its place", "{n} other pods lose their place", stranded),
    moved && tn("{n} other pod ends elsewhere", "{n} other pods end elsewhere", moved),
  ]
    .filter(Boolean)
    .join(", ");
}

/** Answers of former versions count those that are placed too. @param {RunEffects} run */
const displacedBy = (run) => run.displaced ?? run.moved_count;

/**
 * Its effects, a line each.
 * @param {Repair} repair @param {boolean} isCase whether what is expected is the case's own story, not a test
 */
export function consequences(repair, isCase) {
  const { run } = repair;
  if (!run) return h("span.mute", t("not computed"));
  const [moved, broken] = [displacedText(repair), run.broken.length];
  const placed = run.moved_count - displacedBy(run);
  /** @type {[icon: string, text: string][]} */
  const lines = [];
  if (broken && !isCase) lines.push(["rej", tn("breaks {n} expectation", "breaks {n} expectations", broken)]);
  if (moved) lines.push(["warn", moved]);
  if (placed > 0) lines.push(["pass", tn("also places {n} other pod", "also places {n} other pods", placed)]);
  if (!moved && !placed && !lines.length) lines.push(["pass", t("moves no other pod")]);
  return [
    lines.map(([name, text]) => h("span.rp-eff", icon(name, `g g-${name}`), text)),
    broken > 0 && isCase && h("span.rp-eff.soft", icon("info"), t("changes what the case shows")),
  ];
}

/** What to know before it is made. @param {Repair} repair */
export const notesOf = ({ atoms }) => [
  ...new Set(atoms.flatMap(({ notes }) => notes ?? []).map((note) => sentenceOf(note))),
];
