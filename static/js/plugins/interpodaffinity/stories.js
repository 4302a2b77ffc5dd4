// What InterPodAffinity answers at its steps: where pods attract or repel this one.

import { integer, labelled, signed } from "../../lib/format.js";
import { ended, t, tn } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { podOf } from "../../model/story.js";
import { named } from "../../parts/factLink.js";

/** @import { PairCount } from "../../types/engine.js" */
/** @import { Judged, Story, StoryLine } from "../../model/story.js" */
/** @import { Viewed } from "../descriptor.js" */

const LISTED = 6;

// ---- PreFilter ----

/** @param {Viewed} now @returns {Story} */
export function atPreFilter({ data, cycle }) {
  const { affinity } = data;
  const name = { pod: podOf(cycle) };
  /** @type {[kind: string, pairs: PairCount[], text: string][]} */
  const tables = [
    ["required", affinity?.affinity_counts ?? [], t("{pod} must run near these", name)],
    ["anti", affinity?.anti_affinity_counts ?? [], t("{pod} avoids these", name)],
    ["existing", affinity?.existing_anti_affinity_counts ?? [], t("These avoid {pod}", name)],
  ];
  const domains = new Set(tables.flatMap(([, pairs]) => pairs.map(({ key, value }) => `${key}=${value}`)));
  return {
    heading: domains.size
      ? tn(
          "In {n} domain, running pods matter for {pod}",
          "In {n} domains, running pods matter for {pod}",
          domains.size,
          name,
        )
      : t("No running pod matters for {pod}", name),
    lines: tables.flatMap(([kind, pairs, of]) => linesOf(kind, pairs, of)),
  };
}

/**
 * @param {string} kind of the fact `pair` @param {PairCount[]} pairs @param {string} of
 * @returns {StoryLine[]}
 */
const linesOf = (kind, pairs, of) =>
  pairs.slice(0, LISTED).map(({ key, value, count }) => ({
    label: labelled(of, `${shortKey(key)} ${value}`),
    value: integer(count),
    why: named("pair", kind, key, value),
  }));

// ---- Filter ----

/**
 * Why nodes are rejected, by the scheduler's own words.
 * @type {[reason: string, sentence: (n: number, name: {pod: string}) => string][]}
 */
const REASONS = [
  [
    "node(s) didn't match pod affinity rules",
    (n, name) =>
      tn(
        "{n} node has no pod nearby that {pod} requires",
        "{n} nodes have no pod nearby that {pod} requires",
        n,
        name,
      ),
  ],
  [
    "node(s) didn't match pod anti-affinity rules",
    (n, name) =>
      tn("{n} node is near a pod that {pod} avoids", "{n} nodes are near a pod that {pod} avoids", n, name),
  ],
  [
    "node(s) didn't satisfy existing pods anti-affinity rules",
    (n, name) =>
      tn("{n} node is near a pod that avoids {pod}", "{n} nodes are near a pod that avoids {pod}", n, name),
  ],
];

/** @param {Viewed} now @param {Judged} judged @returns {Partial<Story>} */
export function atFilter({ cycle }, { rejected, byReason }) {
  const name = { pod: podOf(cycle) };
  if (!rejected.length) return { heading: t("No nearby pod keeps {pod} away", name) };
  const reasons = REASONS.flatMap(([reason, sentence]) => {
    const nodes = byReason.get(reason)?.length;
    return nodes ? [sentence(nodes, name)] : [];
  });
  if (reasons.length === 1) return { heading: reasons[0] };
  return {
    heading: tn(
      "{n} node is ruled out by nearby pods",
      "{n} nodes are ruled out by nearby pods",
      rejected.length,
    ),
    text: reasons.map(ended),
  };
}

// ---- PreScore ----

/** @param {Viewed} now @returns {Story} */
export function atPreScore({ data, cycle }) {
  const scores = (data.affinity?.scores ?? []).filter(({ score }) => score);
  if (!scores.length) return { heading: t("No domain attracts or repels {pod}", { pod: podOf(cycle) }) };
  const sorted = scores.toSorted((a, b) => b.score - a.score);
  const [most, least] = [sorted[0].score, sorted[sorted.length - 1].score];
  return {
    heading:
      most === least
        ? tn("{n} domain gives {points}", "{n} domains give {points} each", scores.length, {
            points: signed(most),
          })
        : t("Domains give {least} to {most}", { least: signed(least), most: signed(most) }),
    text: [t("Each pod that a term matches adds the term's weight; anti-affinity subtracts it.")],
    lines: sorted.slice(0, LISTED).map(({ key, value, score }) => ({
      label: `${shortKey(key)} ${value}`,
      value: signed(score),
    })),
  };
}
