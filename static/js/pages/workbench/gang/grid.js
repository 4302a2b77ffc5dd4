// Members by nodes, in the order tried. Of many nodes only those that matter have a column; the rest are
// counted.

import { classes, h } from "../../../lib/dom.js";
import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { rowGrid } from "../../../lib/rowgrid.js";
import { nameElement } from "../../../parts/name.js";
import { chip } from "../../../parts/panels.js";
import { go } from "../core/actions.js";
import { breakingAt, cellOf, OUTCOMES, reasonsOf } from "./words.js";

/** @import { Child } from "../../../lib/dom.js" */
/** @import { GangMember, GangView } from "../../../types/engine.js" */

const MOST_COLUMNS = 6;

/**
 * What a row needs to know of the whole.
 * @typedef {object} Grid
 * @property {GangView} gang
 * @property {number} here the cycle of the chosen pod
 * @property {number[]} places the nodes that have a column
 * @property {number} hidden how many have none
 * @property {number} breaks the row that breaks the group, or −1
 * @property {number[]} counted by row, the members that count for minCount after it
 */

/**
 * The grid, and what brings a member into sight.
 * @param {GangView} gang @param {boolean} slim without a column per node
 * @param {number} here the cycle of the chosen pod
 */
export function memberGrid(gang, slim, here) {
  const places = slim ? [] : placesOf(gang);
  const hidden = gang.nodes.length - places.length;
  /** @type {Grid} */
  const grid = { gang, here, places, hidden, breaks: breakingAt(gang), counted: countsOf(gang) };
  return rowGrid({
    attrs: { class: "mx gang", "aria-label": t("Members by nodes, in the order tried") },
    columns: h(
      "colgroup",
      h("col.w-name"),
      h("col.w-count"),
      places.map(() => h("col")),
      hidden > 0 ? h("col", { class: places.length ? "w-rest" : null }) : null,
      h("col.w-end"),
    ),
    head: [head(grid)],
    items: gang.members,
    row: (member, index) => row(grid, member, index),
  });
}

/** The columns: nodes on which members were placed come before others. @param {GangView} gang */
function placesOf({ nodes, members }) {
  if (!members.some(({ cells }) => cells)) return []; // too many for a cell each
  const all = nodes.map((_, place) => place);
  if (nodes.length <= MOST_COLUMNS) return all;
  const used = new Set(members.map(({ node }) => node));
  const chosen = [...all].sort((a, b) => Number(used.has(nodes[b])) - Number(used.has(nodes[a])));
  return chosen.slice(0, MOST_COLUMNS).sort((a, b) => a - b);
}

/** @param {GangView} gang */
function countsOf({ members, missing }) {
  let now = missing.before;
  return members.map(({ node }) => (now += node === undefined ? 0 : 1));
}

/** @param {Grid} grid */
const head = ({ gang, places, hidden }) =>
  h(
    "tr",
    h("th.nn", { scope: "col" }, t("Member")),
    h("th", { scope: "col" }, gang.policy === "basic" ? t("Placed") : "minCount"),
    places.map((place) => h("th", { scope: "col" }, nameElement(gang.nodes[place]))),
    hidden > 0
      ? h(
          "th",
          { scope: "col" },
          places.length
            ? tn("{n} other node", "{n} other nodes", hidden)
            : tn("{n} node", "{n} nodes", hidden),
        )
      : null,
    h("th", { scope: "col" }, t("Outcome")),
  );

/** @param {Grid} grid @param {GangMember} member @param {number} index */
function row(grid, member, index) {
  const { gang, here, places, hidden, counted, breaks } = grid;
  const reached =
    gang.policy === "gang" && counted.findIndex((now) => now >= gang.missing.min_count) === index;
  const { icon: name, glyph, word } = OUTCOMES[member.outcome];
  return h(
    "tr",
    {
      class: classes(member.cycle === here && "cur", index === breaks && "breaks", reached && "reached"),
      "aria-current": member.cycle === here ? "step" : null,
    },
    h(
      "th.nn",
      { scope: "row" },
      opener(member, null, null, { class: "rowh", "aria-label": memberSays(grid, member, index) }, [
        h("span.ix", integer(index + 1)),
        nameElement(member.pod),
      ]),
    ),
    h("td.count", countText(grid, index, reached)),
    places.map((place) => cell(gang, member, place)),
    hidden > 0 ? h("td.rest", rest(grid, member)) : null,
    h(
      "td.end",
      icon(name, glyph),
      h("span", word),
      member.cycle === here ? chip(t("you are here"), "here") : null,
      index === breaks ? chip(t("fails the group"), "reject") : null,
    ),
  );
}

/** @param {Grid} grid @param {number} index @param {boolean} reached @returns {Child} */
function countText({ gang, counted }, index, reached) {
  if (gang.policy === "basic") return integer(counted[index]);
  return [
    `${integer(counted[index])}/${integer(gang.missing.min_count)}`,
    reached ? [icon("check", "ic ic-12"), h("span.vh", t("minCount is reached"))] : null,
  ];
}

/** @param {GangView} gang @param {GangMember} member @param {number} place */
function cell(gang, member, place) {
  const words = cellOf(gang, member, place);
  const node = gang.nodes[place];
  const attrs = { class: "cellb", "aria-label": `${node}: ${words.says}`, title: words.says };
  const content = [icon(words.icon, words.glyph), h("span.w", words.word)];
  return h("td", { class: words.kind }, opener(member, node, words.plugin, attrs, content));
}

/** What the nodes without a column say. @param {Grid} grid @param {GangMember} member @returns {Child} */
function rest({ gang, places }, member) {
  if (!places.length) return member.node ? nameElement(member.node) : reasonsOf(member);
  const others = (member.cells ?? []).filter((_, place) => !places.includes(place));
  const [fits, rejected] = [others.filter((code) => code === 0), others.filter((code) => code > 0)];
  return [
    fits.length ? h("span", icon("pass", "g g-pass"), tn("{n} fits", "{n} fit", fits.length)) : null,
    rejected.length
      ? h("span", icon("rej", "g g-rej"), tn("{n} rejected", "{n} rejected", rejected.length))
      : null,
    gang.nodes.length && !fits.length && !rejected.length ? h("span.mute", t("not evaluated")) : null,
  ];
}

/** @param {Grid} grid @param {GangMember} member @param {number} index */
const memberSays = ({ breaks }, member, index) =>
  [
    t("{place}. {pod}: {outcome}", {
      place: index + 1,
      pod: member.pod,
      outcome: OUTCOMES[member.outcome].word,
    }),
    index === breaks ? t("the first member that fails the group") : "",
    t("open its nodes"),
  ]
    .filter(Boolean)
    .join(", ");

/**
 * Leads to the member's own answers: at Filter, or as far as its cycle came.
 * @param {GangMember} member @param {string | null} node @param {string | null} plugin
 * @param {Record<string, string>} attrs @param {Child} content
 */
const opener = ({ cycle }, node, plugin, attrs, content) =>
  h(
    "button",
    { type: "button", ...attrs, onclick: () => go({ cycle, point: "Filter", plugin, node }) },
    content,
  );
