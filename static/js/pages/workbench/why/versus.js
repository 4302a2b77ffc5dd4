// The winner against another node: a waterfall in sight at once, the weights that would change the winner,
// and what a trial moved.

import { atom } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { decimal, signed } from "../../../lib/format.js";
import { rich, t, tn } from "../../../lib/i18n.js";
import { redrawWhileMounted } from "../../../lib/redrawWhileMounted.js";
import { upsets } from "../../../model/whatif.js";
import { nameElement } from "../../../parts/name.js";
import { muted, sec, title } from "../../../parts/reasons.js";
import { sumTable } from "../../../parts/sumTable.js";
import { waterfall } from "../../../parts/waterfall.js";
import { shortName } from "../../../plugins/registry.js";
import { tryWeight } from "../core/trial.js";

/** @import { Scores } from "../../../model/scores.js" */

const MOST_OTHERS = 6;
const MOST_UPSETS = 4;
const MOST_MOVED = 6;

/** The name of the node that the winner is compared with; another pod may not have it. */
const compared = atom("");

/** The winner against another node, which the reader chooses. @param {Scores} scores */
export function versus(scores) {
  const others = distinct(scores);
  if (scores.winner < 0 || !others.length) return null;
  const winner = nameElement(scores.name(scores.winner));
  const buttons = others.map((node) =>
    h(
      "button",
      { dataset: { against: scores.name(node) }, onclick: () => compared.set(scores.name(node)) },
      nameElement(scores.name(node)),
    ),
  );
  const picture = h("div");
  redrawWhileMounted(picture, () => {
    const name = compared.get();
    const other = others.find((node) => scores.name(node) === name) ?? others[0];
    for (const button of buttons)
      button.setAttribute("aria-pressed", String(button.dataset.against === scores.name(other)));
    replace(
      picture,
      waterfall(scores, other, scores.winner, { label: shortName }),
      h("p.mute.t12", explained(scores, other)),
    );
  });
  return sec(
    title(rich(t("{winner} against"), { winner })),
    others.length > 1
      ? h("div.seg.wraps", { role: "group", "aria-label": t("Compare the winner with") }, buttons)
      : null,
    picture,
  );
}

/** The first other nodes of the order, one of those that no plugin tells apart. @param {Scores} scores */
function distinct(scores) {
  const keys = new Set();
  const others = [];
  for (const node of scores.nodes) {
    const key = scores.plugins.map((plugin) => scores.weighted(plugin, node)).join();
    if (node !== scores.winner && !keys.has(key)) others.push(node);
    keys.add(key);
    if (others.length === MOST_OTHERS) break;
  }
  return others;
}

/** @param {Scores} scores @param {number} other */
function explained(scores, other) {
  const equal = scores.difference(scores.winner, other).filter(({ points }) => !points);
  const winner = scores.name(scores.winner);
  return [
    equal.length
      ? t("{plugins}: no difference. ", {
          plugins: equal.map(({ plugin }) => shortName(plugin)).join(", "),
        })
      : "",
    t("Blue favours {winner}, purple the other node.", { winner }),
  ].join("");
}

/** The smallest changes of a weight after which another node leads, each with Try. @param {Scores} scores */
export function smallestUpsets(scores) {
  if (scores.winner < 0 || scores.nodes.length < 2 || scores.best.length > 1) return null;
  const changes = upsets(scores).slice(0, MOST_UPSETS);
  return sec(
    title(t("Smallest changes that change the winner"), muted(t("one weight, recomputed"))),
    changes.length
      ? h(
          "ul.fix.tries",
          changes.map(({ plugin, weight, leader, totals: [its, others] }) =>
            h(
              "li.row",
              h(
                "span.grow",
                shortName(plugin),
                " ",
                h("b", `×${weight}`),
                h(
                  "span.mute.block",
                  t("{node} leads, {total} to {other} of {winner}", {
                    node: scores.name(leader),
                    total: its,
                    other: others,
                    winner: scores.name(scores.winner),
                  }),
                ),
              ),
              tryButton(plugin, weight),
            ),
          ),
        )
      : h(
          "p.soft",
          t("No single weight does it: no plugin that could outweigh the others rates another node higher."),
        ),
  );
}

/** @param {string} plugin @param {number} weight */
export const tryButton = (plugin, weight) =>
  h(
    "button.btn.small",
    {
      "aria-label": t("Try weight {weight} of {plugin}", { weight, plugin }),
      onclick: () => tryWeight(plugin, weight),
    },
    t("Try"),
  );

/** The totals before and after, while weights are tried. @param {Scores} scores */
export function moved(scores) {
  if (!scores.tried) return null;
  const rows = [...new Set([scores.winner, scores.profileWinner, ...scores.nodes])]
    .filter((node) => scores.has(node))
    .slice(0, MOST_MOVED);
  return sec(
    title(t("What changed"), muted(t("total with the profile's weights → with those tried"))),
    sumTable(
      rows.map((node) => ({
        label: [
          nameElement(scores.name(node)),
          muted(`  ${decimal(scores.profileTotal(node))} → ${decimal(scores.total(node))}`),
        ],
        value: signed(scores.total(node) - scores.profileTotal(node)),
      })),
    ),
    scores.nodes.length > rows.length
      ? h(
          "p.mute.t12",
          tn(
            "{n} more node is in the table.",
            "{n} more nodes are in the table.",
            scores.nodes.length - rows.length,
          ),
        )
      : null,
  );
}
