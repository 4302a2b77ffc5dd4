// "Why not X?": the winner against another node, plugin by plugin, largest difference first.

import { h } from "../../lib/dom.js";
import { signed } from "../../lib/format.js";
import { go, goNode } from "../actions.js";
import { shortName } from "../points.js";
import { scoresOf } from "../scores.js";
import { muted, sec, title } from "./parts.js";
import { sum } from "./sum.js";

/** @param {any} data @param {string} node a node with a total, not the winner */
export function whyNot(data, node) {
  const scores = scoresOf(data);
  const { winner } = scores;
  const gap = scores.total(winner) - scores.total(node);
  const parts = scores.difference(winner, node).filter(({ points }) => points);
  const equal = scores.plugins.length - parts.length;
  return [
    sec(
      h("p", { class: "why-t" }, gap ? `${winner} wins by ${gap}${parts.length ? `, ${shortName(parts[0].plugin)} alone gives ${signed(parts[0].points)}` : ""}` : `${node} is as good as ${winner}`),
      h("p", { class: "soft t12" }, gap ? `${scores.total(winner)} to ${scores.total(node)}.` : "Both have the highest total; one of them is drawn at random."),
    ),
    sec(
      title(`${node} against ${winner}`),
      waterfall(scores, winner, node, parts),
      equal ? h("p", { class: "mute t12" }, `${equal} ${equal === 1 ? "plugin gives" : "plugins give"} both the same.`) : null,
    ),
    sec(
      title("Differences", muted(`of ${winner} over ${node}`)),
      sum([
        ...parts.map(({ plugin, points }) => ({
          op: points > 0 ? "+" : "−",
          label: [plugin, muted(`  ${scores.weight(plugin)} × (${scores.normalized(plugin, winner)} − ${scores.normalized(plugin, node)})`)],
          value: signed(points),
          open: () => go({ point: "Score", plugin, node }),
          title: `Open the arithmetic of ${plugin}`,
        })),
        { op: "=", label: "what separates them", value: signed(gap), result: true },
      ]),
    ),
  ];
}

function waterfall(scores, winner, node, parts) {
  const from = scores.total(node);
  const points = [from];
  for (const { points: step } of parts) points.push(points.at(-1) + step);
  const low = Math.min(...points);
  const high = Math.max(...points);
  const margin = Math.max(1, (high - low) * 0.12);
  const at = (value) => (100 * (value - low + margin)) / (high - low + 2 * margin);
  const row = (name, start, end, kind, text) =>
    h("div", { class: "wf" }, h("span", { class: "cut" }, name), h("span", { class: "wf-b" }, h("i", { class: kind, style: { left: `${at(Math.min(start, end))}%`, width: `${Math.max(0.8, at(Math.max(start, end)) - at(Math.min(start, end)))}%` } })), h("b", { class: "mono" }, text));
  return h(
    "div",
    { class: "wfs", "aria-hidden": "true" },
    row(h("span", { class: "mono" }, node), from, from, "edge", from),
    parts.slice(0, 8).map(({ plugin, points: step }, i) => row(shortName(plugin), points[i], points[i + 1], step > 0 ? "up" : "down", signed(step))),
    row(h("span", { class: "mono" }, winner), scores.total(winner), scores.total(winner), "edge win", scores.total(winner)),
  );
}

/** The winner itself: by how much, and against whom. */
export function winnerSummary(data) {
  const scores = scoresOf(data);
  const { winner, runnerUp, best } = scores;
  const gap = runnerUp ? scores.total(winner) - scores.total(runnerUp) : 0;
  const only = (data.trace.feasible ?? []).length === 1;
  const nominated = data.trace.nominatedNodeTried?.fits;
  const head = nominated ? `${winner} was nominated and fits` : only ? `${winner} is the only node that fits` : best.length > 1 ? `${best.length} nodes share the highest total` : `${winner} wins by ${gap}`;
  const parts = runnerUp && !only ? scores.difference(winner, runnerUp).filter(({ points }) => points) : [];
  return [
    sec(h("p", { class: "why-t" }, head), only ? h("p", { class: "soft t12" }, nominated ? "The nominated node is tried first: no other is looked at, and nothing is scored." : "kube-scheduler takes it without scoring.") : best.length > 1 ? h("p", { class: "soft t12" }, `Each has the chance 1/${best.length}; this run took ${winner}.`) : null),
    only || !runnerUp
      ? null
      : sec(
          title("Winner and runner-up"),
          sum([
            { label: nodeLink(winner), value: scores.total(winner) },
            { op: "−", label: nodeLink(runnerUp), value: scores.total(runnerUp) },
            { op: "=", label: "difference", value: gap, result: true },
          ]),
        ),
    parts.length
      ? sec(title("What separated them"), sum(parts.map(({ plugin, points }) => ({ op: points > 0 ? "+" : "−", label: plugin, value: signed(points), open: () => go({ point: "Score", plugin, node: runnerUp }), title: `Open the arithmetic of ${plugin}` }))))
      : null,
  ];
}

export const nodeLink = (node) => h("button", { type: "button", class: "link mono", onclick: () => goNode(node) }, node);
