// Which nodes an autoscaler removes, one command after another, and the others by what keeps them.

import { h } from "../../../lib/view.js";
import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { Name } from "../../../parts/nameView.js";
import { PROGRAMS, priceText, restsOn, shapeText } from "../newNodes.js";
import { sentenceOf } from "../phrases.js";

/** @import { Leaving, LeavingCommand, LeavingNode, PoolBudget } from "../../../types/engine.js" */

const FOLDED = 60; // names in a band
const UNLIMITED = 2 ** 31 - 1;

/** @param {Leaving[]} answers @param {boolean} searching */
export const nodesLeaving = (answers, searching) => answers.map((answer) => part(answer, searching));

/** @param {Leaving} answer @param {boolean} searching */
function part(answer, searching) {
  const { autoscaler, nodes, commands, price, savings, budgets, basis, notes } = answer;
  const going = new Set([
    ...commands.flatMap((command) => command.nodes),
    ...nodes.filter(({ verdict }) => verdict === "goes" || verdict === "replaced").map(({ node }) => node),
  ]);
  const pools = new Set(nodes.map(({ pool }) => pool));
  return h(
    "section.rp-sec.cap-go",
    { key: autoscaler, "aria-label": PROGRAMS[autoscaler] },
    h(
      "h2",
      h("span.cap-big", integer(going.size)),
      searching
        ? tn("node can go so far", "nodes can go so far", going.size)
        : tn("node can go", "nodes can go", going.size),
      savings
        ? h(
            "span.cap-saved",
            price
              ? t("{saved} of {price} an hour", { saved: priceText(savings), price: priceText(price) })
              : t("{saved} an hour", { saved: priceText(savings) }),
          )
        : null,
      h("span.soft", t("by {program}, of {n}", { program: PROGRAMS[autoscaler], n: integer(answer.total) })),
    ),
    commands.length > 0 && h("ol.cap-commands", commands.map(command)),
    h("div.cap-bands", bandsOf(nodes).map(band)),
    h("dl.cap-budgets", budgets.filter(({ pool }) => pools.has(pool)).map(budget)),
    h("p.soft", [restsOn(basis), ...notes].filter(Boolean).join(" · ")),
  );
}

/** @param {LeavingCommand} command @param {number} i */
const command = ({ method, nodes, replacements, savings }, i) =>
  h(
    "li",
    { key: i },
    h(
      "span.cap-names",
      nodes.map((node) => h(Name, { key: node, name: node })),
    ),
    h(
      "span.soft",
      [
        replacements.length
          ? t("replaced by {node}", { node: replacements.map(shapeText).join(" + ") })
          : tn("goes", "go together", nodes.length),
        savings ? t("saves {saved} an hour", { saved: priceText(savings) }) : "",
        method,
      ]
        .filter(Boolean)
        .join(" · "),
    ),
  );

/** Nodes with the same fate for the same reason, those that go first. @param {LeavingNode[]} nodes */
function bandsOf(nodes) {
  /** @type {Map<string, LeavingNode[]>} */
  const bands = new Map();
  for (const node of nodes) {
    const key = `${node.verdict} ${node.text}`;
    bands.set(key, [...(bands.get(key) ?? []), node]);
  }
  /** @param {LeavingNode[]} of */
  const rank = ([{ verdict }]) => ["goes", "replaced", "unknown", "stays"].indexOf(verdict);
  return [...bands.values()].sort((a, b) => rank(a) - rank(b) || b.length - a.length);
}

/** @type {Record<LeavingNode["verdict"], () => string>} */
const FATES = {
  goes: () => t("can go"),
  replaced: () => t("is replaced"),
  stays: () => t("stays"),
  unknown: () => t("not known"),
};

/** @param {LeavingNode[]} nodes */
function band(nodes) {
  const [first] = nodes;
  return h(
    "section.cap-band",
    { key: `${first.verdict} ${first.text}`, class: `of-${first.verdict}` },
    h("b.cap-n", integer(nodes.length)),
    h(
      "div",
      h("h3", h("span.soft", FATES[first.verdict]()), " ", sentenceOf(first)),
      first.says && first.says !== first.text && h("p.mono.soft", first.says),
      h(
        "p.cap-names",
        nodes.slice(0, FOLDED).map(name),
        nodes.length > FOLDED && h("span.soft", tn("and {n} more", "and {n} more", nodes.length - FOLDED)),
      ),
    ),
  );
}

/** @param {LeavingNode} node */
const name = ({ node, pool, type, price, cost }) =>
  h(
    "span.cap-node",
    {
      key: node,
      title: [
        node,
        pool,
        type,
        price === null ? "" : t("{price} an hour", { price: priceText(price) }),
        cost === null ? "" : t("cost of disruption {cost}", { cost: cost.toFixed(2) }),
      ]
        .filter(Boolean)
        .join(" · "),
    },
    h(Name, { name: node }),
  );

/** @param {PoolBudget} budget */
function budget({ pool, allowed }) {
  const limited = Object.entries(allowed).filter(([, count]) => count < UNLIMITED);
  return limited.length
    ? h(
        "div",
        { key: pool },
        h("dt", t("{pool}: at most now", { pool })),
        h("dd", limited.map(([reason, count]) => `${reason} ${integer(count)}`).join(" · ")),
      )
    : null;
}
