// What stands beside the picture: what is in the reader's hand, the sum in words, or the map of all settings.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { withFigures } from "./caption.js";
import { compare } from "./guess.js";
import { codeLine } from "./code.js";
import { settingsMap } from "./map.js";
import { legend } from "./pictures/rollout.js";
import { rules } from "./pictures/victims.js";

/** @import { Scene } from "../../types/api.js" */
/** @import { View } from "./pictures/view.js" */

/**
 * @param {View} view @param {Record<string, Scene>} scenes @param {string} at
 * @param {(key: string) => void} go
 */
export function side(view, scenes, at, go) {
  const { lesson, kind } = view;
  if (kind === "handles" && lesson.map) return settingsMap(lesson, scenes, at, go);
  if (lesson.picture === "victims") return rules(view);
  if (kind === "guess") return inHand(view);
  if (lesson.picture === "rollout") return legend();
  const beside = [result(view), lesson.picture === "zones" && oneSum(view.scene), rule(view.scene)];
  return beside.some(Boolean) ? beside : null;
}

/** @param {View} view */
const inHand = (view) =>
  view.scene.yaml ? [rule(view.scene), h("p.soft", t("Your guess stays visible in the picture."))] : null;

/** @param {string} text */
const ruleLine = (text) =>
  codeLine(text, /maxSkew|topologyKey|nodeTaintsPolicy|weight:/.test(text) ? "here" : null);

/** @param {Scene} scene */
const rule = ({ yaml }) =>
  yaml
    ? [
        h("h2", t("The rule")),
        h("pre.code", { tabindex: 0, "aria-label": t("The rule") }, yaml.split("\n").map(ruleLine)),
      ]
    : null;

/** @param {View} view */
function result({ lesson, guess, kind, scene }) {
  if (kind !== "truth" || !guess) return null;
  const { right, of } = compare(lesson, guess, scene);
  if (of > 1) return h("h2", t("{right} of {of} correct", { right, of }));
  if (right) return h("h2", t("Correct"));
  const because = lesson.guess.choices.find(({ value }) => value === guess[0])?.because;
  return [h("h2", t("Not quite")), because ? h("p.because", withFigures(because, scene.figures)) : null];
}

/** @param {Scene} scene */
const oneSum = ({ spread }) =>
  spread && [
    h("p.soft", t("The same arithmetic for every zone:")),
    h(
      "pre.code",
      h("span", t("  pods here")),
      h("span", t("+ {n}  the new pod", { n: spread.self_match })),
      h("span", t("− {n}  the emptiest zone", { n: spread.minimum })),
      h("span.here", t("must be ≤ maxSkew {n}", { n: spread.max_skew })),
    ),
    h(
      "p.key.tall",
      h("span", h("i.sw"), t("runs")),
      h("span", h("i.sw.ok"), t("would be allowed")),
      h("span", h("i.sw.bad"), t("would be rejected")),
      h("span", h("i.sw.gh"), t("your guess, if it differs")),
    ),
  ];
