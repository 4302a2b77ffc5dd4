// Who pays: six full nodes, which rules strike one after the other.

import { h } from "../../../lib/dom.js";
import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { yours } from "./view.js";

/** @import { View } from "./view.js" */
/** @import { SceneNode, Strike } from "../../../types/api.js" */

/** @param {View} view */
export function victims(view) {
  const { scene, show, kind, guess } = view;
  const strikes = scene.strikes ?? [];
  const applied = kind === "guess" ? 0 : kind === "truth" ? show : strikes.length;
  const left = scene.nodes.length - strikes.slice(0, applied).flatMap(({ struck }) => struck).length;
  return h(
    "div.s7",
    h(
      "div.boss",
      h("i", { "aria-hidden": "true" }),
      h(
        "p",
        h("b", scene.pod),
        " ",
        h(
          "span.soft",
          t("priority {priority}; every node is full", { priority: integer(Number(scene.figures.priority)) }),
        ),
      ),
      h("span.grow"),
      kind === "truth" && guess
        ? yours(t("you: {guess}", { guess: guess[0] }), guess[0] !== scene.figures.pays)
        : null,
    ),
    h(
      "div.g7",
      scene.nodes.map((node, index) => column(view, node, index, strikes.slice(0, applied))),
    ),
    h(
      "p.key",
      h("span", h("i.sw"), t("pod and its priority; height = cores")),
      applied ? h("span", h("i.sw.struck"), t("eliminated by a rule")) : null,
      applied ? h("span", tn("{n} node is left", "{n} nodes are left", left)) : null,
    ),
  );
}

/** @param {View} view @param {SceneNode} node @param {number} index @param {Strike[]} applied */
function column({ act, guess, kind, scene }, node, index, applied) {
  const rule = applied.findIndex(({ struck }) => struck.includes(node.name));
  const isNow = rule >= 0 && rule === applied.length - 1 && kind === "truth";
  const pays =
    kind !== "guess" && rule < 0 && scene.figures.pays === node.name && isLast(applied, scene.strikes);
  const content = [
    h(
      "span.row",
      h("b.mono", node.name),
      h("span.grow"),
      rule >= 0 ? h("span.by", t("rule {n}", { n: rule + 1 })) : null,
    ),
    h(
      "span.pp",
      node.pods.map((pod) =>
        h(
          "span.v7",
          { style: { flex: pod.cpu } },
          h("b.mono", pod.name),
          h("span", pod.priority),
          pod.guarded ? h("span.shield", t("budget")) : null,
        ),
      ),
    ),
    guess?.[0] === node.name ? h("span.mine", t("you")) : null,
  ];
  const names = [
    "n7",
    rule >= 0 && "x",
    isNow && "now",
    pays && "pays",
    guess?.[0] === node.name && "guessed",
  ];
  const className = names.filter(Boolean).join(" ");
  if (kind !== "guess") return h("div", { class: className }, content);
  return h(
    "button",
    {
      class: className,
      "aria-pressed": String(guess?.[0] === node.name),
      "aria-label": t("{node} is chosen", { node: node.name }),
      dataset: { focus: node.name, key: index + 1 },
      onclick: () => act.choose(node.name),
    },
    content,
  );
}

/** @param {Strike[]} applied @param {Strike[]} [all] */
const isLast = (applied, all) => applied.length === all?.length;

/** @returns {Record<string, () => string>} */
const RULES = () => ({
  "pdb violations": () => t("Fewest budget violations"),
  "highest victim priority": () => t("Lowest of the highest priorities"),
  "sum of victim priorities": () => t("Smallest sum of priorities"),
  "number of victims": () => t("Fewest pods"),
  "earliest start of the highest victims": () => t("Latest start of the most important"),
});

/** The rules in their order, beside the picture. @param {View} view */
export function rules({ scene, show, kind }) {
  const applied = kind === "truth" ? show : kind === "guess" ? 0 : (scene.strikes ?? []).length;
  return [
    h("h2", t("Rules, in order")),
    h(
      "ol.ru",
      (scene.strikes ?? []).map(({ rule, struck }, index) =>
        h(
          "li",
          { class: index === applied - 1 && kind === "truth" ? "c" : index < applied ? "d" : "" },
          h("span.rn", index + 1),
          h("b.grow", RULES()[rule]?.() ?? rule),
          index < applied && struck.length ? h("span.chip.reject", struck.join(", ")) : null,
        ),
      ),
    ),
  ];
}
