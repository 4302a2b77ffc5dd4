// The rows of the matrix: a lane per pod, a bar per stay; of a large group, how many of its pods shift.

import { classes, h } from "../../lib/view.js";
import { labelled } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { Name } from "../../parts/nameView.js";
import { shiftOf, shortName } from "./shifts.js";
import { open, unfolded } from "./state.js";
import { ORIGINS, place } from "./words.js";

/** @import { Stay, UpgradeMatrix, UpgradePod } from "../../types/engine.js" */
/** @import { PodGroup } from "./shifts.js" */
/** @import { Selection } from "./state.js" */

const FOLDED_FROM = 6; // pods of a group that move: fewer are listed one by one
const MOST_ROWS = 300; // of a group; more are counted

/**
 * @param {UpgradeMatrix} table @param {PodGroup} group
 * @param {Selection | null} selected
 * @param {ReadonlySet<string>} listed groups with many pods that are unfolded
 * @param {boolean} all
 */
export function rows(table, group, selected, listed, all) {
  const members = all ? group.members : group.moving;
  const single = group.members.length === 1;
  const many = members.length > FOLDED_FROM;
  const folded = many && !listed.has(group.name) && !members.some((pod) => pod === selected?.pod);
  const still = group.members.length - group.moving.length;
  const title = h("b.cut", { title: group.name }, shortName(group.name));
  const count = h(
    "span.mute.nowrap",
    still && group.moving.length
      ? t("{n} of {all}", { n: group.moving.length, all: group.members.length })
      : tn("{n} pod", "{n} pods", group.members.length),
  );
  const head = many
    ? h(
        "button.ug-group.fold",
        {
          "aria-expanded": String(!folded),
          key: `g${group.name}`,
          onclick: () => toggle(group.name),
        },
        icon(folded ? "right" : "down"),
        title,
        count,
      )
    : h("div.ug-group", title, count);
  return [
    !single && head,
    !single && (folded ? countLane(table, group.moving, selected) : h("span.ug-fill")),
    (single || !folded) && members.slice(0, MOST_ROWS).map((pod) => lane(table, pod, selected)),
    !folded &&
      members.length > MOST_ROWS &&
      h("p.ug-more.mute", t("and {n} more", { n: members.length - MOST_ROWS })),
  ];
}

/** @param {string} name */
function toggle(name) {
  unfolded.update((before) => {
    const after = new Set(before);
    if (!after.delete(name)) after.add(name);
    return after;
  });
}

/**
 * A folded group: how many of its pods shift at each version.
 * @param {UpgradeMatrix} table @param {UpgradePod[]} pods @param {Selection | null} selected
 */
function countLane(table, pods, selected) {
  return h(
    "div.ug-lane",
    table.versions.map((version, i) => {
      const shifts = pods.flatMap((pod) => shiftOf(pod, i) ?? []);
      const first = shifts.find(({ shift }) => shift.origin !== "follows") ?? shifts[0];
      if (!first) return null;
      const lost = shifts.filter(({ shift }) => shift.kind === "pending").length;
      const own = shifts.some(({ shift }) => shift.origin !== "follows");
      const current = selected?.version === i && !selected.pod;
      const label = labelled(version.release, tn("{n} pod shifts", "{n} pods shift", shifts.length));
      return h(
        "button",
        {
          class: classes("ug-bar", own ? "dir" : "fol", lost && "pend", current && "cur"),
          style: { gridColumn: i + 1 },
          title: label,
          "aria-label": label,
          key: `c${first.pod.group}/${i}`,
          onclick: () => open(version.release, first.pod.pod),
        },
        h("b", shifts.length),
      );
    }),
  );
}

/** @param {UpgradeMatrix} table @param {UpgradePod} pod @param {Selection | null} selected */
const lane = (table, pod, selected) => [
  h("span.ug-pod", h(Name, { name: shortName(pod.pod), title: pod.pod })),
  h(
    "div.ug-lane",
    pod.stays.map((stay) => bar(table, pod, stay, selected)),
  ),
];

/** The node of a pod, or that it has none. @param {Stay} stay */
export const placeOf = (stay) => (stay.node ? h(Name, { name: stay.node }) : h("span.cut", place(stay)));

/**
 * @param {UpgradeMatrix} table @param {UpgradePod} pod @param {Stay} stay
 * @param {Selection | null} selected
 */
function bar(table, pod, stay, selected) {
  const style = { gridColumn: `${stay.first + 1} / ${stay.last + 2}` };
  const pending = stay.state !== "placed";
  const content = [pending && icon("rej", "g g-rej"), placeOf(stay)];
  if (!stay.shift)
    return h("span", { class: `ug-bar same ${pending ? "out" : ""}`, style, title: place(stay) }, content);
  const { release } = table.versions[stay.first];
  const label = t("{pod}, {version}: {place}, {origin}", {
    pod: shortName(pod.pod),
    version: release,
    place: place(stay),
    origin: ORIGINS[stay.shift.origin],
  });
  const current = selected?.pod === pod && selected.version === stay.first;
  return h(
    "button",
    {
      class: classes(
        "ug-bar",
        stay.shift.origin === "follows" ? "fol" : "dir",
        pending && "pend",
        current && "cur",
      ),
      style,
      title: label,
      "aria-label": label,
      "aria-pressed": String(current),
      key: `${pod.pod}@${stay.first}`,
      onclick: () => open(release, pod.pod),
    },
    content,
  );
}
