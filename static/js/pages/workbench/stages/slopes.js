// How raw becomes 0–100, and that points: a line from each raw score to what becomes of it, for the plugins
// that stretch their scores or reverse them; the others in a sentence.

import { h, svg } from "../../../lib/dom.js";
import { decimal, signed } from "../../../lib/format.js";
import { rich, t } from "../../../lib/i18n.js";
import { pairsOf, slopeOf } from "../../../model/scoreRows.js";
import { heading, section } from "../../../parts/panels.js";
import { shortName } from "../../../plugins/registry.js";
import { formulaOf } from "./scorecolumns.js";

/** @import { Scores } from "../../../model/scores.js" */
/** @import { Slope } from "../../../model/scoreRows.js" */

const SIZE = { width: 204, height: 122, left: 44, middle: 98, right: 166, top: 20, bottom: 98 };

/** @type {Record<Slope, string>} */
const WORDS = {
  kept: t("used as it is"),
  turned: t("reversed"),
  stretched: t("stretched"),
  equal: t("no influence"),
};

/**
 * The slopes of all plugins that have one.
 * @param {Scores} scores @param {number} node whose lines are marked, −1: none
 */
export function slopes(scores, node) {
  const drawn = scores.plugins.filter((plugin) => isDrawn(scores, plugin));
  const unchanged = scores.plugins.filter((plugin) => slopeOf(scores, plugin) === "kept");
  if (!drawn.length && !unchanged.length) return null;
  return section(
    node >= 0 && drawn.length ? h("p.mute", t("{node} in gold", { node: scores.name(node) })) : null,
    drawn.length
      ? h(
          "div.slopes",
          drawn.map((plugin) => slope(scores, plugin, node)),
        )
      : null,
    unchanged.length ? h("p.soft", keptWords(scores, unchanged)) : null,
  );
}

/** The slope of the chosen plugin with its formula; where there is none to draw, a sentence. */
export const chosenSlope = (
  /** @type {Scores} */ scores,
  /** @type {string} */ plugin,
  /** @type {number} */ node,
) =>
  section(
    heading(plugin, WORDS[slopeOf(scores, plugin)]),
    isDrawn(scores, plugin)
      ? h(
          "div.slopes.chosen",
          slope(scores, plugin, node),
          h("p.soft", rangeWords(scores, plugin), h("code.block", formulaOf(plugin))),
        )
      : h("p.soft", notDrawn(scores, plugin)),
  );

/** @param {Scores} scores @param {string} plugin */
const isDrawn = (scores, plugin) => ["turned", "stretched"].includes(slopeOf(scores, plugin));

/** @param {Scores} scores @param {string} plugin */
function rangeWords(scores, plugin) {
  const [raw, result] = [scores.range(plugin), scores.normalizedRange(plugin)];
  return t("{min} to {max} becomes {low} to {high}:", {
    min: decimal(raw.min),
    max: decimal(raw.max),
    low: decimal(result.min),
    high: decimal(result.max),
  });
}

/** @param {Scores} scores @param {string} plugin */
function notDrawn(scores, plugin) {
  const [raw, result] = [scores.range(plugin), scores.normalizedRange(plugin)];
  if (slopeOf(scores, plugin) === "kept")
    return t("The raw scores, {min} to {max}, are used as they are.", {
      min: decimal(raw.min),
      max: decimal(raw.max),
    });
  if (raw.min === raw.max)
    return t(
      "All nodes have the raw score {raw}, and {score} after Normalize: the plugin decides nothing here.",
      {
        raw: decimal(raw.max),
        score: decimal(result.max),
      },
    );
  return t("All raw scores, {min} to {max}, become {score}: the plugin decides nothing here.", {
    min: decimal(raw.min),
    max: decimal(raw.max),
    score: decimal(result.max),
  });
}

/** @param {Scores} scores @param {string[]} plugins */
const keptWords = (scores, plugins) =>
  rich(t("Used as they are: {plugins}."), {
    plugins: plugins.flatMap((plugin, i) => {
      const { min, max } = scores.range(plugin);
      return [
        i ? ", " : "",
        h("b", shortName(plugin)),
        " ",
        t("{min} to {max}", { min: decimal(min), max: decimal(max) }),
      ];
    }),
  });

/**
 * Three axes: the raw scores, 0–100, and the points, on the scale of the plugin that weighs most.
 * @param {Scores} scores @param {string} plugin @param {number} node whose line is marked
 */
function slope(scores, plugin, node) {
  const pairs = pairsOf(scores, plugin, node);
  const { min, max } = scores.range(plugin);
  const weight = scores.weight(plugin);
  const most = Math.max(100, ...scores.plugins.map((other) => 100 * scores.weight(other)));
  const y = (/** @type {number} */ share) => SIZE.bottom - share * (SIZE.bottom - SIZE.top);
  const marked = node >= 0 ? scores.raw(plugin, node) : NaN;
  return h(
    "figure.slope",
    { dataset: { col: plugin } },
    h(
      "figcaption",
      h("b", { title: plugin }, shortName(plugin)),
      " ",
      h("span.mute", WORDS[slopeOf(scores, plugin)]),
    ),
    svg(
      "svg",
      {
        width: SIZE.width,
        height: SIZE.height,
        viewBox: `0 0 ${SIZE.width} ${SIZE.height}`,
        role: "img",
        "aria-label": t("{plugin}: {pairs}", {
          plugin,
          pairs: pairs
            .map(({ raw, normalized }) =>
              t("{raw} becomes {score}, times {weight} is {points}", {
                raw: decimal(raw),
                score: decimal(normalized),
                weight,
                points: decimal(normalized * weight),
              }),
            )
            .join(", "),
        }),
      },
      [SIZE.left, SIZE.middle, SIZE.right].map((x) =>
        svg("line.ax", { x1: x, x2: x, y1: SIZE.top - 4, y2: SIZE.bottom + 4 }),
      ),
      ordered(pairs, marked).map(({ raw, normalized, isMarked }) => {
        const [from, to, points] = [
          y((raw - min) / (max - min)),
          y(normalized / 100),
          y((normalized * weight) / most),
        ];
        return svg(
          "g",
          { class: isMarked ? "marked" : "" },
          svg("line", { x1: SIZE.left, y1: from, x2: SIZE.middle, y2: to }),
          svg("line", { x1: SIZE.middle, y1: to, x2: SIZE.right, y2: points }),
          svg("circle", { cx: SIZE.left, cy: from, r: 3 }),
          svg("circle", { cx: SIZE.middle, cy: to, r: 3 }),
          svg("circle", { cx: SIZE.right, cy: points, r: 3 }),
        );
      }),
      numbers(
        pairs.map(({ raw }) => ({ value: raw, y: y((raw - min) / (max - min)) })),
        SIZE.left - 8,
        "end",
        rawWords(min),
      ),
      numbers(
        pairs.map(({ normalized }) => ({
          value: normalized * weight,
          y: y((normalized * weight) / most),
        })),
        SIZE.right + 8,
        "start",
      ),
      svg("text.m", { x: SIZE.left, y: SIZE.height - 4, "text-anchor": "middle" }, t("raw")),
      svg("text.m", { x: SIZE.middle, y: SIZE.height - 4, "text-anchor": "middle" }, "0–100"),
      svg("text.m", { x: SIZE.right, y: SIZE.height - 4, "text-anchor": "middle" }, `×${weight}`),
    ),
  );
}

/**
 * The marked line on top of the others.
 * @param {{raw: number, normalized: number}[]} pairs @param {number} marked
 */
const ordered = (pairs, marked) =>
  pairs
    .map((pair) => ({ ...pair, isMarked: pair.raw === marked }))
    .sort((a, b) => Number(a.isMarked) - Number(b.isMarked));

const LINE = 15; // pixels from one number to the next

/** A raw score, with its sign where some are negative. @param {number} min the lowest */
const rawWords = (min) => (min < 0 ? signed : decimal);

/**
 * The numbers at an axis; those that would run into one above them are left out.
 * @param {{value: number, y: number}[]} marks @param {number} x @param {"start" | "end"} anchor
 * @param {(value: number) => string} [words]
 */
function numbers(marks, x, anchor, words = decimal) {
  const sorted = [...marks].sort((a, b) => a.y - b.y);
  const ends = sorted.filter((_, i) => i === 0 || i === sorted.length - 1);
  /** @type {{value: number, y: number}[]} */
  const placed = [];
  for (const mark of new Set([...ends, ...sorted]))
    if (placed.every((other) => Math.abs(other.y - mark.y) >= LINE)) placed.push(mark);
  return placed.map(({ value, y }) => svg("text", { x, y: y + 4.5, "text-anchor": anchor }, words(value)));
}
