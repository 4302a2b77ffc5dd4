// Nothing selected: the answer of the step, its evidence, and what would help.

import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { memoizeLast } from "../../../lib/memoizeLast.js";
import { isViewed } from "../core/context.js";
import { page } from "../core/page.js";
import { scoresNow, weightOverrides } from "../core/trial.js";
import { factLink, named } from "../../../parts/factLink.js";
import { sec, title } from "../../../parts/reasons.js";
import { sumTable } from "../../../parts/sumTable.js";
import { explained } from "../../../parts/term.js";
import { storyOf } from "../stories/story.js";
import { whatHelps } from "./help.js";
import { moved, smallestUpsets, versus } from "./versus.js";

/** @import { Context } from "../../../plugins/descriptor.js" */
/** @import { Story } from "../../../model/story.js" */

/** The parts of the pane, or null while what they need is on its way. @param {Context} now */
function parts(now) {
  const story = storyOf(now, { fact: page.fact, scores: scoresNow });
  if (!story) return null;
  /** @type {Set<string>} */
  const words = new Set(); // of the glossary that have been explained
  return [answer(story, words), evidence(story, words), comparison(now), whatHelps(now), podLink(now)];
}

/** What a step does not change is not made anew. */
export const storyParts = memoizeLast(parts, ({ cycle, data, log, cluster, fold, pointer }) => [
  cycle,
  data,
  log,
  cluster,
  fold,
  pointer.point,
  pointer.plugin,
  weightOverrides.get(),
]);

/** @param {Story} story @param {Set<string>} words */
const answer = ({ heading, text = [] }, words) =>
  sec(
    h("p.why-t", explained(heading, words)),
    text.map((sentence) => h("p.story-p", explained(sentence, words))),
  );

/** @param {Story} story @param {Set<string>} words */
function evidence({ title: head, lines = [], figure }, words) {
  if (!lines.length && !figure) return null;
  const sum = lines.length ? [head ? title(head) : null, sumTable(lines, words)] : null;
  // Beside a picture that says it all, the numbers wait for a question.
  return sec(figure?.(), figure && sum ? h("details.about", h("summary", t("The arithmetic")), sum) : sum);
}

/** At Total, what separates the winner from the others. @param {Context} now */
function comparison(now) {
  if (now.pointer.point !== "Total" || !isViewed(now)) return null;
  const scores = scoresNow(now.data);
  return scores.runnerUp < 0 ? null : [versus(scores), moved(scores), smallestUpsets(scores)];
}

/** @param {Context} now */
function podLink({ pointer, cycle }) {
  if (pointer.point === "Run") return null;
  return sec(h("p.story-p", factLink(t("The pod's manifest"), named("pod", cycle.pod))));
}
