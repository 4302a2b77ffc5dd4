// Nodes that are added.

import { h } from "../../../lib/view.js";
import { decimal } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { poolOf, typeOf } from "../../../model/nodekinds.js";
import { cellName } from "../core/axes.js";
import { field, group, listInput, readNumbers, textInput, Unreadable } from "../core/fields.js";
import { seedsField, some } from "./common.js";
import { TABLE } from "./descriptor.js";

/** @import { CapacitySweep, SweepResult, SweepShape } from "../../../types/engine.js" */
/** @import { Facts } from "../core/facts.js" */
/** @import { Field } from "../core/fields.js" */
/** @import { Kind } from "./descriptor.js" */

const MOST_SHAPES = 12;

/** @type {Kind<CapacitySweep>} */
export const capacity = {
  title: t("Capacity"),
  question: t("How many nodes of which shape place every pod?"),
  pictures: [{ name: "grid", title: t("Shapes and counts"), tab: t("Grid") }, TABLE],
  form({ cluster }, before) {
    const shapes = [...(before?.shapes ?? []), ...shapesOf(cluster)].filter(
      (shape, i, all) => all.findIndex(({ name }) => name === shape.name) === i,
    );
    const first = before?.shapes.map(({ name }) => name) ?? shapes.slice(0, 3).map(({ name }) => name);
    const list = group(
      "shapes",
      t("Nodes like"),
      shapes.map(({ name, node }) => ({
        value: name,
        text: [name, node && node !== name && h("span.mute", ` ${node}`)],
      })),
      first,
    );
    const own = textInput("input.in.mono", "", {
      placeholder: "cpu=16, memory=64Gi, pods=110",
      autocomplete: "off",
      spellcheck: false,
    });
    const ownField = field("own", t("Nodes with these amounts"), own, t("optional"));
    const counts = listInput(before?.counts ?? [0, 1, 2, 3, 4, 5]);
    const countsField = field("counts", t("How many to add"), counts);
    const seeds = seedsField(before?.seeds ?? 1);
    return {
      fields: [list, ownField, countsField, seeds.field],
      read: () => {
        const names = list.checked();
        const other = amountsOf(ownField, own.value.get());
        const all = [...shapes.filter(({ name }) => names.includes(name)), ...(other ? [other] : [])];
        return {
          kind: "capacity",
          shapes: some(list, all),
          counts: readNumbers(countsField, counts),
          seeds: seeds.read(),
        };
      },
    };
  },
  headline: (result) => {
    const enough = result.cells
      .flatMap((cell, number) => (cell && !cell.pending ? [number] : []))
      .sort((a, b) => countOf(result, a) - countOf(result, b));
    if (enough.length && !countOf(result, enough[0]))
      return t("Every pod is placed without additional nodes");
    if (enough.length)
      return t("The fewest that place every pod: {setting}", { setting: cellName(result, enough[0]) });
    const least = Math.min(...result.cells.flatMap((cell) => cell?.pending ?? []));
    return t("None of these places every pod: at least {n} stay pending", { n: decimal(least, 1) });
  },
};

/**
 * One node of each kind, the most frequent kind first.
 * @param {Facts["cluster"]} cluster @returns {SweepShape[]}
 */
function shapesOf(cluster) {
  /** @type {Map<string, {shape: SweepShape, nodes: number}>} */
  const kinds = new Map();
  for (const node of cluster?.nodes ?? []) {
    const label = [typeOf(node), poolOf(node)].filter(Boolean).join(" ");
    const key = label || JSON.stringify(node.allocatable);
    const there = kinds.get(key);
    if (there) there.nodes += 1;
    else kinds.set(key, { shape: { name: label || node.name, node: node.name }, nodes: 1 });
  }
  return [...kinds.values()]
    .sort((a, b) => b.nodes - a.nodes)
    .slice(0, MOST_SHAPES)
    .map(({ shape }) => shape);
}

/** "cpu=16, memory=64Gi" @param {Field} of @param {string} text @returns {SweepShape | null} */
function amountsOf(of, text) {
  const entries = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((entry) => entry.split("="));
  if (!entries.length) return null;
  if (entries.some(([key, value, more]) => !key || !value || more !== undefined))
    throw new Unreadable(of, t("Write amounts such as cpu=16, memory=64Gi, pods=110"));
  return { name: text.trim(), allocatable: Object.fromEntries(entries) };
}

/** How many nodes a cell adds. @param {SweepResult} result @param {number} cell */
const countOf = ({ axes }, cell) => Number(axes[1]?.values[cell % axes[1].length] ?? 0);
