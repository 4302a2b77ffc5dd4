// The same as the map in a table: nodes by domain with verdict or number and pods.

import { groupText } from "../../../model/nodegroups.js";
import { nameElement } from "../../../parts/name.js";
import { effect } from "../../../lib/atoms.js";
import { around, h, replace } from "../../../lib/dom.js";
import { integer } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { GLYPHS } from "../../../lib/glyphs.js";
import { glyph } from "../../../lib/icons.js";
import { goNode } from "../core/actions.js";
import { cluster, hovered, pointer } from "../core/state.js";
import { factLink } from "../../../parts/factLink.js";
import { currentItems, currentTree, stepScene } from "./scene.js";
import { asTable } from "./settings.js";
import { leavesOf, pathOf } from "../../../model/tree.js";
import { headers } from "../../../parts/panels.js";

/** @import { Domain } from "../../../model/tree.js" */
/** @import { Item } from "./folding.js" */
/** @import { Scene } from "./scene.js" */

const CHUNK = 100;

/** @param {HTMLElement} element */
export function mountTable(element) {
  effect(() => {
    element.hidden = !asTable.get() || !cluster.get();
    replace(element, element.hidden ? null : tableOf());
  });
  element.addEventListener("pointerover", (event) =>
    hovered.set(around(event, "[data-node]")?.dataset.node ?? null),
  );
  element.addEventListener("pointerleave", () => hovered.set(null));
}

function tableOf() {
  const scene = stepScene();
  const items = currentItems();
  const leaves = currentTree().domains.flatMap(leavesOf);
  /** @param {Item} item */
  const isListed = (item) =>
    !scene.matchingNodes || (item.members ?? [item.node]).some((node) => scene.matchingNodes?.has(node));
  const rows = leaves.flatMap((domain) => {
    /** @type {{domain: Domain, item: Item | null}[]} */
    const nodes = items(domain)
      .filter(isListed)
      .map((item) => ({ domain, item }));
    return nodes.length ? [{ domain, item: null }, ...nodes] : [];
  });
  const body = h("tbody");
  const more = h("button.btn.more", { onclick: () => add() });
  let added = 0;
  const add = () => {
    const next = rows.slice(added, (added += CHUNK));
    body.append(...next.map((row) => (row.item ? nodeRow(scene, row.item) : domainRow(scene, row.domain))));
    more.hidden = added >= rows.length;
    more.textContent = t("Show more: {n} left", { n: integer(rows.length - added) });
  };
  add();
  return [
    h(
      "table.tbl.map-table",
      { "aria-label": t("Nodes by domain") },
      headers(t("Node"), t("At this step"), [t("Pods"), "num"]),
      body,
    ),
    more,
  ];
}

/** @param {Omit<Scene, "layout">} scene @param {Domain} domain */
function domainRow(scene, domain) {
  if (!domain.key) return "";
  const { chip, left, right, facts } = scene.note(domain);
  /** @type {[text: string | undefined, fact: string | null | undefined][]} */
  const parts = [
    [chip?.text, facts.chip],
    [left, facts.left],
    [right, facts.right],
  ];
  const texts = parts.filter(([text]) => text);
  const name = pathOf(domain)
    .map(({ value }) => value ?? t("no label"))
    .join(" › ");
  return h(
    "tr.domain",
    { dataset: { domainKey: domain.key, domainValue: domain.value ?? "" } },
    h(
      "th",
      { scope: "rowgroup", colspan: "3" },
      h("b", name),
      h(
        "span.mute",
        texts.map(([text, fact], i) => [i ? ", " : " ", factLink(text, fact)]),
      ),
    ),
  );
}

/** @param {Omit<Scene, "layout">} scene @param {Item} item */
function nodeRow(scene, { node, members }) {
  const { name } = scene.cluster.nodes[node];
  const mark = scene.marks.glyph(node);
  const text = scene.marks.text(node);
  return h(
    "tr",
    { dataset: { node: name }, class: name === pointer.get()?.node ? "cur" : "" },
    h(
      "th",
      { scope: "row" },
      h(
        "button.link.mono",
        { onclick: () => goNode(name) },
        members ? groupText(scene.cluster, members, { zone: false }) : nameElement(name),
      ),
    ),
    h("td", text ?? (mark ? h("span.row", glyph(mark), GLYPHS[mark].word) : scene.marks.words(node))),
    h("td.num", scene.fold.on(node).length),
  );
}
