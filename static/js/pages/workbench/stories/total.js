// Total: which node is best, and thanks to which plugin.

import { integer } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { shortName } from "../../../plugins/registry.js";
import { named } from "../../../parts/factLink.js";
import { listed } from "../../../parts/listed.js";

/** @import { Scores } from "../../../model/scores.js" */
/** @import { Story } from "../../../model/story.js" */
/** @import { Sources, Viewed } from "../../../plugins/descriptor.js" */

const NAMED = 3;

/** @param {Viewed} now @param {Sources} sources @returns {Story} */
export function totalStory({ data }, { scores: scoresOf }) {
  const scores = scoresOf(data);
  if (scores.best.length > 1) return tied(scores);
  const winner = scores.name(scores.winner);
  if (scores.runnerUp < 0)
    return { heading: t("{winner} is the only node that fits", { winner }), text: [UNSCORED] };
  return { heading: winning(scores, winner), text: [behind(scores)] };
}

const UNSCORED = t("kube-scheduler takes it without scoring.");

/** @param {Scores} scores @param {string} winner */
function winning(scores, winner) {
  const gap = integer(scores.total(scores.winner) - scores.total(scores.runnerUp));
  const [most] = scores.difference(scores.winner, scores.runnerUp);
  const plugin = most?.points > 0 ? shortName(most.plugin) : "";
  if (scores.tried)
    return plugin
      ? t("{winner} would win by {gap}, thanks to {plugin}", { winner, gap, plugin })
      : t("{winner} would win by {gap}", { winner, gap });
  return plugin
    ? t("{winner} wins by {gap}, thanks to {plugin}", { winner, gap, plugin })
    : t("{winner} wins by {gap}", { winner, gap });
}

/** Who comes next, alone or with others. @param {Scores} scores */
function behind(scores) {
  const total = scores.total(scores.runnerUp);
  const equal = scores.nodes.filter((node) => scores.total(node) === total);
  const values = {
    best: integer(scores.total(scores.winner)),
    total: integer(total),
    nodes: listed(equal.map(scores.name), NAMED),
  };
  return equal.length > 1
    ? t("{best} against {total}, which {nodes} share.", values)
    : t("{best} against {total} of {nodes}, the next best.", values);
}

/** @param {Scores} scores @returns {Story} */
function tied(scores) {
  const { best } = scores;
  const next = scores.nodes.find((node) => !best.includes(node));
  return {
    heading: t("{n} nodes share the highest total, {total}", {
      n: integer(best.length),
      total: integer(scores.total(best[0])),
    }),
    text: [
      t("They are {nodes}.", { nodes: listed(best.map(scores.name), NAMED) }),
      t(
        "Up to v1.34 one of them is drawn, each with a chance of 1/{n}. Since v1.35 none is: the order decides in which nodes are visited.",
        { n: integer(best.length) },
      ),
    ],
    lines:
      next === undefined
        ? []
        : [
            {
              label: t("next best, {node}", { node: scores.name(next) }),
              value: integer(scores.total(next)),
              why: named("total", scores.name(next)),
            },
          ],
  };
}
