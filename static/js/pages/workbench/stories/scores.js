// Score and Normalize: what each plugin answered on its own scale, and how that becomes 0 to 100.

import { decimal, integer, labelled } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { scoresOf } from "../../../model/scores.js";
import { pluginOf, shortName } from "../../../plugins/registry.js";

/** @import { Range, Scores } from "../../../model/scores.js" */
/** @import { Story, StoryLine } from "../../../model/story.js" */
/** @import { Viewed } from "../../../plugins/descriptor.js" */

// ---- Score ----

/** @param {Viewed} now @returns {Story} */
export function scoreStory({ data, pointer: { plugin } }) {
  const scores = scoresOf(data);
  if (plugin) return scores.plugins.includes(plugin) ? rawOf(scores, plugin) : silent(plugin);
  const faults = scores.plugins.filter((name) => pluginOf(name).score?.lower).length;
  return {
    heading:
      scores.plugins.length > 1
        ? t("{n} scores on different scales (not yet normalized)", { n: scores.plugins.length })
        : tn("{n} plugin scores", "{n} plugins score", scores.plugins.length),
    text: [
      tn(
        "Each plugin rates the {n} node on its own scale.",
        "Each plugin rates the {n} nodes on its own scale.",
        scores.nodes.length,
      ),
      ...(faults
        ? [tn("{n} counts faults, so less is better.", "{n} count faults, so less is better.", faults)]
        : []),
    ],
    lines: scores.plugins.map((name) => rawLine(scores, name)),
  };
}

/** @param {string} plugin @returns {Story} */
const silent = (plugin) => ({ heading: t("{plugin} scored no node", { plugin }) });

/** @param {Scores} scores @param {string} plugin @returns {StoryLine} */
function rawLine(scores, plugin) {
  const { min, max } = scores.range(plugin);
  const better = pluginOf(plugin).score?.lower ? t("fewer is better") : t("more is better");
  return {
    label: labelled(shortName(plugin), min === max ? t("all the same") : better),
    value: min === max ? decimal(min) : t("{min} to {max}", { min: decimal(min), max: decimal(max) }),
  };
}

/** @param {Scores} scores @param {string} plugin @returns {Story} */
function rawOf(scores, plugin) {
  const { min, max } = scores.range(plugin);
  const { lower = false, unit = "" } = pluginOf(plugin).score ?? {};
  const best = lower ? min : max;
  const ahead = scores.nodes.filter((node) => scores.raw(plugin, node) === best);
  return {
    heading: min === max ? allEqual(scores.nodes.length, min) : leading(scores, ahead, best, lower),
    text: [t("Raw score: {unit}.", { unit }), lower ? t("Less is better.") : t("More is better.")],
    lines:
      min === max
        ? []
        : [
            { label: t("lowest"), value: decimal(min) },
            { label: t("highest"), value: decimal(max) },
            { label: t("nodes with the best"), value: integer(ahead.length) },
          ],
  };
}

/** @param {number} nodes @param {number} value */
const allEqual = (nodes, value) =>
  tn("The one node gets {value}", "All {n} nodes get {value}: no difference", nodes, {
    value: decimal(value),
  });

/** @param {Scores} scores @param {number[]} ahead @param {number} best @param {boolean} lower */
function leading(scores, ahead, best, lower) {
  const value = decimal(best);
  if (ahead.length > 1)
    return lower
      ? t("{n} nodes have the lowest, {value}", { n: integer(ahead.length), value })
      : t("{n} nodes have the highest, {value}", { n: integer(ahead.length), value });
  const node = scores.name(ahead[0]);
  return lower
    ? t("{node} has the lowest, {value}", { node, value })
    : t("{node} has the highest, {value}", { node, value });
}

// ---- Normalize ----

/** @param {Viewed} now @returns {Story} */
export function normalizeStory({ data, pointer: { plugin } }) {
  const scores = scoresOf(data);
  if (plugin) return scores.plugins.includes(plugin) ? normalizedOf(scores, plugin) : silent(plugin);
  return {
    heading: turns(scores),
    text: [t("From here on, more is better everywhere, and 100 is the most a plugin can give.")],
    lines: scores.plugins.map((name) => ({
      label: labelled(shortName(name), MANNERS[mannerOf(name)]),
      value: change(scores, name),
    })),
  };
}

/** @typedef {"turned" | "stretched" | "kept"} Manner */

/** @type {Record<Manner, string>} */
const MANNERS = { turned: t("reversed"), stretched: t("stretched"), kept: t("as it is") };

/** How a plugin's raw scores become 0 to 100. @param {string} plugin @returns {Manner} */
function mannerOf(plugin) {
  const { score } = pluginOf(plugin);
  if (!score?.normalize) return "kept";
  return score.lower ? "turned" : "stretched";
}

/** @param {Scores} scores */
function turns(scores) {
  /** @param {Manner} manner */
  const those = (manner) => scores.plugins.filter((plugin) => mannerOf(plugin) === manner).map(shortName);
  const [turned, stretched] = [those("turned"), those("stretched")];
  const parts = [
    turned.length &&
      t("For {plugins} less is better, so the scale is reversed", { plugins: turned.join(t(" and ")) }),
    stretched.length &&
      tn("{plugins} is stretched", "{plugins} are stretched", stretched.length, {
        plugins: stretched.join(t(" and ")),
      }),
  ].filter(Boolean);
  return parts.join(", ") || t("Every score stays as it is");
}

/** @param {Scores} scores @param {string} plugin */
function change(scores, plugin) {
  const [from, to] = [scores.range(plugin), scores.normalizedRange(plugin)];
  if (mannerOf(plugin) === "kept") return span(to);
  const ends = mannerOf(plugin) === "turned" ? [to.max, to.min] : [to.min, to.max];
  if (from.min === from.max) return `${decimal(from.min)} → ${decimal(to.min)}`;
  return `${decimal(from.min)} → ${decimal(ends[0])}, ${decimal(from.max)} → ${decimal(ends[1])}`;
}

/** @param {Range} range */
const span = ({ min, max }) =>
  min === max ? decimal(min) : t("{min} to {max}", { min: decimal(min), max: decimal(max) });

/** @param {Scores} scores @param {string} plugin @returns {Story} */
function normalizedOf(scores, plugin) {
  const [from, to] = [scores.range(plugin), scores.normalizedRange(plugin)];
  const { normalize } = pluginOf(plugin).score ?? {};
  return {
    heading: headingOf(plugin, from, to),
    text: normalize
      ? [t("Formula: {formula}.", { formula: normalize.formula }), t("Integers only: decimals are dropped.")]
      : [t("It already scores 0–100.")],
    lines: normalize && from.min !== from.max ? endLines(scores, plugin) : [],
  };
}

/** @param {string} plugin @param {Range} from @param {Range} to */
function headingOf(plugin, from, to) {
  const manner = mannerOf(plugin);
  if (manner === "kept") return t("{plugin} needs no change", { plugin: shortName(plugin) });
  if (from.min === from.max)
    return t("Every node gets {value}: all had the same score", { value: decimal(to.min) });
  const [low, high] = manner === "turned" ? [to.max, to.min] : [to.min, to.max];
  return t("{a} becomes {b}, and {c} becomes {d}", {
    a: decimal(from.min),
    b: decimal(low),
    c: decimal(from.max),
    d: decimal(high),
  });
}

/** @param {Scores} scores @param {string} plugin @returns {StoryLine[]} */
function endLines(scores, plugin) {
  const range = scores.range(plugin);
  const { normalize } = pluginOf(plugin).score ?? {};
  return [range.min, range.max].map((raw) => {
    const place = scores.nodes.find((node) => scores.raw(plugin, node) === raw) ?? -1;
    return {
      label: normalize?.divides(range)
        ? normalize.applied(range, raw)
        : t("raw {raw}", { raw: decimal(raw) }),
      value: decimal(scores.normalized(plugin, place)),
    };
  });
}
