// The six nodes with their pods, in zones or between the walls of a rule; each says whether it takes the pod.

import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { choices, ghost, isOpen, takes } from "./view.js";

/** @import { View } from "./view.js" */
/** @import { SceneNode } from "../../../types/api.js" */

/** @typedef {{title: string, nodes: SceneNode[], kind: string}} Group */

/** @param {View} view */
export function nodes(view) {
  const names = [...new Set(view.scene.nodes.map(({ zone }) => zone))];
  return [
    hand(view),
    choices(view),
    board(
      view,
      names.map((name) => ({
        title: t("zone {zone}", { zone: name }),
        nodes: view.scene.nodes.filter(({ zone }) => zone === name),
        kind: "zn",
      })),
    ),
    reasons(view),
    ghost(view),
  ];
}

/** Between walls: a column for each domain, and those that are in none. @param {View} view */
export function walls(view) {
  const { columns = [], nodes: all, nowhere = [] } = view.scene;
  const named = (/** @type {string[]} */ names) => all.filter(({ name }) => names.includes(name));
  const groups = isOpen(view)
    ? [{ title: t("six nodes, no walls"), nodes: all, kind: "zn open" }]
    : [
        ...columns.map(({ value, nodes: names }) => ({
          title: value,
          nodes: named(names),
          kind: "zn walled",
        })),
        ...(nowhere.length ? [{ title: t("nowhere"), nodes: named(nowhere), kind: "zn lost" }] : []),
      ];
  return [choices(view), board(view, groups), reasons(view), ghost(view)];
}

/** @param {View} view */
const hand = ({ scene, kind }) =>
  kind === "guess" && scene.pod
    ? h("p.inh", h("span.hand", { "aria-hidden": "true" }, h("i")), h("span.mono", scene.pod))
    : null;

/** @param {View} view @param {Group[]} groups */
const board = (view, groups) =>
  h(
    "div.board",
    { style: { "--groups": groups.map(({ nodes: inside }) => `${Math.max(1, inside.length)}fr`).join(" ") } },
    groups.map(({ title, nodes: inside, kind }) =>
      h(
        "section",
        { class: kind, style: { "--nodes": Math.min(3, Math.max(1, inside.length)) } },
        h("h2", title),
        h(
          "div.cards",
          inside.map((node) => card(view, node)),
        ),
      ),
    ),
  );

/** @param {View} view @param {SceneNode} node */
function card(view, node) {
  const { act, guess, kind, lesson, scene } = view;
  const index = scene.nodes.indexOf(node);
  const isAsked = kind === "guess" && lesson.guess.kind === "nodes";
  const isPicked = isAsked && guess?.includes(node.name);
  const chosen = kind !== "guess" && scene.node === node.name;
  const content = [
    h("b.mono", node.name),
    lesson.picture === "walls" ? label(view, node) : null,
    h(
      "span.on",
      node.pods.map(({ name }) => h("span.podc", name)),
      chosen ? h("span.podc.here", scene.pod) : null,
    ),
    kind === "guess" && !isAsked ? null : h("span.vd", takes(view, node)),
  ];
  return isAsked
    ? h(
        "button",
        {
          class: isPicked ? "node pick" : "node",
          "aria-pressed": String(Boolean(isPicked)),
          "aria-label": t("the pod fits on {node}", { node: node.name }),
          dataset: { focus: node.name, key: index + 1 },
          onclick: () => act.toggle(node.name),
        },
        content,
      )
    : h(
        "div",
        { class: node.fits || kind === "guess" ? "node" : "node no", title: node.why ?? null },
        content,
      );
}

/** What Kubernetes says of the nodes that it rejects, each message once. @param {View} view */
function reasons(view) {
  const refusing = view.scene.nodes.filter(({ fits, why }) => !fits && why);
  if (isOpen(view) || !refusing.length) return null;
  const texts = [...new Set(refusing.map(({ why }) => why))];
  return h(
    "ul.whys",
    texts.map((why) =>
      h(
        "li",
        h(
          "b.mono",
          refusing
            .filter((node) => node.why === why)
            .map(({ name }) => name)
            .join(", "),
        ),
        " ",
        h("span.mono", why),
      ),
    ),
  );
}

/** The node's value of the rule's label. @param {View} view @param {SceneNode} node */
const label = ({ scene }, node) =>
  node.label
    ? h("span.chip", `${scene.spread?.key.split("/").at(-1)}: ${node.label}`)
    : h("span.chip.none", t("no label"));
