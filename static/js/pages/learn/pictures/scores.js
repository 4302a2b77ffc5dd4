// The totals of the nodes in the race: each part is normalized × weight, and raw is what it was before.

import { h } from "../../../lib/dom.js";
import { integer } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { yours } from "./view.js";

/** @import { View } from "./view.js" */
/** @import { Score } from "../../../types/api.js" */

/** @param {View} view */
export function scores(view) {
  const { scene, lesson } = view;
  const all = scene.scores ?? [];
  const most = Math.max(...all.map(({ total }) => total), 1);
  const before = new Map((lesson.base.scores ?? []).map(({ node, total }) => [node, total]));
  const colour = coloursOf([...(lesson.base.scores ?? []), ...all]);
  const gone = [...before.keys()].filter((node) => !all.some((score) => score.node === node));
  return h(
    "div.race",
    all.map((score) => row(view, score, most, before.get(score.node) ?? score.total, colour)),
    gone.map((node) => h("div.runner.out", h("p.row", h("b.mono", node), h("span.soft", t("eliminated"))))),
    h(
      "p.key",
      (all[0]?.parts ?? []).map(({ plugin }) => h("span", h(`i.sw.${colour(plugin)}`), plugin)),
      h("span", h("i.sw.part-rest"), t("everything that is equal for them")),
      view.kind === "guess" ? null : h("span", h("i.sw.was"), t("before")),
    ),
  );
}

/** A plugin keeps its colour from run to run. @param {Score[]} seen @returns {(plugin: string) => string} */
function coloursOf(seen) {
  const plugins = [...new Set(seen.flatMap(({ parts }) => parts.map(({ plugin }) => plugin)))];
  return (plugin) => `part-${plugins.indexOf(plugin) + 1}`;
}

/**
 * @param {View} view @param {Score} score @param {number} most @param {number} was
 * @param {(plugin: string) => string} colour
 */
function row(view, { node, total, parts }, most, was, colour) {
  const { act, guess, kind, lesson, scene } = view;
  const wins = scene.node === node;
  const rest = total - parts.reduce((sum, { points }) => sum + points, 0);
  const content = [
    h(
      "span.row",
      h("b.mono", node),
      wins ? h("span.pill.p", t("wins")) : null,
      guess?.[0] === node && kind !== "keep" ? yours(t("you: wins"), kind === "guess" || !wins) : null,
      h("span.grow"),
      h("b.total", integer(total)),
    ),
    h(
      "span.stack",
      { style: { "--most": most } },
      h("i.part-rest", { style: { flex: rest } }),
      parts.map(({ plugin, points }) => h(`i.${colour(plugin)}`, { style: { flex: points } })),
      h("i.gap", { style: { flex: most - total } }),
      kind !== "guess" && was !== total ? h("i.was", { style: { width: `${(100 * was) / most}%` } }) : null,
    ),
    h(
      "span.sums",
      parts.map(({ plugin, raw, normalized, weight, points }) =>
        h(
          "span",
          h("span.soft", plugin),
          " ",
          h("span.mono", `${integer(raw)} → ${normalized} × ${weight} = ${points}`),
        ),
      ),
    ),
  ];
  if (kind !== "guess" || !lesson.guess.among.includes(node)) return h("div.runner", content);
  return h(
    "button.runner",
    {
      "aria-pressed": String(guess?.[0] === node),
      "aria-label": t("{node} wins", { node }),
      dataset: { focus: node, key: lesson.guess.among.indexOf(node) + 1 },
      onclick: () => act.choose(node),
    },
    content,
  );
}
