// A gang on nodes as shelves: what is full, where each member was put when it was tried, what stays; and a
// quota for all of them.

import { h } from "../../../lib/dom.js";
import { decimal } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { choices, ghost, isOpen } from "./view.js";

/** @import { View } from "./view.js" */
/** @import { Member, Quota, SceneNode } from "../../../types/api.js" */

/** @param {View} view */
export function gang(view) {
  const { scene } = view;
  const members = scene.members ?? [];
  return h(
    "div.gang",
    choices(view),
    h(
      "ol.members",
      members.map((member, index) => h("li", card(member, isOpen(view)), h("span.soft", order(index)))),
    ),
    scene.quota ? quotaOf(scene.quota, members) : null,
    h(
      "div.shelves",
      scene.nodes.map((node) => shelf(view, node, members)),
    ),
    h(
      "p.key",
      h("span", h("i.sw.full"), t("taken")),
      isOpen(view) ? null : h("span", h("i.sw.ok"), t("runs")),
      isOpen(view) ? null : h("span", h("i.sw.bad"), t("tried here, then released")),
    ),
    ghost(view),
  );
}

/** @param {number} index */
const order = (index) => (index === 0 ? t("tried first") : t("tried next"));

/** @param {Member} member @param {boolean} isHidden */
const card = ({ pod, cpu, bound }, isHidden) =>
  h(
    isHidden ? "b.member" : bound ? "b.member.ok" : "b.member.bad",
    h("span.mono", pod),
    h("span", tn("{n} core", "{n} cores", cpu / 1000)),
    isHidden ? null : h("span", bound ? t("runs on {node}", { node: bound }) : t("waits")),
  );

/**
 * The quota as one shelf on which all members lie side by side.
 * @param {Quota} quota @param {Member[]} members
 */
const quotaOf = ({ queue, cpu, asked, admitted }, members) =>
  h(
    "section.shelf.quota",
    h(
      "p.row",
      h("b", t("Quota of queue {name}", { name: queue })),
      h("span.grow"),
      h("span.soft", tn("{asked} of {n} core", "{asked} of {n} cores", cpu / 1000, { asked: cores(asked) })),
      h(admitted ? "span.pill.p" : "span.pill.r", admitted ? t("admitted") : t("waits")),
    ),
    h(
      "div.pile",
      members.map((member) =>
        h(
          "i.full",
          { style: { flex: member.cpu } },
          h("span.mono", member.pod),
          h("span", cores(member.cpu)),
        ),
      ),
      h("i.rest", { style: { flex: Math.max(0, cpu - asked) } }),
    ),
  );

/** @param {View} view @param {SceneNode} node @param {Member[]} members */
function shelf(view, node, members) {
  const taken = node.pods.reduce((sum, { cpu }) => sum + cpu, 0);
  const here = isOpen(view) ? [] : members.filter(({ tried, bound }) => (bound || tried) === node.name);
  const given = here.reduce((sum, { cpu }) => sum + cpu, 0);
  const free = node.cpu - taken;
  return h(
    "section.shelf",
    h(
      "p.row",
      h("b.mono", node.name),
      h("span.grow"),
      h("span.soft", t("{cores} free", { cores: cores(free) })),
    ),
    h(
      "div.pile",
      node.pods.map(({ name, cpu }) => h("i.full", { style: { flex: cpu } }, h("span.mono", name))),
      here.map(({ pod, cpu, bound }) =>
        h(bound ? "i.ok" : "i.bad", { style: { flex: cpu } }, h("span.mono", pod), h("span", cores(cpu))),
      ),
      h("i.rest", { style: { flex: Math.max(0, free - given) } }),
    ),
  );
}

/** @param {number} millicores */
const cores = (millicores) => decimal(millicores / 1000);
